import { defineRule, type Rule, type RuleMessages } from '@kanmon/core/gate';
import type { JsonPointer, Severity } from '@kanmon/core';
import { findForbidden, type ForbiddenPhrase } from '../phrases/find-forbidden.ts';
import type { PhraseRule } from '../phrases/phrase-rule.ts';
import { outsideOf, quotedSpans } from '../text/quoted-spans.ts';

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

/**
 * A core rule that reports `forbidden-phrase` { phrase, matched, start, end } wherever a phrase of
 * the list stands in a selected text.
 *
 * @example
 * const calm = phraseRule({ id: 'calm', phrases: [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })], select: ['/note'] });
 */
export function phraseRule<Context>(options: PhraseRuleOptions<Context>): Rule<string, Context> {
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
      const found = findForbidden(text, rules);
      if (found.length === 0) return;
      const counted = outsideQuotables(found, text, quotable?.(context));
      for (const { phrase, matched, start, end } of counted.slice(0, maxFindingsPerText)) {
        report('forbidden-phrase', { params: { phrase, matched, start, end } });
      }
    },
  });
}

/**
 * Leaves out what stands inside a quotation of one of `texts`. Only spans as long as some text are
 * compared: deeply nested quotation marks would otherwise make this quadratic.
 */
function outsideQuotables(
  found: readonly ForbiddenPhrase[],
  text: string,
  texts: ReadonlySet<string> | undefined,
): readonly ForbiddenPhrase[] {
  if (texts === undefined || texts.size === 0) return found;
  const lengths = new Set([...texts].map(({ length }) => length));
  const quotations = quotedSpans(text).filter(
    ({ start, end }) => lengths.has(end - start) && texts.has(text.slice(start, end)),
  );
  return outsideOf(found, quotations);
}
