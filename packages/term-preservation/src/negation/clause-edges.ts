import type { Span } from '../vocabulary/terms.ts';
import { isWordUnit } from '../text/characters.ts';

/** Longest reach of a scope, back and ahead. It keeps hostile text linear. */
export const longestScope = 160;

/** Returns the end of the line or Japanese sentence around `at`. */
export function lineEnd(lower: string, at: number): number {
  const end = lower.slice(at, at + longestScope).search(/[\n。]/);
  return end < 0 ? Math.min(lower.length, at + longestScope) : at + end;
}

/** Returns true for punctuation that ends a clause, not for the dot of v1.4 or the comma of 1,000. */
export function endsClause(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if ('、。，．;；!?！？\n'.includes(character)) return true;
  if (character !== '.' && character !== ',') return false;
  return !isWordUnit(lower.charCodeAt(at + 1));
}

/** Returns the start of the clause that ends at `at`. */
export function clauseStart(lower: string, at: number): number {
  const floor = Math.max(0, at - longestScope);
  let start = at;
  while (start > floor && !endsClause(lower, start - 1) && !isConjunctiveGa(lower, start - 1))
    start -= 1;
  return start;
}

/** Returns the end of the clause around `at`. */
export function clauseEnd(lower: string, at: number): number {
  const limit = Math.min(lower.length, at + longestScope);
  let end = at;
  while (end < limit && !endsClause(lower, end)) end += 1;
  return end;
}

/** Returns the text of the clause around a range. */
export function clauseAround(text: string, { start, end }: Span): string {
  return text.slice(clauseStart(text, start), clauseEnd(text, end));
}

/** が and ので after a predicate (だが, ますが, するので) join clauses. After a noun が marks the subject. */
function isConjunctiveGa(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if (character === 'が')
    return 'すだるたいん'.includes(lower.charAt(at - 1) || ' ') && !lower.startsWith('がる', at);
  return character === 'で' && lower.charAt(at - 1) === 'の'
    ? 'るたいだな'.includes(lower.charAt(at - 2) || ' ')
    : false;
}
