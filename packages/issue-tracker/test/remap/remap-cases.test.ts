import { caseReader } from '@kanmon/test-support';
import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper } from '../../src/index.ts';

interface RemapCase {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  readonly slice: string;
  /** Number of the occurrence of the slice, from 1. */
  readonly nth?: number;
  readonly status: 'mapped' | 'lost';
  readonly method?: string;
  readonly text?: string;
  readonly at?: number;
  readonly moved?: boolean;
  readonly reason?: string;
}

const cases = caseReader(new URL('../cases/', import.meta.url))('remap') as readonly RemapCase[];

function spanOf({ old, slice, nth = 1 }: RemapCase): { start: number; end: number } {
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = old.indexOf(slice, start + 1);
  return { start, end: start + slice.length };
}

describe('a place', () => {
  it.each(cases)('$name', (given) => {
    const span = spanOf(given);
    expect(given.old.slice(span.start, span.end)).toBe(given.slice);
    const remap = createRemapper(given.old, given.new).remap(createAnchor(given.old, span));
    expect(remap.status).toBe(given.status);
    const place = remap.status === 'mapped' ? remap : undefined;
    const { start, end } = place?.range ?? { start: 0, end: 0 };
    expect(place?.method).toBe(given.method);
    expect(place === undefined ? undefined : given.new.slice(start, end)).toBe(given.text);
    expect(place?.moved).toBe(given.moved);
    expect(place?.delta ?? 0).toBe(place === undefined ? 0 : start - span.start);
    expect(start).toBe(given.at ?? start);
    expect(remap.status === 'lost' ? remap.reason : undefined).toBe(given.reason);
  });
});
