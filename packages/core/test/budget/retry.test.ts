import { describe, expect, it } from 'vitest';
import { LlmError, retry, type RetryOptions, type Timer } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { rejectionOf } from '../support.ts';

const overloaded = new LlmError('busy', { kind: 'overloaded' });

/** A timer that notes its delays and lets the clock run by them. */
function noteDelays(): {
  readonly timer: Timer;
  readonly delays: number[];
  readonly clock: ReturnType<typeof createManualClock>;
} {
  const clock = createManualClock(0);
  const delays: number[] = [];
  const timer: Timer = {
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      delays.push(ms);
      clock.advance(ms);
    },
  };
  return { timer, delays, clock };
}

/** Fails with these errors, one a call, then gives 'done'. */
function failing(...errors: readonly Error[]): (attempt: number) => Promise<string> {
  return async (attempt) => {
    const error = errors[attempt - 1];
    if (error !== undefined) throw error;
    return 'done';
  };
}

const shouldRetry = (error: unknown): boolean => error instanceof TypeError;

describe('retry', () => {
  it('returns the first success and numbers attempts from 1', async () => {
    const { timer, delays } = noteDelays();
    const attempts: number[] = [];
    const result = await retry(
      async (attempt) => {
        attempts.push(attempt);
        return failing(overloaded, overloaded)(attempt);
      },
      { timer, jitter: 'none' },
    );
    expect(result).toBe('done');
    expect(attempts).toEqual([1, 2, 3]);
    expect(delays).toEqual([500, 1000]);
  });

  it('throws the last error after maxAttempts, three by default', async () => {
    const last = new LlmError('last', { kind: 'server' });
    const { timer, delays } = noteDelays();
    const run = (options: RetryOptions): Promise<unknown> =>
      rejectionOf(() => retry(failing(overloaded, overloaded, last), { timer, ...options }));
    expect(await run({})).toBe(last);
    expect(delays).toHaveLength(2);
    expect(await run({ maxAttempts: 1 })).toBe(overloaded);
    expect(delays).toHaveLength(2);
  });

  it('multiplies the delay by two, up to maxMs', async () => {
    const { timer, delays } = noteDelays();
    const errors = Array.from({ length: 5 }, () => overloaded);
    await retry(failing(...errors), {
      timer,
      jitter: 'none',
      maxAttempts: 6,
      baseMs: 100,
      maxMs: 500,
    });
    expect(delays).toEqual([100, 200, 400, 500, 500]);
  });

  it('takes a random part of the delay by default', async () => {
    const { timer, delays } = noteDelays();
    await retry(failing(overloaded, overloaded), { timer, random: () => 0.25 });
    expect(delays).toEqual([125, 250]);
  });

  it('waits as long as the provider asks, also beyond maxMs', async () => {
    const { timer, delays } = noteDelays();
    const asked = new LlmError('later', { kind: 'rate-limit', retryAfterMs: 70_000 });
    const senseless = new LlmError('?', { kind: 'rate-limit', retryAfterMs: Number.NaN });
    await retry(failing(asked, senseless), { timer, jitter: 'none' });
    expect(delays).toEqual([70_000, 1000]);
  });

  it.each([
    [{}, 120_000, [120_000]],
    [{}, 120_001, []],
    [{}, Number.MAX_VALUE, []],
    [{}, Infinity, []],
    [{ maxRetryAfterMs: 500 }, 501, []],
    [{ maxRetryAfterMs: 0 }, 1, []],
  ])(
    'with %j, throws at once when asked to wait longer than the ceiling: %d ms',
    async (options, retryAfterMs, waited) => {
      const { timer, delays } = noteDelays();
      const asked = new LlmError('later', { kind: 'rate-limit', retryAfterMs });
      const result = await retry(failing(asked), { timer, ...options }).catch(
        (error: unknown) => error,
      );
      expect(result).toBe(waited.length === 0 ? asked : 'done');
      expect(delays).toEqual(waited);
    },
  );

  it('refuses an option that it does not know', async () => {
    // @ts-expect-error A misspelt option.
    const error = await rejectionOf(() => retry(failing(), { maxAtempts: 1 }));
    expect(String(error)).toContain('unknown option "maxAtempts" of retry(operation, options)');
  });

  it('begins no delay that would leave no time before the deadline', async () => {
    const { timer, delays, clock } = noteDelays();
    const options = { timer, clock, jitter: 'none', maxAttempts: 9 } as const;
    const error = await rejectionOf(() =>
      retry(failing(overloaded, overloaded, overloaded), { ...options, deadline: 1500 }),
    );
    expect(error).toBe(overloaded);
    expect(delays).toEqual([500]);
    const late = noteDelays();
    const lateOptions = { ...options, timer: late.timer, clock: late.clock };
    await retry(failing(overloaded, overloaded), { ...lateOptions, deadline: 1501 });
    expect(late.delays).toEqual([500, 1000]);
  });

  it.each<[string, Error]>([
    ['an LlmError that is not retryable', new LlmError('no', { kind: 'auth' })],
    ['any other error', new Error('no')],
  ])('does not retry %s by default', async (_name, error) => {
    const { timer, delays } = noteDelays();
    expect(await rejectionOf(() => retry(failing(error), { timer }))).toBe(error);
    expect(delays).toEqual([]);
  });

  it('asks shouldRetry when it is given', async () => {
    const { timer } = noteDelays();
    expect(await retry(failing(new TypeError('x')), { timer, shouldRetry })).toBe('done');
    const refused = await rejectionOf(() => retry(failing(overloaded), { timer, shouldRetry }));
    expect(refused).toBe(overloaded);
  });

  it('stops with the reason of its signal, before a call and while it waits', async () => {
    const reason = new Error('enough');
    let calls = 0;
    const operation = async (): Promise<never> => {
      calls += 1;
      throw overloaded;
    };
    const aborted = AbortSignal.abort(reason);
    expect(await rejectionOf(() => retry(operation, { signal: aborted }))).toBe(reason);
    expect(calls).toBe(0);
    const controller = new AbortController();
    const clock = createManualClock();
    const waiting = rejectionOf(() =>
      retry(operation, { signal: controller.signal, timer: clock, clock }),
    );
    await Promise.resolve();
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(calls).toBe(1);
  });

  it.each<[RetryOptions]>([
    [{ maxAttempts: 0 }],
    [{ maxAttempts: Number.NaN }],
    [{ baseMs: -1 }],
    [{ maxMs: Number.NaN }],
    [{ deadline: Number.NaN }],
  ])('refuses %j', async (options) => {
    const error = await rejectionOf(() => retry(failing(), options));
    expect(error).toHaveProperty('code', 'invalid-argument');
  });
});
