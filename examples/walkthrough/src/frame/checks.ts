/** One thing the story promised. */
export interface Check {
  readonly promise: string;
  readonly kept: boolean;
}

/** Collects what a step promised to show and whether it was so. */
export interface Checks {
  /** A promise that must hold with any model. */
  always(promise: string, kept: boolean): void;
  /** A promise about the recorded flaws: with a real model it is reported, not asserted. */
  recorded(promise: string, kept: boolean): void;
  readonly all: readonly Check[];
  readonly broken: readonly Check[];
}

/** A fresh collection for one run. */
export function createChecks(model: 'recorded' | 'live'): Checks {
  const all: Check[] = [];
  const broken: Check[] = [];
  const always = (promise: string, kept: boolean): void => {
    const check = { promise, kept };
    all.push(check);
    if (!kept) broken.push(check);
  };
  const report = (promise: string, kept: boolean): void => {
    all.push({ promise, kept });
  };
  return { always, recorded: model === 'recorded' ? always : report, all, broken };
}
