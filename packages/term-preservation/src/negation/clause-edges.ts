import { isWordUnit } from '../text/characters.ts';

/** A scope never reaches farther back or ahead than this; keeps hostile text linear. */
export const longestScope = 160;

/** End of the line or sentence that `at` stands in. */
export function lineEnd(lower: string, at: number): number {
  let end = at;
  while (
    end < lower.length &&
    end < at + longestScope &&
    lower.charAt(end) !== '\n' &&
    lower.charAt(end) !== '。'
  )
    end += 1;
  return end;
}

/** Punctuation that ends a clause at `at`; not the dot of v1.4 nor the comma of 1,000. */
export function endsClause(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if ('、。，．;；!?！？\n'.includes(character)) return true;
  if (character !== '.' && character !== ',') return false;
  return !isWordUnit(lower.charCodeAt(at + 1));
}

/** Start of the clause that ends at `at`. */
export function clauseStart(lower: string, at: number): number {
  const floor = Math.max(0, at - longestScope);
  let start = at;
  while (start > floor && !endsClause(lower, start - 1) && !isConjunctiveGa(lower, start - 1))
    start -= 1;
  return start;
}

/** が after a predicate (だが, ますが, するが) joins clauses; after a noun it marks the subject. So do ので and けれど. */
function isConjunctiveGa(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if (character === 'が')
    return 'すだるたいん'.includes(lower.charAt(at - 1) || ' ') && !lower.startsWith('がる', at);
  return character === 'で' && lower.charAt(at - 1) === 'の'
    ? 'るたいだな'.includes(lower.charAt(at - 2) || ' ')
    : false;
}
