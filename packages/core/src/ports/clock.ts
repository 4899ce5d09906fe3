/** The source of the time. Injected, so that a run can be replayed to the same bytes. */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
