/** One admitted call. */
export interface WindowEntry {
  readonly at: number;
  readonly tokens: number;
}

/** What was admitted within the last minute. */
export interface SlidingWindow {
  /** When the last of `calls` (tokens each, in order) could start, when all of them start as early as they may. */
  startAt(now: number, calls: readonly number[]): number;
  add(at: number, tokens: number): WindowEntry;
  /** Puts the real count in place of the estimate. */
  correct(entry: WindowEntry, tokens: number): void;
}

const windowMs = 60_000;

/**
 * A window that slides with the clock: a call counts for exactly 60,000 ms. `startAt` costs the entries of
 * one minute plus the waiting calls.
 */
export function createSlidingWindow(limits: {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}): SlidingWindow {
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = limits;
  let entries: readonly WindowEntry[] = [];

  return {
    startAt(now, calls) {
      entries = entries.filter((entry) => entry.at + windowMs > now);
      if (requestsPerMinute === Infinity && tokensPerMinute === Infinity) return now;
      const planned: WindowEntry[] = [...entries];
      let oldest = 0;
      let tokensInside = planned.reduce((sum, entry) => sum + entry.tokens, 0);
      let at = now;
      for (const tokens of calls) {
        // A call larger than the whole limit starts when the window is empty: refusing it would never end.
        while (
          oldest < planned.length &&
          (planned.length - oldest >= requestsPerMinute || tokensInside + tokens > tokensPerMinute)
        ) {
          const leaving = planned[oldest];
          if (leaving === undefined) break;
          at = Math.max(at, leaving.at + windowMs);
          tokensInside -= leaving.tokens;
          oldest += 1;
        }
        planned.push({ at, tokens });
        tokensInside += tokens;
      }
      return at;
    },
    add(at, tokens) {
      const entry = { at, tokens };
      entries = [...entries, entry];
      return entry;
    },
    correct(entry, tokens) {
      Object.assign(entry, { tokens });
    },
  };
}
