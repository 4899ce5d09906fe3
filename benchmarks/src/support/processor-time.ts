import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const millisecondsPerTick = 10;

/**
 * Returns the processor milliseconds of a process, its living descendants, and the children that it waited for. NaN
 * without `/proc`. Unlike times of requests, it depends little on what else runs on the machine.
 */
export function processorMs(pid: number): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  const parents = new Map<number, { readonly parent: number; readonly ticks: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name);
    // Behind the name of the program: state, parent, ..., user and system time, then those of ended children.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    if (fields.length > 0) parents.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const sum = (id: number): number =>
    [...parents].reduce(
      (total, [child, { parent }]) => (parent === id ? total + sum(child) : total),
      parents.get(id)?.ticks ?? 0,
    );
  return sum(pid) * millisecondsPerTick;
}

function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process ended meanwhile.
    return [];
  }
}
