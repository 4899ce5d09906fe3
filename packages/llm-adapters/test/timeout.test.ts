import { type LlmClient, LlmError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { createMockClient, pipe, withRetry, withTimeout } from '../src/index.ts';
import { advanceUntil } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

/** A client that ignores its signal and never answers. */
function deaf(): LlmClient & { readonly signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const base = createMockClient([]);
  return {
    ...base,
    signals,
    generate: (_request, options = {}) => {
      if (options.signal !== undefined) signals.push(options.signal);
      return new Promise(() => undefined);
    },
    async *stream() {
      yield { type: 'delta', text: 'a' } as const;
      await new Promise(() => undefined);
    },
  };
}

describe('withTimeout', () => {
  it('ends a call that never answers, and aborts the inner signal', async () => {
    const clock = createManualClock();
    const inner = deaf();
    const client = pipe(inner, withTimeout({ perAttemptMs: 3000, clock, timer: clock }));
    const { result, elapsedMs } = await advanceUntil(clock, failure(client.generate(ask('x'))));
    expect(result).toMatchObject({ kind: 'timeout', retryable: true });
    expect(elapsedMs).toBe(3000);
    expect(inner.signals[0]?.aborted).toBe(true);
  });

  it('is not retryable when the deadline of the caller is over', async () => {
    const clock = createManualClock();
    const client = pipe(deaf(), withTimeout({ perAttemptMs: 3000, clock, timer: clock }));
    const deadline = clock.now().getTime() + 1000;
    const call = failure(client.generate(ask('x'), { deadline }));
    const { result, elapsedMs } = await advanceUntil(clock, call);
    expect(result).toMatchObject({ kind: 'timeout', retryable: false });
    expect(elapsedMs).toBe(1000);
  });

  it('bounds each attempt inside retry, and all of them outside', async () => {
    const clock = createManualClock();
    const time = { clock, timer: clock };
    const inner = deaf();
    const client = pipe(
      inner,
      withTimeout({ perAttemptMs: 1000, ...time }),
      withRetry({ maxAttempts: 10, baseMs: 0, ...time }),
      withTimeout({ totalMs: 3500, ...time }),
    );
    const { elapsedMs } = await advanceUntil(clock, failure(client.generate(ask('x'))));
    expect(elapsedMs).toBe(3500);
    expect(inner.signals).toHaveLength(4);
  });

  it('bounds a whole stream, and the gaps between its deltas', async () => {
    const clock = createManualClock();
    const time = { clock, timer: clock };
    const whole = pipe(deaf(), withTimeout({ totalMs: 2000, ...time }));
    const bounded = await advanceUntil(clock, failure(collect(whole, ask('x'))));
    expect(bounded).toMatchObject({ result: { kind: 'timeout' }, elapsedMs: 2000 });
    const idle = pipe(deaf(), withTimeout({ idleMs: 500, ...time }));
    const silent = await advanceUntil(clock, failure(collect(idle, ask('x'))));
    expect(silent).toMatchObject({ result: { kind: 'timeout' }, elapsedMs: 500 });
  });

  it('does not disturb a call that is in time', async () => {
    const client = pipe(createMockClient(['fine', 'fine']), withTimeout({ perAttemptMs: 5000 }));
    expect((await client.generate(ask('x'))).text).toBe('fine');
    expect((await collect(client, ask('x'))).at(-1)).toMatchObject({ type: 'end' });
  });

  it('makes no call when the deadline is over', async () => {
    const inner = createMockClient(['x']);
    const client = pipe(inner, withTimeout({ perAttemptMs: 1000 }));
    const error = await failure(client.generate(ask('x'), { deadline: Date.now() - 1 }));
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(inner.calls).toHaveLength(0);
  });

  it.each([{ perAttemptMs: 0 }, { totalMs: -1 }, { idleMs: Number.NaN }])(
    'refuses %o',
    (options) => {
      expect(() => withTimeout(options)).toThrow(/expected/);
    },
  );
});

it('keeps the usage of an inner client that saw the deadline first', async () => {
  const usage = { inputTokens: 900 };
  const late = new LlmError('late', { kind: 'timeout', retryable: false, usage });
  const client = pipe(createMockClient([late]), withTimeout({ perAttemptMs: 1000 }));
  expect(await failure(client.generate(ask('x')))).toMatchObject({
    kind: 'timeout',
    retryable: true,
    usage,
  });
});
