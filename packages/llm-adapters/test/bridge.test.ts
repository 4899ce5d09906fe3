import { LlmError, type LlmClient, type LlmErrorKind, type LlmFinish } from '@kanmon/core';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenAI as createOpenAIV2 } from '@ai-sdk/openai-v2';
import { createOpenAI as createOpenAIV3 } from '@ai-sdk/openai-v3';
import { APICallError, generateText, Output, streamText } from 'ai';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  fromAiSdk,
  type LanguageModelLike,
  type SpecificationVersion,
  toAiSdk,
} from '../src/ai-sdk.ts';
import { createMockClient } from '../src/index.ts';
import { type ChaosServer, startChaosServer } from './support/chaos-server.ts';
import { lateMs } from './support/patience.ts';
import { ask, collect, failure } from './support/collect.ts';
import { canaryKey, type WireFormat } from './support/providers.ts';
import { playReply } from './support/wire-replies.ts';

const versions: readonly SpecificationVersion[] = ['v2', 'v3', 'v4'];
const finishes: readonly LlmFinish[] = [
  'stop',
  'length',
  'content-filter',
  'refusal',
  'tool-calls',
  'other',
];
const kinds: readonly LlmErrorKind[] = [
  'auth',
  'permission',
  'bad-request',
  'not-found',
  'rate-limit',
  'quota',
  'overloaded',
  'server',
  'timeout',
  'network',
  'context-length',
  'content-filter',
  'protocol',
];

const around = (client: LlmClient, specificationVersion: SpecificationVersion): LlmClient =>
  fromAiSdk(toAiSdk(client, { specificationVersion }));

describe('the law of the bridge', () => {
  const count = fc.option(fc.nat(1000), { nil: undefined });
  const usage = fc
    .record({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: count,
      reasoningTokens: count,
    })
    .map((counts) =>
      Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)),
    );
  const response = fc.record({
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    finish: fc.constantFrom(...finishes),
    usage,
    id: fc.constantFrom('id-1', 'id-2'),
    model: fc.constantFrom('m-1', 'm-2'),
  });

  it('carries text, finish, usage, id, model and deltas', async () => {
    await fc.assert(
      fc.asyncProperty(response, fc.constantFrom(...versions), async (reply, version) => {
        const inner = createMockClient([reply], { onExhausted: 'repeat-last', chunkSize: 3 });
        const bridged = around(inner, version);
        const { text, finish, usage: counts, id, model } = await bridged.generate(ask('x'));
        expect({ text, finish, usage: counts, id, model }).toEqual(reply);
        const events = await collect(bridged, ask('x'));
        const expected = await collect(inner, ask('x'));
        expect(events.slice(0, -1)).toEqual(expected.slice(0, -1));
        expect(events.at(-1)).toMatchObject({ type: 'end', response: reply });
      }),
      { numRuns: 200 },
    );
  });

  it('carries the kind of an error, at once and in a stream', async () => {
    const failing = fc.record({
      kind: fc.constantFrom(...kinds),
      retryable: fc.boolean(),
      status: fc.constantFrom(undefined, 400, 429, 503),
    });
    await fc.assert(
      fc.asyncProperty(failing, fc.constantFrom(...versions), async (given, version) => {
        const { status, ...rest } = given;
        const error = new LlmError('x', status === undefined ? rest : given);
        const replies = [error, { deltas: ['a'], error }];
        const bridged = around(createMockClient(replies), version);
        expect(await failure(bridged.generate(ask('x')))).toMatchObject(rest);
        expect(await failure(collect(bridged, ask('x')))).toMatchObject({ kind: rest.kind });
      }),
      { numRuns: 100 },
    );
  });

  it('carries the request', async () => {
    const request = ask('x', {
      maxOutputTokens: 5,
      temperature: 0.5,
      stop: ['END'],
      output: { type: 'json', name: 'n', schema: { type: 'object', minProperties: 1 } },
      providerOptions: { mock: { a: 1 } },
    });
    const inner = createMockClient(['x', 'x', 'x']);
    await Promise.all(versions.map((version) => around(inner, version).generate(request)));
    expect(inner.calls).toEqual([request, request, request]);
  });
});

describe('toAiSdk under the AI SDK', () => {
  it('answers generateText and streamText', async () => {
    const model = toAiSdk(createMockClient(['Hello.', 'a stream of several deltas']));
    const { text } = await generateText({ model, prompt: 'hi', system: 'Be brief.' });
    expect(text).toBe('Hello.');
    const { textStream } = streamText({ model, prompt: 'hi' });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('a stream of several deltas');
  });

  it('answers structured output', async () => {
    const client = createMockClient([{ answer: 42 }]);
    const schema = z.object({ answer: z.number() });
    const { output } = await generateText({
      model: toAiSdk(client),
      prompt: 'hi',
      output: Output.object({ schema }),
    });
    expect(output).toEqual({ answer: 42 });
    expect(client.calls[0]?.output?.type).toBe('json');
  });

  it('fails as the AI SDK expects it, with what its retries look at', async () => {
    const error = new LlmError('slow', { kind: 'rate-limit', status: 429, retryAfterMs: 1500 });
    const model = toAiSdk(createMockClient([error]));
    const thrown = await failure(generateText({ model, prompt: 'x', maxRetries: 0 }));
    expect(APICallError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      name: 'AI_APICallError',
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '1500', 'retry-after': '2' },
      cause: error,
    });
  });

  it('refuses tools and parts that are no text, clearly', async () => {
    const model = toAiSdk(createMockClient(['x', 'x']));
    const file = { type: 'file', data: 'aGk=', mediaType: 'text/plain' };
    const prompt = [{ role: 'user', content: [file] }];
    expect((await failure(model.doGenerate({ prompt }))).message).toContain('parts of type file');
    const tools = [{ type: 'function', name: 'f', inputSchema: {} }];
    expect((await failure(model.doGenerate({ prompt: [], tools }))).message).toContain('tools');
  });

  it('warns of settings it cannot carry', async () => {
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'x' }] }];
    const client = createMockClient(['x'], { onExhausted: 'repeat-last' });
    const old = toAiSdk(client, { specificationVersion: 'v2' });
    expect((await old.doGenerate({ prompt, topP: 0.5 })).warnings).toEqual([
      { type: 'unsupported-setting', setting: 'topP' },
    ]);
    expect((await toAiSdk(client).doGenerate({ prompt, seed: 1 })).warnings).toEqual([
      { type: 'unsupported', feature: 'seed' },
    ]);
  });

  it('aborts the call when its stream is cancelled', async () => {
    const model = toAiSdk(createMockClient([{ delayMs: lateMs, reply: 'late' }]));
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'x' }] }];
    const { stream } = await model.doStream({ prompt });
    const reader = stream.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    expect((await waiting).done).toBe(true);
  });
});

interface BridgedProvider {
  readonly name: string;
  readonly format: WireFormat;
  readonly make: (url: string) => LanguageModelLike;
}

const bridged: readonly BridgedProvider[] = [
  {
    name: '@ai-sdk/openai, v4, chat',
    format: 'chat',
    make: (url) => createOpenAI({ apiKey: canaryKey, baseURL: `${url}/v1` }).chat('gpt-test'),
  },
  {
    name: '@ai-sdk/openai, v3, chat',
    format: 'chat',
    make: (url) => createOpenAIV3({ apiKey: canaryKey, baseURL: `${url}/v1` }).chat('gpt-test'),
  },
  {
    name: '@ai-sdk/openai, v2, chat',
    format: 'chat',
    make: (url) => createOpenAIV2({ apiKey: canaryKey, baseURL: `${url}/v1` }).chat('gpt-test'),
  },
  {
    name: '@ai-sdk/anthropic',
    format: 'messages',
    make: (url) => createAnthropic({ apiKey: canaryKey, baseURL: `${url}/v1` })('claude-test'),
  },
  {
    name: '@ai-sdk/openai-compatible',
    format: 'chat',
    make: (url) =>
      createOpenAICompatible({
        name: 'local',
        apiKey: canaryKey,
        baseURL: `${url}/v1`,
        includeUsage: true,
      })('gpt-test'),
  },
  {
    name: '@ai-sdk/amazon-bedrock',
    format: 'converse',
    make: (url) =>
      createAmazonBedrock({ apiKey: canaryKey, region: 'us-east-1', baseURL: url })('claude-test'),
  },
];

describe('fromAiSdk over real providers', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  it.each(bridged)('$name: text, finish, usage, stream', async ({ format, make }) => {
    const text = 'こんにちは、世界 👋 and more';
    const reply = { text, finish: 'length', usage: { inputTokens: 9, outputTokens: 4 } } as const;
    server.behave(playReply(format, reply));
    const client = fromAiSdk(make(server.url));
    expect(client.provider.startsWith('ai-sdk:')).toBe(true);
    expect(await client.generate(ask('x'))).toMatchObject(reply);
    const events = await collect(client, ask('x'));
    expect(events.at(-1)).toMatchObject({ type: 'end', response: reply });
    expect(events.length).toBeGreaterThan(2);
  });

  it.each(bridged)('$name: errors', async ({ format, make }) => {
    const error = new LlmError('told', { kind: 'rate-limit', status: 429, retryAfterMs: 1200 });
    server.behave(playReply(format, error));
    const thrown = await failure(fromAiSdk(make(server.url)).generate(ask('x')));
    expect(thrown).toMatchObject({ kind: 'rate-limit', status: 429, retryAfterMs: 1200 });
    expect(server.journal).toHaveLength(1);
  });
});

describe('fromAiSdk', () => {
  it.each(['v1', 'v5', undefined])('refuses version %s and names the others', (version) => {
    const model = { ...toAiSdk(createMockClient([])), specificationVersion: version };
    // @ts-expect-error undefined is no version
    expect(() => fromAiSdk(model)).toThrow(/v2, v3, v4/);
  });

  it('refuses an object that is not a model', () => {
    // @ts-expect-error a model id alone
    expect(() => fromAiSdk('gpt-5')).toThrow(/doGenerate/);
  });

  it('takes an error part for an error although the stream goes on', async () => {
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'error', error: new LlmError('x', { kind: 'overloaded' }) },
      { type: 'text-delta', id: '1', delta: 'never' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} },
    ];
    const model = {
      ...toAiSdk(createMockClient([])),
      doStream: async () => ({
        stream: new ReadableStream<unknown>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      }),
    };
    expect(await failure(collect(fromAiSdk(model), ask('x')))).toMatchObject({
      kind: 'overloaded',
    });
  });

  it('turns warnings of every version into strings', async () => {
    const warnings = [
      { type: 'unsupported-setting', setting: 'seed', details: 'no' },
      { type: 'unsupported', feature: 'topK' },
      { type: 'compatibility', feature: 'f', details: 'd' },
      { type: 'deprecated', setting: 's', message: 'm' },
      { type: 'other', message: 'free text' },
    ];
    const model = {
      ...toAiSdk(createMockClient([])),
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'x' }],
        finishReason: 'stop',
        usage: {},
        warnings,
      }),
    };
    expect((await fromAiSdk(model).generate(ask('x'))).warnings).toEqual([
      'unsupported-setting:seed:no',
      'unsupported:topK',
      'compatibility:f:d',
      'deprecated:s:m',
      'free text',
    ]);
  });
});
