/** One admitted call. */
export interface WindowEntry {
  readonly at: number;
  readonly tokens: number;
}

const windowMs = 60_000;
/** Entries that have left are cut off only now and then, so that forgetting costs nothing per call. */
const compactAt = 1024;

/**
 * Creates a window that slides with the clock: a call counts for exactly 60,000 ms. Adding and forgetting cost
 * constant time in the mean; `startAt` costs the calls asked about plus the entries that leave for them.
 */
export function createSlidingWindow(limits: {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}) {
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = limits;
  const bounded = requestsPerMinute !== Infinity || tokensPerMinute !== Infinity;
  let entries: WindowEntry[] = [];
  let first = 0;
  let tokensInside = 0;

  const forget = (now: number): void => {
    for (let entry = entries[first]; entry !== undefined; entry = entries[first]) {
      if (entry.at + windowMs > now) break;
      tokensInside -= entry.tokens;
      first += 1;
    }
    if (first < compactAt) return;
    entries = entries.slice(first);
    first = 0;
  };

  return {
    /** Returns when the last of `calls` (tokens each, in order) could start, when all of them start as early as they may. */
    startAt(now: number, calls: readonly number[]): number {
      if (!bounded) return now;
      forget(now);
      const planned: WindowEntry[] = [];
      const inside = entries.length - first;
      const entryAt = (index: number): WindowEntry | undefined =>
        index < inside ? entries[first + index] : planned[index - inside];
      let left = 0;
      let tokensPlanned = tokensInside;
      let at = now;
      for (const tokens of calls) {
        // A call larger than the whole limit starts when the window is empty: refusing it would never end.
        for (let entry = entryAt(left); entry !== undefined; entry = entryAt(left)) {
          const count = inside + planned.length - left;
          if (count < requestsPerMinute && tokensPlanned + tokens <= tokensPerMinute) break;
          at = Math.max(at, entry.at + windowMs);
          tokensPlanned -= entry.tokens;
          left += 1;
        }
        planned.push({ at, tokens });
        tokensPlanned += tokens;
      }
      return at;
    },
    add(at: number, tokens: number): WindowEntry {
      const entry = { at, tokens };
      if (!bounded) return entry;
      entries.push(entry);
      tokensInside += tokens;
      return entry;
    },
    /** Replaces the estimate of an entry by the real count. */
    correct(entry: WindowEntry, tokens: number): void {
      // One that has left the window is not part of the sum any more; entries leave in order.
      const oldest = entries[first];
      if (oldest !== undefined && entry.at >= oldest.at) tokensInside += tokens - entry.tokens;
      Object.assign(entry, { tokens });
    },
  };
}
