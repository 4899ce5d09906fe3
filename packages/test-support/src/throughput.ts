/** Rounds of measurements. The fastest of each size counts: other work on the machine can only add time. */
const rounds = 3;

/**
 * Returns how many units of size a second of processor time does: the slope over the sizes, which leaves fixed costs
 * out. For `*.speed.test.ts` only, because a busy machine may still make it smaller.
 */
export async function throughput(
  sizes: readonly number[],
  prepare: (size: number) => () => unknown,
): Promise<number> {
  const runs = sizes.map((size) => ({ size, run: prepare(size), seconds: Infinity }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of runs) {
      const before = process.cpuUsage();
      await one.run();
      one.seconds = Math.min(one.seconds, process.cpuUsage(before).user / 1_000_000);
    }
  }
  const mean = (of: (one: (typeof runs)[number]) => number): number =>
    runs.reduce((sum, one) => sum + of(one), 0) / runs.length;
  const [size, seconds] = [mean((one) => one.size), mean((one) => one.seconds)];
  const together = mean((one) => (one.size - size) * (one.seconds - seconds));
  return mean((one) => (one.size - size) ** 2) / together;
}
