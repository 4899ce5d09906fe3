import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomIds } from '@kanmon/core';

describe('randomIds', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives 26 Crockford characters, after the prefix if there is one', () => {
    const ids = randomIds();
    expect(ids.next()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(ids.next('run')).toMatch(/^run_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('orders by time, and encodes it as ULIDs do', () => {
    vi.useFakeTimers({ now: 1_469_918_176_385 });
    const ids = randomIds();
    const first = ids.next();
    expect(first.slice(0, 10)).toBe('01ARYZ6S41');
    vi.advanceTimersByTime(1);
    expect(ids.next().slice(0, 10)).toBe('01ARYZ6S42');
  });

  it('only grows within one source: in one millisecond, and when the clock goes back', () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const ids = randomIds();
    const made = Array.from({ length: 2000 }, () => ids.next());
    vi.setSystemTime(1_600_000_000_000);
    made.push(ids.next(), ids.next());
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('carries from digit to digit when it counts up', () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(255);
      return bytes;
    });
    const ids = randomIds();
    expect(ids.next().slice(10)).toBe(`F${'Z'.repeat(15)}`);
    expect(ids.next().slice(10)).toBe(`G${'0'.repeat(15)}`);
    random.mockRestore();
  });

  it('differs between sources', () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    expect(randomIds().next()).not.toBe(randomIds().next());
  });
});
