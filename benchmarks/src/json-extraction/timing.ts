import { type Spread, spreadOf } from '../support/quantiles.ts';

type Operation = () => unknown;

/** Time that one measurement takes at least, so that the clock does not matter. */
const leastMilliseconds = 4;

/**
 * Time of every operation over the time of `base`, in rounds that run each of them once in turn, so
 * that whatever slows the machine slows all of them.
 */
export async function measureRatios(
  base: Operation,
  operations: Readonly<Record<string, Operation>>,
  rounds: number,
): Promise<Readonly<Record<string, Spread>>> {
  const entries = Object.entries(operations);
  const ratios = new Map(entries.map(([name]) => [name, [] as number[]]));
  const warmUp = Math.ceil(rounds / 4);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const baseTime = await timeOf(base);
    for (const [name, operation] of entries) {
      const time = await timeOf(operation);
      if (round >= warmUp) ratios.get(name)?.push(time / baseTime);
    }
  }
  return Object.fromEntries(Array.from(ratios, ([name, list]) => [name, spreadOf(list)]));
}

async function timeOf(operation: Operation): Promise<number> {
  const start = performance.now();
  let runs = 0;
  let elapsed = 0;
  while (elapsed < leastMilliseconds) {
    const result = operation();
    if (result instanceof Promise) await result;
    runs += 1;
    elapsed = performance.now() - start;
  }
  return elapsed / runs;
}
