import { describe, expect, it } from 'vitest';
import { createManualClock, createSequentialIds } from '@kanmon/core/testing';
import { rejectionOf, thrownBy } from '../support.ts';

describe('createManualClock', () => {
  it('starts at 2026, or at a given time, and moves only when a test moves it', () => {
    const clock = createManualClock();
    expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
    clock.advance(1500);
    expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z');
    expect(createManualClock(7).now().getTime()).toBe(7);
    expect(createManualClock('2030-02-03T04:05:06Z').now().getTime()).toBe(1_896_321_906_000);
  });

  it('hands out times that a caller cannot use to change it', () => {
    const clock = createManualClock(7);
    clock.now().setTime(99);
    expect(clock.now().getTime()).toBe(7);
  });

  it('wakes sleepers in the order of their times', async () => {
    const clock = createManualClock();
    const woken: number[] = [];
    const sleep = async (ms: number): Promise<void> => {
      await clock.sleep(ms);
      woken.push(ms);
    };
    const all = [sleep(30), sleep(10), sleep(20), sleep(0)];
    clock.advance(9);
    await Promise.resolve();
    expect(woken).toEqual([0]);
    clock.advance(100);
    await Promise.all(all);
    expect(woken).toEqual([0, 10, 20, 30]);
  });

  it('rejects a sleep with the reason of its signal', async () => {
    const clock = createManualClock();
    const reason = new Error('enough');
    expect(await rejectionOf(() => clock.sleep(10, AbortSignal.abort(reason)))).toBe(reason);
    const controller = new AbortController();
    const rejected = rejectionOf(() => clock.sleep(10, controller.signal));
    controller.abort(reason);
    expect(await rejected).toBe(reason);
  });

  it('refuses what is no time', () => {
    expect(thrownBy(() => createManualClock('tomorrow'))).toHaveProperty(
      'code',
      'invalid-argument',
    );
    const clock = createManualClock();
    expect(thrownBy(() => clock.advance(Number.NaN))).toHaveProperty('code', 'invalid-argument');
  });
});

describe('createSequentialIds', () => {
  it('counts all ids with one counter', () => {
    const ids = createSequentialIds();
    expect([ids.next('run'), ids.next(), ids.next('run')]).toEqual(['run_1', 'id_2', 'run_3']);
  });
});
