import { defineRule, type Rule, type RuleMessages } from '@kanmon/core/gate';
import type { JsonPointer, Severity } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { noMatches, type PhraseRule, rulesToTry } from '../phrases/phrase-rule.ts';
import { insideOf, type PhraseMatch, quotedSpans } from '../phrases/quotations.ts';

/** More findings in one text add nothing, and a text full of phrases would flood every message. */
const maxFindingsPerText = 20;

/** Options of `phraseRule`. */
export interface PhraseRuleOptions<Context> {
  readonly id: string;
  /** @default 'must' */
  readonly severity?: Severity;
  /** The list, or a function that returns it for a context. */
  readonly phrases: readonly PhraseRule[] | ((context: Context) => readonly PhraseRule[]);
  /** `matchPointer` patterns of the texts to read. */
  readonly select: readonly JsonPointer[];
  /** Texts that may be quoted, whatever phrases they contain, such as titles of the input. */
  readonly quotable?: (context: Context) => ReadonlySet<string>;
  readonly messages?: RuleMessages;
}

/**
 * Creates a core rule that reports `forbidden-phrase` { phrase, matched, start, end } at each phrase of
 * the list in a selected text.
 *
 * @example
 * const calm = phraseRule({ id: 'calm', phrases: [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })], select: ['/note'] });
 */
export function phraseRule<Context>(options: PhraseRuleOptions<Context>): Rule<string, Context> {
  checkOptions(options, 'id severity phrases select quotable messages', 'phraseRule(options)');
  const { id, severity = 'must', phrases, select, quotable, messages } = options;
  return defineRule<string, Context>({
    id,
    severity,
    codes: ['forbidden-phrase'],
    select,
    type: 'string',
    decidable: 'node',
    ...withoutUndefined({ messages }),
    check(text, context, report) {
      const rules = typeof phrases === 'function' ? phrases(context) : phrases;
      const texts = quotable?.(context);
      const found: PlacedPhrase[] = [];
      for (const rule of rulesToTry(rules, text)) addFirst(found, rule, text, texts);
      if (found.length > 1) found.sort((left, right) => left.start - right.start);
      for (const { phrase, start, end } of found.slice(0, maxFindingsPerText)) {
        const matched = text.slice(start, end);
        report('forbidden-phrase', { params: { phrase, matched, start, end } });
      }
    },
  });
}

/** A match with the name of its phrase. */
type PlacedPhrase = PhraseMatch & { readonly phrase: string };

/** Adds the first places of a phrase outside of quotations. */
function addFirst(
  found: PlacedPhrase[],
  rule: PhraseRule,
  text: string,
  quotable: ReadonlySet<string> | undefined,
): void {
  let isQuoted: ((match: PhraseMatch) => boolean) | null = null;
  let left = maxFindingsPerText;
  const matches = rule.find(text);
  if (matches === noMatches) return;
  for (const { start, end } of matches) {
    isQuoted ??= insideOf(quotationsOf(quotable, text));
    if (isQuoted({ start, end })) continue;
    found.push({ phrase: rule.phrase, start, end });
    left -= 1;
    if (left === 0) break;
  }
}

const knownLengths = new WeakMap<ReadonlySet<string>, ReadonlySet<number>>();

/** Returns the lengths of the texts, computed once for all texts that may quote them. */
function lengthsOf(texts: ReadonlySet<string>): ReadonlySet<number> {
  const known = knownLengths.get(texts);
  if (known !== undefined) return known;
  const lengths = new Set([...texts].map(({ length }) => length));
  knownLengths.set(texts, lengths);
  return lengths;
}

/**
 * Returns the places where a text quotes one of `texts`. Only spans as long as one of them are compared:
 * deeply nested quotation marks would otherwise make this quadratic.
 */
function quotationsOf(
  texts: ReadonlySet<string> | undefined,
  text: string,
): readonly PhraseMatch[] {
  if (texts === undefined || texts.size === 0) return [];
  const lengths = lengthsOf(texts);
  return quotedSpans(text).filter(
    ({ start, end }) => lengths.has(end - start) && texts.has(text.slice(start, end)),
  );
}
