import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { defineGate } from '@kanmon/core/gate';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fromAiSdk, gateMiddleware, toAiSdk, withGate } from '../src/ai-sdk.ts';
import { fromBedrockConverse } from '../src/aws-claude.ts';
import { embedderFromAzureOpenAI, fromAzureOpenAI } from '../src/azure-openai.ts';
import { fromAnthropic } from '../src/claude.ts';
import { createClientFromEnv } from '../src/env.ts';
import * as genkit from '../src/genkit.ts';
import * as adapters from '../src/index.ts';
import * as langchain from '../src/langchain.ts';
import { embedderFromOpenAI, fromOpenAI } from '../src/openai.ts';
import { gateModel } from '../src/openai-agents.ts';
import { withOpenTelemetry } from '../src/otel.ts';
import { ask, collect, failure } from './support/collect.ts';

const create = (): Promise<unknown> => Promise.reject(new Error('never called'));
const openai = { chat: { completions: { create } }, embeddings: { create } };
class Converse {
  readonly input: unknown = null;
}
const store = adapters.createMemoryCassetteStore();
const mock = (): adapters.MockClient => adapters.createMockClient(['x']);
const address = { baseUrl: 'http://localhost:1/v1', model: 'm' };
const tracer = {
  startSpan: () => ({ setAttribute: create, setStatus: create, end: () => undefined }),
};
const gate = defineGate({ name: 'task', schema: z.object({ title: z.string() }) });
const agentModel = {
  getResponse: async (): Promise<object> => ({}),
  async *getStreamedResponse(): AsyncGenerator<object> {},
};

/** An option that no function has, added to valid ones. */
const wrong: object = { tiemout: 3 };

const factories: readonly (readonly [string, () => unknown])[] = [
  ['createMockClient', () => adapters.createMockClient([], wrong)],
  [
    'createOpenAiCompatibleClient',
    () => adapters.createOpenAiCompatibleClient({ ...address, ...wrong }),
  ],
  ['defaults', () => adapters.createOpenAiCompatibleClient({ ...address, defaults: wrong })],
  [
    'defaults.capabilities',
    () => adapters.createOpenAiCompatibleClient({ ...address, defaults: { capabilities: wrong } }),
  ],
  [
    'createOpenAiCompatibleEmbedder',
    () => adapters.createOpenAiCompatibleEmbedder({ ...address, dimensions: 2, ...wrong }),
  ],
  ['fromOpenAI', () => fromOpenAI(openai, { model: 'm', ...wrong })],
  ['fromAzureOpenAI', () => fromAzureOpenAI(openai, { deployment: 'm', ...wrong })],
  ['embedderFromOpenAI', () => embedderFromOpenAI(openai, { model: 'm', dimensions: 2, ...wrong })],
  [
    'embedderFromAzureOpenAI',
    () => embedderFromAzureOpenAI(openai, { deployment: 'm', dimensions: 2, ...wrong }),
  ],
  [
    'fromAnthropic',
    () => fromAnthropic({ messages: { create } }, { model: 'm', maxOutputTokens: 1, ...wrong }),
  ],
  [
    'fromBedrockConverse',
    () => fromBedrockConverse({ send: create }, { modelId: 'm', commands: { Converse }, ...wrong }),
  ],
  [
    'options.commands',
    () => fromBedrockConverse({ send: create }, { modelId: 'm', commands: { Converse, ...wrong } }),
  ],
  ['toAiSdk', () => toAiSdk(mock(), wrong)],
  ['fromAiSdk', () => fromAiSdk(toAiSdk(mock()), wrong)],
  ['withGate(gate, options)', () => withGate(gate, { model: toAiSdk(mock()), ...wrong })],
  ['gateMiddleware(gate, options)', () => gateMiddleware(gate, wrong)],
  ['gateMiddleware(gate, options)', () => langchain.gateMiddleware(gate, wrong)],
  ['gateMiddleware(gate, options)', () => genkit.gateMiddleware(gate, wrong)],
  ['gated(model, gate, options)', () => langchain.gated({ invoke: create }, gate, wrong)],
  ['gateModel(model, gate, options)', () => gateModel(agentModel, gate, wrong)],
  ['withRetry', () => adapters.withRetry(wrong)],
  ['withTimeout', () => adapters.withTimeout(wrong)],
  ['withBudget', () => adapters.withBudget(wrong)],
  ['withCache', () => adapters.withCache({ store: adapters.createMemoryCache(), ...wrong })],
  ['createMemoryCache', () => adapters.createMemoryCache(wrong)],
  ['withCassette', () => adapters.withCassette({ mode: 'record', store, ...wrong })],
  ['withFallback', () => adapters.withFallback([mock()], wrong)],
  ['withRateLimit', () => adapters.withRateLimit(wrong)],
  ['withTrace', () => adapters.withTrace(() => undefined, wrong)],
  ['withOpenTelemetry', () => withOpenTelemetry({ tracer, ...wrong })],
  ['withRedaction', () => adapters.withRedaction(wrong)],
  ['withJsonOutput', () => adapters.withJsonOutput({ inject: 'schema-in-prompt', ...wrong })],
  ['composeClient', () => adapters.composeClient(mock(), wrong)],
  ['withRetry', () => adapters.composeClient(mock(), { retry: wrong })],
  ['withTimeout', () => adapters.composeClient(mock(), { timeout: wrong })],
];

describe('a misspelt option is refused', () => {
  it.each(factories)('by %s', (name, make) => {
    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(`unknown option "tiemout" of ${name}`);
  });

  it('by an entry for a framework, which lists its own options', () => {
    const make = () => withGate(gate, { model: toAiSdk(mock()), ...wrong });
    expect(make).toThrow('reviews, onOutcome, model, stream, maxRetries');
    // These are options of a run that its caller drives.
    expect(make).not.toThrow(/onPartial|events/);
  });

  it.each<[string, () => unknown]>([
    ['withGate(gate, options)', () => withGate(undefined as never, { model: toAiSdk(mock()) })],
    ['gateMiddleware(gate, options)', () => gateMiddleware(undefined as never)],
    ['gateMiddleware(gate, options)', () => langchain.gateMiddleware(undefined as never)],
    ['gateMiddleware(gate, options)', () => genkit.gateMiddleware(undefined as never)],
    ['gated(model, gate, options)', () => langchain.gated({ invoke: create }, undefined as never)],
    ['gateModel(model, gate, options)', () => gateModel(agentModel, undefined as never)],
  ])('and so is a missing gate, by %s', (name, make) => {
    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(`expected a gate for ${name}, got undefined`);
  });

  it('by createClientFromEnv', async () => {
    const error = await failure(createClientFromEnv({}, wrong));
    expect(error.message).toContain('unknown option "tiemout" of createClientFromEnv');
  });

  it('but none of those that composeClient hands on', () => {
    const made = adapters.composeClient(mock(), {
      trace: { sink: () => undefined, content: true },
      fallback: { clients: [mock()], on: () => true },
      retry: {},
      timeout: { perAttemptMs: 1, totalMs: 2 },
      cache: { store: adapters.createMemoryCache() },
      rateLimit: { concurrency: 1 },
      random: () => 0,
    });
    expect(made.provider).toBe('mock');
  });
});

const clients: readonly (readonly [string, () => LlmClient])[] = [
  ['mock', mock],
  ['compatible', () => adapters.createOpenAiCompatibleClient(address)],
  ['openai', () => fromOpenAI(openai, { model: 'm' })],
  [
    'decorated',
    () =>
      adapters.composeClient(fromOpenAI(openai, { model: 'm' }), {
        retry: {},
        cache: { store: adapters.createMemoryCache() },
      }),
  ],
  ['timed', () => adapters.composeClient(mock(), { timeout: { perAttemptMs: 60_000 } })],
  ['fallback', () => adapters.withFallback([fromOpenAI(openai, { model: 'm' })])],
  ['ai-sdk', () => fromAiSdk(toAiSdk(mock()))],
];

describe('a misspelt member of a request is refused', () => {
  it.each(clients)('by a client: %s', async (_name, make) => {
    const request = { ...ask('x'), temprature: 0 };
    for (const call of [make().generate(request), collect(make(), request)]) {
      const error = await failure(call);
      expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
      expect(error.message).toContain('unknown option "temprature" of a request');
    }
    const output = { type: 'json', shema: {} } as const;
    const error = await failure(make().generate(ask('x', { output })));
    expect(error.message).toContain('unknown option "shema" of the output of a request');
  });

  it.each(clients)('and of the options of a call: %s', async (_name, make) => {
    const options = { timeout: 3 };
    const error = await failure(make().generate(ask('x'), options as object));
    expect(error.message).toContain('unknown option "timeout" of generate(request, options)');
  });

  it.each([undefined, null, 'x', []])('as is a request %j', async (request) => {
    // @ts-expect-error Not a request.
    const error = await failure(mock().generate(request));
    expect(error).toMatchObject({ kind: 'bad-request' });
  });
});
