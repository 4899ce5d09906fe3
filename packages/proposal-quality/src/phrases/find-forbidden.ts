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
  for (const rule of rules) {
    for (const { start, end } of rule.find(text)) {
      found.push({ id: rule.id, phrase: rule.phrase, matched: text.slice(start, end), start, end });
    }
  }
  return found.length > 1 ? found.toSorted((left, right) => left.start - right.start) : found;
}
