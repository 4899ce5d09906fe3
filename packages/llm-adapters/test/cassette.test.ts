import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LlmClient, LlmError, silentLogger } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileCassetteStore } from '../src/file.ts';
import {
  CassetteMissError,
  createMemoryCassetteStore,
  createMockClient,
  type MockReply,
  pipe,
  withCassette,
} from '../src/index.ts';
import { ask, collect, failure } from './support/collect.ts';

const script: readonly MockReply[] = [
  { text: '一つ目 "quoted"', usage: { inputTokens: 4, outputTokens: 2 }, latencyMs: 12, id: 'r1' },
  new LlmError('slow down', { kind: 'rate-limit', status: 429, retryAfterMs: 700 }),
  { text: 'the same question, another answer', finish: 'length', raw: { secret: 'raw body' } },
  { deltas: ['ab', 'c🎌', 'd'] },
  { deltas: ['half'], failAfter: 1, error: new LlmError('cut', { kind: 'network' }) },
];

/** The end of a call, as plain data. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!LlmError.isInstance(error)) throw error;
    const { kind, status, retryAfterMs, message } = error;
    return { kind, status, retryAfterMs, message };
  }
}

/** Every kind of reply of the script. */
async function session(client: LlmClient): Promise<readonly unknown[]> {
  const first = await outcome(client.generate(ask('a')));
  const second = await outcome(client.generate(ask('b', { maxOutputTokens: 5 })));
  const third = await outcome(client.generate(ask('a')));
  const fourth = await outcome(collect(client, ask('c')));
  const fifth = await outcome(collect(client, ask('d')));
  return [first, second, third, fourth, fifth];
}

const secretFor = (n: number): string => `use key sk-proj-${String(n).repeat(20)} please`;

async function record(): Promise<{ readonly text: string; readonly outcomes: readonly unknown[] }> {
  const store = createMemoryCassetteStore();
  const clock = createManualClock();
  const client = pipe(createMockClient(script, { clock }), withCassette({ mode: 'record', store }));
  const outcomes = await session(client);
  return { text: store.text(), outcomes };
}

/** `raw` bodies are not recorded. */
function withoutRaw(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'raw'));
}

const never = createMockClient([]);

describe('withCassette', () => {
  it('records equal bytes twice, canonical and without raw bodies', async () => {
    const { text } = await record();
    expect((await record()).text).toBe(text);
    expect(text.split('\n')).toHaveLength(7);
    expect(text.startsWith('{"format":"kanmon-cassette","version":1}\n')).toBe(true);
    expect(text).not.toContain('raw body');
  });

  it('replays texts, deltas, usage, latency and errors as they were, without a call', async () => {
    const { text, outcomes } = await record();
    const store = createMemoryCassetteStore(text);
    const replayed = pipe(never, withCassette({ mode: 'replay', store }));
    expect(await session(replayed)).toEqual(outcomes.map(withoutRaw));
    expect(never.calls).toHaveLength(0);
    expect(store.text()).toBe(text);
  });

  it('fails clearly for a request that was not recorded', async () => {
    const { text } = await record();
    const store = createMemoryCassetteStore(text);
    const client = pipe(never, withCassette({ mode: 'replay', store }));
    const error = await failure(client.generate(ask('b', { maxOutputTokens: 6 })));
    expect(CassetteMissError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'cassette-miss', differences: ['/maxOutputTokens'] });
    expect(error.message).toContain('/maxOutputTokens');
    await client.generate(ask('a'));
    await client.generate(ask('a'));
    const again = await failure(client.generate(ask('a')));
    expect(again.message).toContain('recorded 2 times');
  });

  it('records in the order in which calls start', async () => {
    const store = createMemoryCassetteStore();
    const inner = createMockClient(({ messages }) =>
      messages[0]?.content === 'slow' ? { delayMs: 40, reply: 'slow answer' } : 'quick answer',
    );
    const client = pipe(inner, withCassette({ mode: 'record', store }));
    await Promise.all([client.generate(ask('slow')), client.generate(ask('quick'))]);
    const answers = store.text().match(/(?:slow|quick) answer/g);
    expect(answers).toEqual(['slow answer', 'quick answer']);
  });

  it('does not let a stream that is left hold back later calls', async () => {
    const store = createMemoryCassetteStore();
    const client = pipe(
      createMockClient(['a long answer', 'later']),
      withCassette({ mode: 'record', store }),
    );
    for await (const event of client.stream?.(ask('a')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    await client.generate(ask('b'));
    expect(store.text()).toContain('later');
  });

  it('replays what is there and records the rest in auto mode', async () => {
    const store = createMemoryCassetteStore();
    const inner = createMockClient(['one', 'two']);
    await pipe(inner, withCassette({ mode: 'auto', store })).generate(ask('a'));
    const again = pipe(inner, withCassette({ mode: 'auto', store }));
    expect((await again.generate(ask('a'))).text).toBe('one');
    expect((await again.generate(ask('b'))).text).toBe('two');
    expect(inner.calls).toHaveLength(2);
    expect(store.text().trim().split('\n')).toHaveLength(3);
  });

  it('replaces what an earlier run recorded of the same request, and nothing else', async () => {
    const store = createMemoryCassetteStore();
    const recording = (answers: readonly string[]) =>
      pipe(createMockClient(answers), withCassette({ mode: 'record', store }));
    const first = recording(['old', 'old again', 'other']);
    for (const text of ['x', 'x', 'y']) await first.generate(ask(text));
    const second = recording(['new', 'new again', 'new third']);
    await Promise.all([second.generate(ask('x')), second.generate(ask('x'))]);
    await collect(second, ask('x'));
    const replay = pipe(createMockClient([]), withCassette({ mode: 'replay', store }));
    const texts: string[] = [];
    for (const text of ['x', 'x', 'x', 'y']) texts.push((await replay.generate(ask(text))).text);
    expect(texts).toEqual(['new', 'new again', 'new third', 'other']);
    const once = recording(['once']);
    await once.generate(ask('x'));
    expect(store.text().trim().split('\n')).toHaveLength(3);
  });

  it('passes calls through in the mode passthrough', () => {
    const store = createMemoryCassetteStore();
    expect(pipe(never, withCassette({ mode: 'passthrough', store }))).toBe(never);
  });

  it('stores no secrets, and replays although the secret has changed', async () => {
    const store = createMemoryCassetteStore();
    const client = createMockClient(({ messages }) => `echo ${messages[0]?.content}`);
    await pipe(client, withCassette({ mode: 'record', store })).generate(ask(secretFor(1)));
    expect(store.text()).not.toContain('1111');
    const replayed = pipe(never, withCassette({ mode: 'replay', store }), (inner) => inner);
    const other = pipe(createMockClient([]), withCassette({ mode: 'replay', store }));
    expect((await replayed.generate(ask(secretFor(2)))).text).toContain('[redacted]');
    expect((await other.generate(ask(secretFor(3)))).text).toContain('[redacted]');
  });

  it('names a damaged line', async () => {
    const { text } = await record();
    const lines = text.split('\n');
    const damaged = [...lines.slice(0, 2), '{"key":1}', ...lines.slice(2)].join('\n');
    const client = pipe(
      never,
      withCassette({ mode: 'replay', store: createMemoryCassetteStore(damaged) }),
    );
    const error = await failure(client.generate(ask('a')));
    expect(error).toMatchObject({ code: 'cassette-format', line: 3 });
    expect(error.message).toContain('line 3');
  });

  it('reports a torn last line and goes on without it', async () => {
    const { text } = await record();
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (entry: unknown) => warnings.push(entry) };
    const store = createMemoryCassetteStore(text.slice(0, -20));
    const inner = createMockClient(['new']);
    const client = pipe(inner, withCassette({ mode: 'auto', store, logger }));
    expect((await client.generate(ask('a'))).text).toBe('一つ目 "quoted"');
    await client.generate(ask('new'));
    expect(warnings).toHaveLength(1);
    const reread = pipe(never, withCassette({ mode: 'replay', store }));
    expect((await reread.generate(ask('new'))).text).toBe('new');
  });

  it('asks for a store', () => {
    // @ts-expect-error no store
    expect(() => withCassette({ mode: 'replay' })).toThrow(
      'expected options.store with read, append and replace, got undefined; use createMemoryCassetteStore() or createFileCassetteStore(path)',
    );
  });

  it('refuses a mode it does not know', () => {
    // @ts-expect-error a mode of no cassette
    expect(() => withCassette({ mode: 'rewind', store: createMemoryCassetteStore() })).toThrow(
      /record, replay, auto or passthrough/,
    );
  });

  it('replays the golden cassette', async () => {
    const text = await readFile(new URL('cases/golden-cassette.jsonl', import.meta.url), 'utf8');
    expect((await record()).text).toBe(text);
  });
});

describe('createFileCassetteStore', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kanmon-cassette-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('keeps a cassette in a file, made when the first line is written', async () => {
    const path = join(folder, 'deep', 'calls.jsonl');
    const recording = withCassette({ mode: 'record', store: createFileCassetteStore(path) });
    await pipe(createMockClient(['one']), recording).generate(ask('a'));
    const replaying = withCassette({ mode: 'replay', store: createFileCassetteStore(path) });
    expect((await pipe(never, replaying).generate(ask('a'))).text).toBe('one');
  });

  it('cuts a torn last line off', async () => {
    const path = join(folder, 'torn.jsonl');
    await writeFile(path, '{"format":"kanmon-cassette","version":1}\n{"key":"to');
    const client = pipe(
      createMockClient(['one']),
      withCassette({ mode: 'auto', store: createFileCassetteStore(path) }),
    );
    await client.generate(ask('a'));
    const text = await readFile(path, 'utf8');
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('{"key":"to');
  });
});
