import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Spread, spreadOf } from '../support/spread.ts';

const processCount = 5;
const millisecondsEach = 1500;
const rounds = 5;
const program = fileURLToPath(new URL('append-for.ts', import.meta.url));

/** Five processes on one store, each on a separate stream: appends of the slowest over those of the fastest. */
export async function measureFairness(
  directory: string,
): Promise<Readonly<Record<string, Spread>>> {
  const ratios: Record<'file' | 'sqlite', number[]> = { file: [], sqlite: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['file', 'sqlite'] as const) {
      const counts = await countAppends(kind, join(directory, `shared-${kind}-${round}`));
      ratios[kind].push(Math.min(...counts) / Math.max(...counts));
    }
  }
  return Object.fromEntries(
    Object.entries(ratios).map(([kind, list]) => [
      `${kind}, ${processCount} processes: appends of the slowest over the fastest`,
      spreadOf(list),
    ]),
  );
}

async function countAppends(kind: string, place: string): Promise<readonly number[]> {
  const children = Array.from({ length: processCount }, (_, index) => {
    const child = spawn(
      process.execPath,
      [program, kind, place, `s${index}`, String(millisecondsEach)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const lines = on(createInterface(child.stdout), 'line', { close: ['close'] });
    return { child, nextLine: async () => String((await lines.next()).value) };
  });
  // All of them begin once the last has started.
  await Promise.all(children.map(({ nextLine }) => nextLine()));
  for (const { child } of children) child.stdin.write('go\n');
  return Promise.all(children.map(async ({ nextLine }) => Number(await nextLine())));
}
