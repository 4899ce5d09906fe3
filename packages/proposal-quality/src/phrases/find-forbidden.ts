import type { PhraseRule } from './phrase-rule.ts';

/** A forbidden phrase at its place. */
export interface ForbiddenPhrase {
  /** Id of the phrase rule. */
  readonly id: string;
  readonly phrase: string;
  /** The text as it was written. */
  readonly matched: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Every forbidden phrase in a text, by place, then in the order of the rules. */
export function findForbidden(
  text: string,
  rules: readonly PhraseRule[],
): readonly ForbiddenPhrase[] {
  const found: ForbiddenPhrase[] = [];
  let rulesThatFound = 0;
  for (const rule of rules) {
    const before = found.length;
    for (const { start, end } of rule.find(text)) {
      found.push({ id: rule.id, phrase: rule.phrase, matched: text.slice(start, end), start, end });
    }
    if (found.length > before) rulesThatFound += 1;
  }
  // What one rule finds is in order already.
  return rulesThatFound > 1 ? found.toSorted((left, right) => left.start - right.start) : found;
}
