import { inspect } from 'node:util';
import { type LlmClient, MissingConfigurationError, silentLogger } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClientFromEnv, describeProviders } from '../src/env.ts';
import { createMockClient } from '../src/index.ts';
import { type ChaosServer, json, startChaosServer } from './support/chaos-server.ts';
import { chatAnswer } from './support/chat.ts';
import { ask, failure } from './support/collect.ts';

const canary = 'canary-4711-key-value';

describe('createClientFromEnv', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  it.each([{}, { KANMON_LLM_PROVIDER: '' }, { KANMON_LLM_PROVIDER: ' Mock ' }])(
    'gives the mock for %o',
    async (environment) => {
      const client = await createClientFromEnv(environment);
      expect(client.provider).toBe('mock');
      const { text } = await client.generate(ask('hello'));
      expect(text).toContain('no model was asked');
    },
  );

  it('speaks to a compatible server with the key of the environment', async () => {
    server.behave(json(200, chatAnswer('hello')));
    const client = await createClientFromEnv({
      PPTX_LLM_PROVIDER: 'OpenAI-Compatible',
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_MODEL: 'test-model',
      OPENAI_COMPATIBLE_API_KEY: ` ${canary}\n`,
    });
    const response = await client.generate(ask('hi'));
    expect(response).toMatchObject({
      text: 'hello',
      finish: 'stop',
      provider: 'openai-compatible',
      model: 'test-model-1',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
    expect(server.journal[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
    expect(server.journal[0]?.path).toBe('/v1/chat/completions');
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(canary);
  });

  it('keeps the key out of an error that quotes it', async () => {
    server.behave(json(401, { error: { message: `bad key ${canary}`, code: canary } }));
    const client = await createClientFromEnv({
      KANMON_LLM_PROVIDER: 'openai-compatible',
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_MODEL: 'test-model',
      OPENAI_COMPATIBLE_API_KEY: canary,
    });
    const error = await failure(client.generate(ask('hi')));
    expect(error).toMatchObject({ kind: 'auth', status: 401, retryable: false });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(canary);
    expect(JSON.stringify(error)).not.toContain(canary);
  });

  it('lists every missing variable in one error and no value', async () => {
    const error: unknown = await failure(
      createClientFromEnv({
        KANMON_LLM_PROVIDER: 'openai-compatible',
        OPENAI_COMPATIBLE_MODEL: '  ',
        OPENAI_COMPATIBLE_API_KEY: canary,
      }),
    );
    expect(MissingConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'missing-configuration',
      provider: 'openai-compatible',
      missing: ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_MODEL'],
      message:
        'OPENAI_COMPATIBLE_BASE_URL, OPENAI_COMPATIBLE_MODEL are not set; the provider openai-compatible needs them. To run without a model, use the provider mock',
    });
    expect(inspect(error)).not.toContain(canary);
  });

  it.each(['KANMON_LLM_PROVIDER', 'PPTX_LLM_PROVIDER'])(
    'names the known providers for an unknown one in %s',
    async (variable) => {
      const error = await failure(createClientFromEnv({ [variable]: 'gtp' }));
      expect(error).toMatchObject({
        code: 'unknown-provider',
        message: `${variable} is set, but "gtp" is not a known provider; expected one of mock, openai, azure-openai, claude, aws-claude, openai-compatible`,
      });
    },
  );

  it('lets KANMON_LLM_PROVIDER win over its alias and warns', async () => {
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (text: unknown) => warnings.push(text) };
    const client = await createClientFromEnv(
      { KANMON_LLM_PROVIDER: 'mock', PPTX_LLM_PROVIDER: 'openai' },
      { logger },
    );
    expect(client.provider).toBe('mock');
    expect(warnings).toEqual([
      'KANMON_LLM_PROVIDER and PPTX_LLM_PROVIDER name different providers; KANMON_LLM_PROVIDER is used',
    ]);
  });

  it('refuses a JSON mode it does not know without quoting it', async () => {
    const error = await failure(
      createClientFromEnv({
        KANMON_LLM_PROVIDER: 'openai-compatible',
        OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
        OPENAI_COMPATIBLE_MODEL: 'm',
        OPENAI_COMPATIBLE_JSON_MODE: canary,
      }),
    );
    expect(error).toMatchObject({ code: 'invalid-argument' });
    expect(error.message).not.toContain(canary);
  });

  it('ends the attempts of a provider that never answers, unless it is to be bare', async () => {
    vi.useFakeTimers();
    try {
      let calls = 0;
      const silent: LlmClient = {
        ...createMockClient([]),
        generate: () => {
          calls += 1;
          return new Promise(() => undefined);
        },
      };
      const registry = [{ name: 'mock', variables: [], create: async () => silent }];
      const client = await createClientFromEnv({}, { registry });
      const ended = failure(client.generate(ask('x')));
      await vi.advanceTimersByTimeAsync(59_999);
      expect(calls).toBe(1);
      await vi.advanceTimersByTimeAsync(181_000);
      expect(await ended).toMatchObject({ kind: 'timeout', attempts: 3 });
      expect(await createClientFromEnv({}, { registry, compose: false })).toBe(silent);
      const own = { timeout: { perAttemptMs: 10 } };
      const once = await createClientFromEnv({}, { registry, compose: own });
      const soon = failure(once.generate(ask('x')));
      await vi.advanceTimersByTimeAsync(10);
      expect(await soon).toMatchObject({ kind: 'timeout' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('describes every provider as data', () => {
    const compatible = describeProviders().find((entry) => entry.provider === 'openai-compatible');
    expect(compatible?.required.map((variable) => variable.name)).toEqual([
      'OPENAI_COMPATIBLE_BASE_URL',
      'OPENAI_COMPATIBLE_MODEL',
    ]);
  });
});
