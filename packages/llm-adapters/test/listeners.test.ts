import { LlmError, silentLogger } from '@kanmon/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientFromEnv } from '../src/env.ts';
import {
  type CacheStore,
  createMemoryCassetteStore,
  createMockClient,
  type Decorator,
  pipe,
  withCache,
  withCassette,
  withRetry,
  withTrace,
} from '../src/index.ts';
import { settle } from './support/advance.ts';
import { ask } from './support/collect.ts';

const down = new Error('the metrics server is down');
/** Listeners that fail: one throws, one returns a promise that rejects. */
const listeners: readonly (readonly [string, () => unknown])[] = [
  [
    'throws',
    () => {
      throw down;
    },
  ],
  ['returns a promise that rejects', () => Promise.reject(down)],
];

describe.each(listeners)('a listener that %s', (_name, listener) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeEach(() => {
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    unhandled.length = 0;
  });

  const logger = { ...silentLogger, warn: listener };
  const noStore: CacheStore = {
    get() {
      throw new Error('the store is down');
    },
    set: () => undefined,
  };
  const torn = () => createMemoryCassetteStore('{"kanmon":"cass');
  const decorators: readonly (readonly [string, () => Decorator])[] = [
    ['onAttempt of withRetry', () => withRetry({ baseMs: 1, onAttempt: listener })],
    ['the sink of withTrace', () => withTrace(listener)],
    ['the logger of withCache', () => withCache({ store: noStore, logger })],
    ['the logger of withCassette', () => withCassette({ mode: 'auto', store: torn(), logger })],
  ];

  it.each(decorators)('breaks no call as %s', async (name, decorate) => {
    const busy = new LlmError('busy', { kind: 'overloaded' });
    const script = name.endsWith('withRetry') ? [busy, 'ok'] : ['ok'];
    const client = pipe(createMockClient(script), decorate());
    expect((await client.generate(ask('x'))).text).toBe('ok');
    await settle();
    expect(unhandled).toEqual([]);
  });

  it('breaks no client as the logger of createClientFromEnv', async () => {
    const environment = { KANMON_LLM_PROVIDER: 'mock', PPTX_LLM_PROVIDER: 'openai' };
    const client = await createClientFromEnv(environment, { logger });
    expect(client.provider).toBe('mock');
    await settle();
    expect(unhandled).toEqual([]);
  });
});
