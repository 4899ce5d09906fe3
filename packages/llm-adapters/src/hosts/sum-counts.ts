import { isRecord, setOwn } from '@kanmon/core/kit';

/** Adds the counts in usage objects of one host, place by place. Anything that is not a count is left out. */
export function sumCounts(usages: readonly unknown[]): Record<string, unknown> {
  const total: Record<string, unknown> = {};
  for (const [name, count] of usages.filter(isRecord).flatMap(Object.entries<unknown>)) {
    const before = total[name];
    if (isRecord(count)) setOwn(total, name, sumCounts([before, count]));
    else if (isCount(count)) setOwn(total, name, isCount(before) ? before + count : count);
  }
  return total;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
