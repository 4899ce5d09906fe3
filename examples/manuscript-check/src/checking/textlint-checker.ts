import type { Locale } from '@kanmon/core';
import type { CheckFinding, Span } from '@kanmon/issue-tracker';
import type { TextlintKernelRule, TextlintMessage } from '@textlint/kernel';
import { ownFix } from '../fixing/own-fixes.ts';
import type { TextChange } from '../fixing/text-change.ts';
import { type Reach, reachAround } from './reach.ts';
import { ruleEntry } from './rule-book.ts';
import { loadRules } from './textlint-rules.ts';
import { unwrapDefault } from './unwrap-default.ts';

/** A finding with its place, and what its whole range becomes when the fix is made. */
export interface LintFinding extends Omit<CheckFinding, 'text_range'> {
  readonly text_range: Span;
  readonly replacement: string | null;
}

/** Checks texts with textlint: no model, no network, the same answer every time. */
export type TextlintChecker = (text: string) => Promise<readonly LintFinding[]>;

const longestDescription = 300;
/** A shorter place is found everywhere; it gets its clause around it. */
const leastPlace = 4;

/** Creates a checker for manuscripts in Markdown or plain text, chosen by the file's extension. */
export function createTextlintChecker(language: Locale, fileName: string): TextlintChecker {
  const ext = /\.(?:md|markdown)$/iu.test(fileName) ? '.md' : '.txt';
  let rules: Promise<TextlintKernelRule[]> | null = null;
  return async (text) => {
    rules ??= loadRules(language);
    const [{ TextlintKernel }, { default: markdown }, { default: plain }] = await Promise.all([
      import('@textlint/kernel'),
      import('@textlint/textlint-plugin-markdown'),
      import('@textlint/textlint-plugin-text'),
    ]);
    const { messages } = await new TextlintKernel().lintText(text, {
      ext,
      filePath: `manuscript${ext}`,
      plugins: [
        { pluginId: 'markdown', plugin: unwrapDefault(markdown) },
        { pluginId: 'text', plugin: unwrapDefault(plain) },
      ],
      rules: await rules,
    });
    return messages.map((message) => toFinding(text, message));
  };
}

function toFinding(text: string, message: TextlintMessage): LintFinding {
  const category = categoryOf(message);
  const { severity, reach } = ruleEntry(category);
  const [start, end] = message.range;
  const point = { start, end };
  const change = changeOf(message) ?? ownFix({ category, text, point, message: message.message });
  const range = rangeOf(text, point, change, reach);
  return {
    category,
    severity,
    text_range: range,
    description: (message.message.split('\n')[0] ?? '').slice(0, longestDescription),
    replacement: change === null ? null : replaced(text, range, change),
  };
}

/** Returns the range of a finding. It includes the range of the fix, or the fix could not be made there. */
function rangeOf(text: string, point: Span, change: TextChange | null, reach: Reach): Span {
  if (change === null) return reachAround(text, point, reach);
  const both = withNextCharacter(text, union(point, change.range), change);
  return both.end - both.start < leastPlace ? reachAround(text, both, 'clause') : both;
}

/**
 * Extends an insertion at the end of a range by the next character. Without it the characters of the range
 * would stay the same, and the fix would be made a second time.
 */
function withNextCharacter(text: string, range: Span, change: TextChange): Span {
  const isInsertion = change.range.start === change.range.end && change.range.end === range.end;
  const next = text.codePointAt(range.end);
  if (!isInsertion || next === undefined) return range;
  return { start: range.start, end: range.end + String.fromCodePoint(next).length };
}

function changeOf({ fix }: TextlintMessage): TextChange | null {
  if (fix === undefined) return null;
  const [start, end] = fix.range;
  return { range: { start, end }, text: fix.text };
}

/** The new text of `range` when the change inside it is made. */
function replaced(text: string, range: Span, change: TextChange): string {
  return (
    text.slice(range.start, change.range.start) +
    change.text +
    text.slice(change.range.end, range.end)
  );
}

function union(left: Span, right: Span): Span {
  return { start: Math.min(left.start, right.start), end: Math.max(left.end, right.end) };
}

const kindsOfWriteGood: readonly (readonly [RegExp, string])[] = [
  [/is repeated/u, 'repeated'],
  [/weasel word/u, 'weasel'],
  [/passive voice/u, 'passive'],
  [/is wordy/u, 'wordy'],
  [/clich/u, 'cliche'],
  [/weaken/u, 'adverb'],
];

/** write-good looks for many things under one name; a place may break two of them. */
function categoryOf({ ruleId, message }: TextlintMessage): string {
  if (ruleId !== 'write-good') return ruleId;
  const kind = kindsOfWriteGood.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
  return `${ruleId}/${kind}`;
}
