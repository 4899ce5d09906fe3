import { interleave } from '../support/rounds.ts';
import { ratiosOf, type Spread } from '../support/spread.ts';

type Operation = () => unknown;

/** Time that one measurement takes at least, so that the clock does not matter. */
const leastMilliseconds = 4;
const base = 'base';

/** Time of every operation over the time of `baseOperation`, round by round. */
export async function measureRatios(
  baseOperation: Operation,
  operations: Readonly<Record<string, Operation>>,
  rounds: number,
): Promise<Readonly<Record<string, Spread>>> {
  const samples = await interleave({ [base]: baseOperation, ...operations }, timeOf, {
    rounds,
    warmUpRounds: Math.ceil(rounds / 4),
  });
  return Object.fromEntries(
    Object.keys(operations).map((name) => [
      name,
      ratiosOf(samples[name] ?? [], samples[base] ?? []),
    ]),
  );
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
