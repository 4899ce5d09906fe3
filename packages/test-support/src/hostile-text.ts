import type { Subject } from './meter.ts';

/**
 * A text of any length that is hard for some reader: a head, then runs that share the length equally and each repeat
 * one unit, then a tail. A string is one run of itself.
 */
export type TextShape =
  | string
  | { readonly head?: string; readonly runs: readonly string[]; readonly tail?: string };

/** Returns the text of a shape with `size` characters, give or take a unit. */
export function hostileText(shape: TextShape, size: number): string {
  const { head = '', runs, tail = '' } = typeof shape === 'string' ? { runs: [shape] } : shape;
  const length = Math.max(0, size - head.length - tail.length) / runs.length;
  return head + runs.map((unit) => unit.repeat(Math.ceil(length / unit.length))).join('') + tail;
}

/** Creates a subject that runs a function on the text of a shape. */
export function onText(run: (text: string) => unknown): Subject<TextShape> {
  return (size, shape) => {
    const text = hostileText(shape, size);
    return () => run(text);
  };
}
