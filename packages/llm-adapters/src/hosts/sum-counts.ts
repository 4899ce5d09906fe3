import { isRecord } from '@kanmon/core/kit';

/** Adds the numbers of usage objects of one host, place by place. Members that are not numbers come from the last. */
export function sumCounts(usages: readonly unknown[]): object {
  const total = new Map<string, unknown>();
  for (const [name, count] of usages.filter(isRecord).flatMap(Object.entries<unknown>)) {
    const before = total.get(name);
    if (typeof count === 'number' && typeof before === 'number') total.set(name, before + count);
    else total.set(name, isRecord(count) ? sumCounts([before, count]) : count);
  }
  return Object.fromEntries<unknown>(total);
}
