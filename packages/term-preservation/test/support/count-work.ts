/**
 * Counts the characters that a run looks at: calls of `charCodeAt`, and the length of every text that
 * is searched, replaced or folded as a whole.
 */
export function countWork(run: () => unknown): number {
  let work = 0;
  const whole = ['replace', 'replaceAll', 'normalize', 'toLowerCase', 'split', 'match'] as const;
  const restore: (() => void)[] = [];
  const watch = (name: string, cost: (text: string) => number): void => {
    const original = Reflect.get(String.prototype, name) as (...given: unknown[]) => unknown; // a method
    const watched = function watched(this: string, ...given: unknown[]): unknown {
      work += cost(this);
      return Reflect.apply(original, this, given);
    };
    Reflect.set(String.prototype, name, watched);
    restore.push(() => Reflect.set(String.prototype, name, original));
  };
  watch('charCodeAt', () => 1);
  for (const name of whole) watch(name, ({ length }) => length);
  try {
    run();
  } finally {
    for (const undo of restore) undo();
  }
  return work;
}
