import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimer } from '@kanmon/core';
import { rejectionOf } from '../support.ts';

describe('systemTimer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('uses the setTimeout that is global at the time of the call', async () => {
    const woken = vi.fn<() => void>();
    const sleeping = systemTimer.sleep(1000).then(woken);
    await vi.advanceTimersByTimeAsync(999);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sleeping;
    expect(woken).toHaveBeenCalledOnce();
  });

  it('waits out delays that are too long for one timeout', async () => {
    const ms = 2 ** 31 + 5000;
    const woken = vi.fn<() => void>();
    const sleeping = systemTimer.sleep(ms).then(woken);
    await vi.advanceTimersByTimeAsync(ms - 10);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    await sleeping;
    expect(woken).toHaveBeenCalledOnce();
  });

  it('rejects with the reason of its signal, at once or while it sleeps, and leaves no timer', async () => {
    const reason = new Error('enough');
    expect(await rejectionOf(() => systemTimer.sleep(10, AbortSignal.abort(reason)))).toBe(reason);
    const controller = new AbortController();
    const rejected = rejectionOf(() => systemTimer.sleep(10, controller.signal));
    controller.abort(reason);
    expect(await rejected).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses NaN', async () => {
    expect(await rejectionOf(() => systemTimer.sleep(Number.NaN))).toHaveProperty(
      'code',
      'invalid-argument',
    );
  });
});
