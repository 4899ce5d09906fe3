/** A stretch that stands unchanged in both texts. Offsets are UTF-16 units. */
export interface EqualRun {
  readonly oldStart: number;
  readonly newStart: number;
  readonly length: number;
  /** True when the stretch came in as whole lines, which is evidence whatever its length. */
  readonly wholeLines: boolean;
}

/** Joins runs that touch in both texts. `runs` must ascend in both. */
export function joinRuns(runs: readonly EqualRun[]): EqualRun[] {
  const joined: EqualRun[] = [];
  for (const run of runs) {
    if (run.length === 0) continue;
    const last = joined.at(-1);
    if (
      last !== undefined &&
      last.oldStart + last.length === run.oldStart &&
      last.newStart + last.length === run.newStart
    ) {
      joined[joined.length - 1] = {
        ...last,
        length: last.length + run.length,
        wholeLines: last.wholeLines || run.wholeLines,
      };
    } else {
      joined.push(run);
    }
  }
  return joined;
}
