/** The brackets of a text, counted without regard to strings: in damaged text, quotes decide less. */
export interface Brackets {
  /** Returns how many closing brackets at or after `index` have no opening one at or after it. */
  closersAhead(index: number): number;
  /** Returns the index of the first of them, or -1. After an opening bracket it is its partner. */
  nextCloser(index: number): number;
}

/** Counts the brackets of a text from its end. Memory is linear in its length. */
export function countBrackets(text: string): Brackets {
  const counts = new Int32Array(text.length + 1);
  const closers = new Int32Array(text.length + 1).fill(-1);
  const open: number[] = [];
  let next = -1;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const bracket = bracketOf(text.charCodeAt(index));
    if (bracket !== 0) {
      if (bracket < 0) open.push(index);
      else open.pop();
      next = open.at(-1) ?? -1;
    }
    counts[index] = open.length;
    closers[index] = next;
  }
  return {
    closersAhead: (index) => counts[index] ?? 0,
    nextCloser: (index) => closers[index] ?? -1,
  };
}

/** Returns 1 for an opening bracket, -1 for a closing one, ASCII or full-width, and else 0. */
function bracketOf(code: number): number {
  if (code === 0x7b || code === 0x5b || code === 0xff5b || code === 0xff3b) return 1;
  return code === 0x7d || code === 0x5d || code === 0xff5d || code === 0xff3d ? -1 : 0;
}
