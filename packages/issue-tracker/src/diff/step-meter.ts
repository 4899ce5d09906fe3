/**
 * Counts work instead of time, so that a bound cuts at the same place on every machine.
 * One step is about one comparison of two units.
 */
export interface StepMeter {
  /** Books `count` steps; false when that would pass the limit, and then nothing is booked. */
  spend(count: number): boolean;
  /** Steps booked so far. */
  readonly steps: number;
}

/** A meter that refuses what would pass `limit` steps. */
export function createStepMeter(limit: number): StepMeter {
  let steps = 0;
  return {
    spend(count) {
      if (steps + count > limit) return false;
      steps += count;
      return true;
    },
    get steps() {
      return steps;
    },
  };
}
