/** Median and spread of the times of one contender, in microseconds a call. */
export interface Timing {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

/** Times contenders in interleaved rounds of one run, after a warm-up that is not counted. */
export async function timeRounds(
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  options: {
    readonly rounds: number;
    readonly callsPerRound: number;
    readonly warmUpRounds: number;
  },
): Promise<Readonly<Record<string, Timing>>> {
  const { rounds, callsPerRound, warmUpRounds } = options;
  const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(contenders)) {
      const started = performance.now();
      for (let left = callsPerRound; left > 0; left -= 1) await call();
      const each = ((performance.now() - started) * 1000) / callsPerRound;
      if (round >= 0) times.get(name)?.push(each);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, timingOf(all)]));
}

function timingOf(values: readonly number[]): Timing {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}
