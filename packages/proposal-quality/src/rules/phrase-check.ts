import { defineRule, type Rule, type RuleMessages } from '@kanmon/core/gate';
import type { JsonPointer, Severity } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { PhraseMatch, PhraseRule } from '../phrases/phrase-rule.ts';
import { insideOf, type QuotedSpan, quotedSpans } from '../text/quoted-spans.ts';

/** More in one text tell nothing new, and a text of nothing else would flood every message. */
const maxFindingsPerText = 20;

/** What `phraseRule` takes. */
export interface PhraseRuleOptions<Context> {
  readonly id: string;
  /** @default 'must' */
  readonly severity?: Severity;
  /** The list, or how to get it from the context. */
  readonly phrases: readonly PhraseRule[] | ((context: Context) => readonly PhraseRule[]);
  /** `matchPointer` patterns of the texts to read. */
  readonly select: readonly JsonPointer[];
  /** Texts that may stand in quotation marks whatever they say, such as titles of the input. */
  readonly quotable?: (context: Context) => ReadonlySet<string>;
  readonly messages?: RuleMessages;
}

const phraseRuleOptions: OptionNames<PhraseRuleOptions<never>> = {
  id: true,
  severity: true,
  phrases: true,
  select: true,
  quotable: true,
  messages: true,
};

/**
 * A core rule that reports `forbidden-phrase` { phrase, matched, start, end } wherever a phrase of
 * the list stands in a selected text.
 *
 * @example
 * const calm = phraseRule({ id: 'calm', phrases: [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })], select: ['/note'] });
 */
export function phraseRule<Context>(options: PhraseRuleOptions<Context>): Rule<string, Context> {
  checkOptions(options, phraseRuleOptions, 'phraseRule(options)');
  const { id, severity = 'must', phrases, select, quotable, messages } = options;
  return defineRule<string, Context>({
    id,
    severity,
    codes: ['forbidden-phrase'],
    select,
    type: 'string',
    decidable: 'node',
    ...(messages === undefined ? {} : { messages }),
    check(text, context, report) {
      const rules = typeof phrases === 'function' ? phrases(context) : phrases;
      const texts = quotable?.(context);
      const found: PlacedPhrase[] = [];
      for (const rule of rules) addFirst(found, rule, text, texts);
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
  for (const { start, end } of rule.find(text)) {
    isQuoted ??= insideOf(quotationsOf(quotable, text));
    if (isQuoted({ start, end })) continue;
    found.push({ phrase: rule.phrase, start, end });
    left -= 1;
    if (left === 0) break;
  }
}

const knownLengths = new WeakMap<ReadonlySet<string>, ReadonlySet<number>>();

/** Lengths of the texts, worked out once for all texts that may quote them. */
function lengthsOf(texts: ReadonlySet<string>): ReadonlySet<number> {
  const known = knownLengths.get(texts);
  if (known !== undefined) return known;
  const lengths = new Set([...texts].map(({ length }) => length));
  knownLengths.set(texts, lengths);
  return lengths;
}

/**
 * Where a text quotes one of `texts`. Only spans as long as some text are compared: deeply nested
 * quotation marks would otherwise make this quadratic.
 */
function quotationsOf(texts: ReadonlySet<string> | undefined, text: string): readonly QuotedSpan[] {
  if (texts === undefined || texts.size === 0) return [];
  const lengths = lengthsOf(texts);
  return quotedSpans(text).filter(
    ({ start, end }) => lengths.has(end - start) && texts.has(text.slice(start, end)),
  );
}
