import { seededRandom } from './random.ts';
import { ratiosOf, type Spread, spreadOf } from './spread.ts';

/** The measurements of every contender, one sample a round. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** The number of measurements; the first rounds warm the compiler and are not counted. */
export interface Rounds {
  readonly rounds: number;
  readonly warmUpRounds: number;
}

/**
 * Measures every contender once a round. Each round has a new random order: in a fixed one a contender
 * would always pay for the garbage of the one before it.
 */
export async function interleave<Contender>(
  contenders: Readonly<Record<string, Contender>>,
  measure: (contender: Contender) => number | Promise<number>,
  { rounds, warmUpRounds }: Rounds,
): Promise<Samples> {
  const entries = Object.entries(contenders);
  const samples = new Map(entries.map(([name]): [string, number[]] => [name, []]));
  const random = seededRandom(1);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const order = entries
      .map((entry) => ({ entry, at: random() }))
      .toSorted((left, right) => left.at - right.at);
    for (const { entry } of order) {
      const [name, contender] = entry;
      const sample = await measure(contender);
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  return Object.fromEntries(samples);
}

/** Microseconds a call of a function, over a number of calls; what it promises is awaited. */
export function timeCalls(calls: number): (call: () => unknown) => Promise<number> {
  return async (call) => {
    const started = performance.now();
    for (let left = calls; left > 0; left -= 1) {
      const result = call();
      if (result instanceof Promise) await result;
    }
    return ((performance.now() - started) * 1000) / calls;
  };
}

/** Milliseconds of something that runs once. */
export async function milliseconds(run: () => unknown): Promise<number> {
  return (await timeCalls(1)(run)) / 1000;
}

/** The spread of every contender. */
export function spreads(samples: Samples): Readonly<Record<string, Spread>> {
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, spreadOf(list)]));
}

/** The ratio of one contender to another, round by round. */
export function ratio(samples: Samples, name: string, base: string): Spread {
  return ratiosOf(samples[name] ?? [], samples[base] ?? []);
}
