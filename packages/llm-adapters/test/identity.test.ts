import type { LlmClient } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { fromAiSdk, toAiSdk } from '../src/ai-sdk.ts';
import {
  CassetteMissError,
  createMemoryCache,
  createMemoryCassetteStore,
  createMockClient,
  createOpenAiCompatibleClient,
  type OpenAiCompatibleOptions,
  pipe,
  requestKey,
  withCache,
  withCassette,
  withFallback,
  withRetry,
  withRouter,
} from '../src/index.ts';
import { fromOpenAI } from '../src/openai.ts';
import { chatAnswer } from './support/chat.ts';
import { ask, failure } from './support/collect.ts';

/** A compatible client whose server answers with a name. */
const compatible = (name: string, options: Partial<OpenAiCompatibleOptions> = {}): LlmClient =>
  createOpenAiCompatibleClient({
    baseUrl: 'http://a.test/v1',
    model: 'm',
    apiKey: 'key-of-a',
    fetch: async () => Response.json(chatAnswer(name)),
    ...options,
  });

const others: readonly (readonly [string, Partial<OpenAiCompatibleOptions>])[] = [
  ['base URL', { baseUrl: 'http://b.test/v1' }],
  ['key', { apiKey: 'key-of-b' }],
  ['key function', { apiKey: () => 'key-of-a' }],
  ['tenant header', { headers: { 'x-tenant': 'b' } }],
  ['limit', { defaults: { maxOutputTokens: 1 } }],
  ['provider options', { defaults: { providerOptions: { 'openai-compatible': { seed: 1 } } } }],
  ['capabilities', { defaults: { capabilities: { temperature: false } } }],
  ['JSON mode', { jsonMode: 'prompt' }],
  ['identity', { defaults: { identity: 'b' } }],
];

describe('a shared cache', () => {
  it.each(others)('does not answer for a client of another %s', async (_name, options) => {
    const cache = withCache({ store: createMemoryCache() });
    await pipe(compatible('a'), cache).generate(ask('x'));
    const other = pipe(compatible('b', options), cache);
    expect(await other.generate(ask('x'))).toMatchObject({ text: 'b', warnings: [] });
    expect((await other.generate(ask('x'))).warnings).toEqual(['cache-hit']);
  });

  it('answers for an equal client, also below other decorators', async () => {
    const store = createMemoryCache();
    await pipe(compatible('a'), withRetry(), withCache({ store })).generate(ask('x'));
    const again = await pipe(compatible('b'), withCache({ store })).generate(ask('x'));
    expect(again).toMatchObject({ text: 'a', warnings: ['cache-hit'] });
  });

  it('distinguishes clients that ask one of several', () => {
    const a = compatible('a');
    const b = compatible('b', { apiKey: 'key-of-b' });
    const keys = [
      requestKey(a, ask('x')),
      requestKey(withFallback([a, b]), ask('x')),
      requestKey(withFallback([a, a]), ask('x')),
      requestKey(
        withRouter(() => 'b', { a, b }),
        ask('x'),
      ),
    ];
    expect(new Set(keys).size).toBe(3);
    expect(requestKey(pipe(a, withRetry()), ask('x'))).toBe(keys[0]);
  });

  it('distinguishes SDK clients by address and key, and models whose keys cannot be read', () => {
    const create = (): Promise<unknown> => Promise.reject(new Error('never called'));
    const sdk = (more: object): LlmClient =>
      fromOpenAI({ chat: { completions: { create } }, ...more }, { model: 'm' });
    const keyOf = (more: object): string => requestKey(sdk(more), ask('x'));
    expect(keyOf({ apiKey: 'k' })).toBe(keyOf({ apiKey: 'k' }));
    const resource: Record<string, unknown> = {};
    resource['client'] = resource;
    expect(keyOf({ apiKey: 'k', project: resource })).toBe(keyOf({ apiKey: 'k' }));
    const renewed = { apiKey: 'k', _options: { apiKey: () => 'k' } };
    const keys = [
      keyOf({ apiKey: 'k' }),
      keyOf({ apiKey: 'l' }),
      keyOf({ apiKey: 'k', baseURL: 'http://b.test' }),
      keyOf({ apiKey: 'k', organization: 'o' }),
      keyOf(renewed),
      keyOf(renewed),
      requestKey(fromAiSdk(toAiSdk(createMockClient([]))), ask('x')),
      requestKey(fromAiSdk(toAiSdk(createMockClient([]))), ask('x')),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    const named = (): LlmClient =>
      fromAiSdk(toAiSdk(createMockClient([])), { defaults: { identity: 'account-1' } });
    expect(requestKey(named(), ask('x'))).toBe(requestKey(named(), ask('x')));
  });

  it('has keys of before for clients that are not of this package', () => {
    expect(requestKey({ provider: 'mock', model: 'm' }, ask('x'))).toBe(
      requestKey(createMockClient([], { model: 'm' }), ask('x')),
    );
  });
});

describe('a shared cassette', () => {
  const recorded = async (): Promise<string> => {
    const store = createMemoryCassetteStore();
    await pipe(compatible('a'), withCassette({ mode: 'record', store })).generate(ask('x'));
    return store.text();
  };

  it.each(others)(
    'does not answer in auto mode for a client of another %s',
    async (_name, options) => {
      const store = createMemoryCassetteStore(await recorded());
      const client = pipe(compatible('b', options), withCassette({ mode: 'auto', store }));
      expect((await client.generate(ask('x'))).text).toBe('b');
      const same = pipe(compatible('c'), withCassette({ mode: 'auto', store }));
      expect((await same.generate(ask('x'))).text).toBe('a');
    },
  );

  it.each([{ apiKey: 'other' }, { apiKey: '' }, { headers: { 'x-tenant': 'b' } }])(
    'replays without the key it was recorded with: %j',
    async (options) => {
      const store = createMemoryCassetteStore(await recorded());
      const client = pipe(compatible('b', options), withCassette({ mode: 'replay', store }));
      expect((await client.generate(ask('x'))).text).toBe('a');
    },
  );

  it.each([{ baseUrl: 'http://b.test/v1' }, { defaults: { maxOutputTokens: 1 } }])(
    'does not replay for %j, and gives the reason',
    async (options) => {
      const store = createMemoryCassetteStore(await recorded());
      const client = pipe(compatible('b', options), withCassette({ mode: 'replay', store }));
      const error = await failure(client.generate(ask('x')));
      expect(CassetteMissError.isInstance(error)).toBe(true);
      expect(error.message).toContain('another base URL, other defaults or another key');
    },
  );

  it('replays lines of earlier versions for every client', async () => {
    const before = (await recorded()).replace(/"client":\{[^}]*\},/, '');
    expect(before).not.toContain('client');
    const store = createMemoryCassetteStore(before);
    const options = { baseUrl: 'http://b.test/v1', apiKey: 'other' };
    const client = pipe(compatible('b', options), withCassette({ mode: 'auto', store }));
    expect((await client.generate(ask('x'))).text).toBe('a');
    expect((await client.generate(ask('x'))).text).toBe('b');
  });

  it('holds neither key nor address', async () => {
    const text = await recorded();
    expect(text).toMatch(/"client":\{"account":"[0-9a-f]{16}","server":"[0-9a-f]{16}"\}/);
    expect(text).not.toMatch(/key-of-a|a\.test/);
  });
});
