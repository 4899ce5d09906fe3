import { interleave } from '../support/rounds.ts';
import { ratiosOf, type Spread } from '../support/spread.ts';

type Operation = () => unknown;

/** Time that one measurement takes at least, so that the resolution of the clock does not matter. */
const leastMilliseconds = 4;
const base = 'base';

/** Processor time of every operation over the time of `baseOperation`, round by round. */
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
  const before = process.cpuUsage();
  const end = performance.now() + leastMilliseconds;
  let runs = 0;
  do {
    const result = operation();
    if (result instanceof Promise) await result;
    runs += 1;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
