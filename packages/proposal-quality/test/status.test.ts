import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canTransition, isActive, nextStatuses, nodeStatuses } from '../src/index.ts';
import { readCases } from './support.ts';

const rows = readCases('transitions', z.object({ from: z.string(), to: z.array(z.string()) }));

describe('the status machine', () => {
  it('has fifteen statuses, and a row for each', () => {
    expect(nodeStatuses).toHaveLength(15);
    expect(rows.map(({ from }) => from).toSorted()).toEqual(nodeStatuses.toSorted());
  });

  it.each(rows)('lets $from change to the statuses of the table only', ({ from, to }) => {
    expect([...nextStatuses(from)].toSorted()).toEqual([...to].toSorted());
    for (const status of nodeStatuses) {
      expect(canTransition(from, status)).toBe(status === from || to.includes(status));
    }
  });

  it('refuses unknown statuses', () => {
    expect(canTransition('READY', 'ready')).toBe(false);
    expect(canTransition('LATER', 'LATER')).toBe(false);
    expect(nextStatuses('constructor')).toEqual([]);
    expect(isActive('toString')).toBe(false);
  });

  it('treats every status as active but DONE, CANCELLED and DORMANT', () => {
    expect(nodeStatuses.filter((status) => !isActive(status))).toEqual([
      'DORMANT',
      'DONE',
      'CANCELLED',
    ]);
  });
});
