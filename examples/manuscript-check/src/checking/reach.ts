import type { Span } from '@kanmon/issue-tracker';

/** The amount of text around a reported point that belongs to the finding. */
export type Reach = 'clause' | 'sentence';

const sentenceEnds = new Set('。！？');
const clauseEnds = new Set('。！？、，；：「」『』（）,;:()');
const latinEnds = new Set('.!?');

/**
 * The clause or sentence that holds a span, without blanks at its beginning. Checkers report points; a
 * point cannot be found again once the text has changed, a clause can.
 */
export function reachAround(text: string, { start, end }: Span, reach: Reach): Span {
  let left = start;
  while (left > 0 && !endsAt(text, left - 1, reach)) left -= 1;
  let right = end;
  while (right < text.length && !endsAt(text, right, reach)) right += 1;
  const blanks = /^\s*/u.exec(text.slice(left, start))?.[0].length ?? 0;
  return { start: left + blanks, end: right };
}

/** True when the character at `index` ends a clause or sentence. A line end inside a paragraph does not. */
function endsAt(text: string, index: number, reach: Reach): boolean {
  const character = text.charAt(index);
  if ((reach === 'clause' ? clauseEnds : sentenceEnds).has(character)) return true;
  const next = text.charAt(index + 1);
  if (latinEnds.has(character)) return next === '' || /\s/u.test(next);
  return character === '\n' && (reach === 'clause' || /[\s\-*#|>\d]/u.test(next));
}
