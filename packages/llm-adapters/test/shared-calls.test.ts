import { type LlmCallOptions, type LlmClient, LlmError, type LlmEvent } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  composeClient,
  createMemoryCache,
  createMockClient,
  pipe,
  withCache,
  withTimeout,
} from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

interface Probe {
  readonly client: LlmClient;
  readonly calls: readonly ('generate' | 'stream')[];
  readonly signals: readonly AbortSignal[];
  /** Texts that streams have yielded. */
  readonly pulled: () => number;
  /** Streams that are not closed. */
  readonly open: () => number;
}

/** A client whose streams yield what a test makes them yield. */
function createProbe(parts: () => AsyncIterable<string> | Iterable<string>): Probe {
  const calls: ('generate' | 'stream')[] = [];
  const signals: AbortSignal[] = [];
  const base = createMockClient(['whole', 'whole']);
  let pulled = 0;
  let open = 0;
  const client: LlmClient = {
    ...base,
    generate(request, options) {
      calls.push('generate');
      return base.generate(request, options);
    },
    async *stream(_request, { signal }: LlmCallOptions = {}) {
      calls.push('stream');
      if (signal !== undefined) signals.push(signal);
      open += 1;
      const texts: string[] = [];
      try {
        for await (const text of parts()) {
          pulled += 1;
          texts.push(text);
          yield { type: 'delta', text };
        }
        const response = await createMockClient([texts.join('')]).generate(ask('x'));
        yield { type: 'end', response };
      } finally {
        open -= 1;
      }
    },
  };
  return { client, calls, signals, pulled: () => pulled, open: () => open };
}

/** Texts that come one by one, when the test releases them. */
function createGate() {
  const released: string[] = [];
  let wake = (): void => undefined;
  let isOver = false;
  return {
    release(...texts: readonly string[]) {
      released.push(...texts);
      wake();
    },
    end() {
      isOver = true;
      wake();
    },
    async *texts(): AsyncGenerator<string, void, undefined> {
      for (;;) {
        const next = released.shift();
        if (next !== undefined) yield next;
        else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

const readerOf = (client: LlmClient, options?: LlmCallOptions): AsyncIterator<LlmEvent> => {
  if (client.stream === undefined) throw new Error('the client has no stream');
  return client.stream(ask('x'), options)[Symbol.asyncIterator]();
};

const cache = () => withCache({ store: createMemoryCache() });

describe('equal calls at one time', () => {
  it('do not wait for a reader that stops reading', async () => {
    const probe = createProbe(() => ['a', 'b', 'c']);
    const client = composeClient(probe.client, {
      cache: { store: createMemoryCache() },
      retry: {},
      timeout: { perAttemptMs: 300, totalMs: 500, idleMs: 100 },
    });
    const stalled = readerOf(client);
    expect(await stalled.next()).toMatchObject({ value: { text: 'a' } });
    const [whole, streamed] = await Promise.all([
      client.generate(ask('x')),
      collect(client, ask('x')),
    ]);
    expect(whole).toMatchObject({ text: 'abc', warnings: ['cache-hit'] });
    expect(streamed.at(-1)).toMatchObject({ response: { text: 'abc' } });
    expect(probe.calls).toEqual(['stream']);
    // The slow reader still gets everything, as the one who made the call.
    expect(await stalled.next()).toMatchObject({ value: { text: 'b' } });
    expect(await stalled.next()).toMatchObject({ value: { text: 'c' } });
    expect(await stalled.next()).toMatchObject({ value: { response: { warnings: [] } } });
    expect(await stalled.next()).toMatchObject({ done: true });
  });

  it('get the deltas of a stream as they come, each from its first one', async () => {
    const gate = createGate();
    const probe = createProbe(gate.texts);
    const client = pipe(probe.client, cache());
    const first = readerOf(client);
    gate.release('a', 'b');
    expect(await first.next()).toMatchObject({ value: { text: 'a' } });
    const second = readerOf(client);
    expect(await second.next()).toMatchObject({ value: { text: 'a' } });
    expect(await second.next()).toMatchObject({ value: { text: 'b' } });
    gate.end();
    expect(await second.next()).toMatchObject({
      value: { response: { text: 'ab', warnings: ['cache-hit'], usage: {} } },
    });
  });

  it('stay when the first caller leaves its stream', async () => {
    const gate = createGate();
    const probe = createProbe(gate.texts);
    const client = pipe(probe.client, cache());
    const first = readerOf(client);
    gate.release('a');
    await first.next();
    const whole = client.generate(ask('x'));
    const streamed = collect(client, ask('x'));
    await settle();
    await first.return?.();
    gate.release('b');
    gate.end();
    expect((await whole).text).toBe('ab');
    expect((await streamed).map(({ type }) => type)).toEqual(['delta', 'delta', 'end']);
    expect(probe.calls).toEqual(['stream']);
    expect(probe.signals[0]?.aborted).toBe(false);
    expect(probe.open()).toBe(0);
  });

  it('close the stream when all of them have left', async () => {
    const gate = createGate();
    const probe = createProbe(gate.texts);
    const client = pipe(probe.client, cache());
    const controller = new AbortController();
    const [first, second] = [readerOf(client), readerOf(client, { signal: controller.signal })];
    gate.release('a');
    await first.next();
    await second.next();
    await first.return?.();
    expect(probe.signals[0]?.aborted).toBe(false);
    controller.abort();
    expect(await failure(second.next() as Promise<unknown>)).toMatchObject({ kind: 'aborted' });
    expect(probe.signals[0]?.aborted).toBe(true);
    gate.release('late');
    await settle();
    expect(probe.open()).toBe(0);
    gate.end();
    expect((await collect(client, ask('x'))).at(-1)).toMatchObject({ type: 'end' });
    expect(probe.calls).toHaveLength(2);
  });

  it('buffer no more than one answer may hold', async () => {
    const part = 'x'.repeat(2 ** 20);
    function* endless(): Generator<string, void, undefined> {
      for (;;) yield part;
    }
    const probe = createProbe(endless);
    const client = pipe(probe.client, cache());
    const stalled = readerOf(client);
    await stalled.next();
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'protocol' });
    await settle();
    expect(probe.pulled()).toBeLessThanOrEqual(33);
    expect(probe.open()).toBe(0);
  });

  it('all get the parts before an error, and the error', async () => {
    const error = new LlmError('cut', { kind: 'network' });
    const inner = createMockClient([{ deltas: ['a', 'b'], failAfter: 2, error }]);
    const client = pipe(inner, cache());
    const readers = [readerOf(client), readerOf(client)];
    for (const reader of readers) {
      expect(await reader.next()).toMatchObject({ value: { text: 'a' } });
    }
    for (const reader of readers) {
      expect(await reader.next()).toMatchObject({ value: { text: 'b' } });
      expect(await failure(reader.next() as Promise<unknown>)).toMatchObject({ kind: 'network' });
    }
    expect(inner.calls).toHaveLength(1);
  });

  it('do not end with the deadline of the first caller', async () => {
    const clock = createManualClock();
    const time = { clock, timer: clock };
    const start = clock.now().getTime();
    const gate = createGate();
    gate.release('old');
    const probe = createProbe(() => (probe.calls.length === 1 ? gate.texts() : ['new']));
    const client = pipe(
      probe.client,
      withTimeout({ totalMs: 10_000, ...time }),
      withCache({ store: createMemoryCache(), ...time }),
    );
    const hasty = failure(collect(client, ask('x'), { deadline: start + 100 }));
    const patient = collect(client, ask('x'), { deadline: start + 9000 });
    expect((await advanceUntil(clock, hasty)).result).toMatchObject({ kind: 'timeout' });
    expect((await patient).at(-1)).toMatchObject({ response: { text: 'new' } });
    expect(probe.calls).toEqual(['stream', 'stream']);
    gate.end();
  });

  it('refuse a stream without an end', async () => {
    const inner = createMockClient([]);
    async function* endless(): AsyncGenerator<LlmEvent, void, undefined> {
      yield await Promise.resolve({ type: 'delta', text: 'a' });
    }
    const client = pipe({ ...inner, stream: endless }, cache());
    expect(await failure(collect(client, ask('x')))).toMatchObject({ kind: 'network' });
  });
});

describe('the key of withCache', () => {
  it.each([undefined, '', 5])('is refused where the function returns %s', async (id) => {
    const inner = createMockClient(['for A', 'for B']);
    const key = () => id as string;
    const client = pipe(inner, withCache({ store: createMemoryCache(), key }));
    const refused = { code: 'invalid-argument' };
    expect(await failure(client.generate(ask('A')))).toMatchObject(refused);
    expect(await failure(collect(client, ask('B')))).toMatchObject(refused);
    expect(inner.calls).toEqual([]);
  });
});
