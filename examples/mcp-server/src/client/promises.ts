/** Collects what a story promised; `broken` holds what was not so. */
export interface Promises {
  hold(promise: string, kept: boolean): void;
  readonly broken: readonly string[];
  readonly count: number;
}

/** A fresh collection. */
export function createPromises(): Promises {
  const broken: string[] = [];
  let count = 0;
  return {
    hold(promise, kept) {
      count += 1;
      if (!kept) broken.push(promise);
    },
    broken,
    get count() {
      return count;
    },
  };
}
