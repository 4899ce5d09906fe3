import type { Language } from '@kanmon/core';
import { analyse, type Analysis } from '../language/analysis.ts';
import { cleanText } from '../language/clean-text.ts';
import { firstCodePoints } from '../wire/code-points.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { queryRefusal } from '../plan/query-text.ts';

/**
 * The words of a text that a search needs: content terms in order, joined by one space; the trimmed
 * text where none is left.
 *
 * @example
 * buildQuery('北海道への送料を教えてください'); // '北海道 送料'
 * buildQuery('How do I clean a cast iron pan?'); // 'clean cast iron pan'
 */
export function buildQuery(text: string, language?: Language): string {
  const clean = cleanText(text, defaultPlanLimits.messageLength).text;
  return queryOf(analyse(clean, language ?? resolveLanguage(clean, [])));
}

/** `buildQuery` for a text that was read. Always a query that the plan gate accepts, or empty. */
export function queryOf({ text, terms, language }: Analysis): string {
  const words = terms.map((term) => term.text).join(' ');
  const plain = text.replaceAll('\n', ' ').trim();
  return safeQuery(language === 'other' || words === '' ? plain : words);
}

/** Cut to the longest query, and without what the gate refuses in one. */
export function safeQuery(query: string): string {
  const { queryLength } = defaultPlanLimits;
  const cut = firstCodePoints(query, queryLength).trim();
  const refusal = queryRefusal(cut, defaultPlanLimits);
  if (refusal === null || refusal === 'query-blank') return cut;
  // Brackets and fences are all that makes words look like data.
  return cut
    .replaceAll(/[{}[\]`~"]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
