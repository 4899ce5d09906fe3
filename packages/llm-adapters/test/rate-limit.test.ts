import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import type { LlmClient } from '@kanmon/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMockClient, pipe, withRateLimit } from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

/** A client that notes when each call starts. */
function noting(clock: ManualClock, takesMs = 0): LlmClient & { readonly starts: number[] } {
  const starts: number[] = [];
  const origin = clock.now().getTime();
  const inner = createMockClient(
    () => {
      starts.push(clock.now().getTime() - origin);
      const reply = { text: 'x', usage: { inputTokens: 30, outputTokens: 20 } };
      return takesMs === 0 ? reply : { delayMs: takesMs, reply };
    },
    { clock, timer: clock },
  );
  return { ...inner, starts };
}

const times = <T>(count: number, make: () => T): readonly T[] =>
  Array.from({ length: count }, make);

describe('withRateLimit', () => {
  it('lets so many requests start in any minute', async () => {
    const clock = createManualClock();
    const inner = noting(clock);
    const client = pipe(inner, withRateLimit({ requestsPerMinute: 2, clock, timer: clock }));
    const work = Promise.all(times(5, () => client.generate(ask('x'))));
    await advanceUntil(clock, work, 10_000);
    expect(inner.starts).toEqual([0, 0, 60_000, 60_000, 120_000]);
  });

  it('charges tokens by estimate and corrects them by the usage', async () => {
    const clock = createManualClock();
    const inner = noting(clock);
    const client = pipe(inner, withRateLimit({ tokensPerMinute: 100, clock, timer: clock }));
    // Each call is estimated at 1 + 40 and turns out to have used 50: two fit into a minute.
    const work = async (left: number): Promise<void> => {
      if (left === 0) return;
      await client.generate(ask('x', { maxOutputTokens: 40 }));
      await work(left - 1);
    };
    await advanceUntil(clock, work(3), 10_000);
    expect(inner.starts).toEqual([0, 0, 60_000]);
  });

  it('keeps to a number at one time, first come, first served', async () => {
    const clock = createManualClock();
    const inner = noting(clock, 1000);
    const client = pipe(inner, withRateLimit({ concurrency: 2, clock, timer: clock }));
    const done: number[] = [];
    const work = Promise.all(
      [0, 1, 2, 3, 4].map(async (index) => {
        await client.generate(ask('x'));
        done.push(index);
      }),
    );
    await advanceUntil(clock, work, 500);
    expect(inner.starts).toEqual([0, 0, 1000, 1000, 2000]);
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses at once what would wait past its deadline', async () => {
    const clock = createManualClock();
    const client = pipe(
      noting(clock),
      withRateLimit({ requestsPerMinute: 1, clock, timer: clock }),
    );
    await client.generate(ask('x'));
    const deadline = clock.now().getTime() + 30_000;
    const error = await failure(client.generate(ask('x'), { deadline }));
    expect(error).toMatchObject({ kind: 'rate-limit', retryAfterMs: 60_000 });
    const inTime = client.generate(ask('x'), { deadline: clock.now().getTime() + 60_001 });
    expect((await advanceUntil(clock, inTime, 10_000)).elapsedMs).toBe(60_000);
  });

  it('refuses when the queue is full', async () => {
    const clock = createManualClock();
    const limit = withRateLimit({ concurrency: 1, maxQueue: 1, clock, timer: clock });
    const client = pipe(noting(clock, 1000), limit);
    const running = client.generate(ask('x'));
    const waiting = client.generate(ask('x'));
    await settle();
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'rate-limit' });
    await advanceUntil(clock, Promise.all([running, waiting]), 500);
  });

  it('ends a wait at its deadline when a running call takes too long', async () => {
    const clock = createManualClock();
    const limit = withRateLimit({ concurrency: 1, clock, timer: clock });
    const client = pipe(noting(clock, 5000), limit);
    const running = client.generate(ask('x'));
    const deadline = clock.now().getTime() + 1000;
    const late = failure(client.generate(ask('x'), { deadline }));
    const { result, elapsedMs } = await advanceUntil(clock, late, 100);
    expect(result).toMatchObject({ kind: 'rate-limit' });
    expect(elapsedMs).toBe(1000);
    await advanceUntil(clock, running, 1000);
  });

  it('frees the slot on every way out', async () => {
    const clock = createManualClock();
    const limit = withRateLimit({ concurrency: 1, clock, timer: clock });
    const inner = createMockClient(
      [
        { deltas: ['a'], failAfter: 1 },
        'left early and then some',
        { delayMs: 9000, reply: 'aborted' },
        'fine',
      ],
      { clock, timer: clock },
    );
    const client = pipe(inner, limit);
    await failure(collect(client, ask('x')));
    for await (const event of client.stream?.(ask('x')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    const controller = new AbortController();
    const aborted = failure(client.generate(ask('x'), { signal: controller.signal }));
    const waiting = client.generate(ask('x'));
    await settle();
    controller.abort();
    expect(await aborted).toMatchObject({ kind: 'aborted' });
    expect((await waiting).text).toBe('fine');
  });

  it('takes a waiting call out of the queue when it is aborted', async () => {
    const clock = createManualClock();
    const client = pipe(
      noting(clock, 1000),
      withRateLimit({ concurrency: 1, clock, timer: clock }),
    );
    const controller = new AbortController();
    const running = client.generate(ask('x'));
    const waiting = failure(client.generate(ask('x'), { signal: controller.signal }));
    await settle();
    controller.abort(new Error('left'));
    expect(await waiting).toMatchObject({ kind: 'aborted' });
    await advanceUntil(clock, running, 500);
  });

  it('never lets more than the limit start within one window', async () => {
    const scenario = fc.record({
      limit: fc.integer({ min: 1, max: 5 }),
      gaps: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ limit, gaps }) => {
        const clock = createManualClock();
        const inner = noting(clock);
        const client = pipe(
          inner,
          withRateLimit({ requestsPerMinute: limit, clock, timer: clock }),
        );
        const calls: Promise<unknown>[] = [];
        await gaps.reduce(async (before, gap) => {
          await before;
          clock.advance(gap);
          calls.push(client.generate(ask('x')));
          await settle();
        }, Promise.resolve());
        await advanceUntil(clock, Promise.all(calls), 7919);
        expect(inner.starts).toHaveLength(gaps.length);
        for (const start of inner.starts) {
          const inside = inner.starts.filter((at) => at >= start && at < start + 60_000);
          expect(inside.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([{ requestsPerMinute: 0 }, { concurrency: 0 }, { maxQueue: -1 }])(
    'refuses %o',
    (options) => {
      expect(() => withRateLimit(options)).toThrow(/expected/);
    },
  );
});
