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
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const char = text.charAt(index);
    if ('}]｝］'.includes(char)) open.push(index);
    else if ('{[｛［'.includes(char)) open.pop();
    counts[index] = open.length;
    closers[index] = open.at(-1) ?? -1;
  }
  return {
    closersAhead: (index) => counts[index] ?? 0,
    nextCloser: (index) => closers[index] ?? -1,
  };
}
