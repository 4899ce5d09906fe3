import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAI as createOpenAIV2 } from '@ai-sdk/openai-v2';
import { createOpenAI as createOpenAIV3 } from '@ai-sdk/openai-v3';
import type { LlmUsage } from '@kanmon/core';
import { isGated } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import * as ai7 from 'ai';
import * as ai5 from 'ai-v5';
import * as ai6 from 'ai-v6';
import * as z from 'zod';
import { type LanguageModelLike, withGate } from '../../src/ai-sdk.ts';
import { asRecord } from '../../src/wire/read.ts';
import { context, taskGate } from './cases.ts';
import { type FakeOpenAi, promptOf, startFakeOpenAi } from './fake-openai.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeHost, type HostAnswer, type HostCall } from './describe-host.ts';

/** The common part of the versions of the SDK. Their types are tested in ai-sdk.test-d.ts. */
interface Sdk {
  readonly version: string;
  model(baseUrl: string): LanguageModelLike;
  generate(
    options: object,
  ): PromiseLike<{ readonly output: unknown; readonly text: string; readonly usage: unknown }>;
  stream(options: object): Streamed;
  readonly twoSteps: unknown;
}

/** The readers of a stream. Functions, since a promise that is taken must be awaited. */
interface Streamed {
  readonly streams: readonly AsyncIterable<unknown>[];
  readonly partials: AsyncIterable<unknown>;
  /** Undefined where the SDK has none. */
  output(): PromiseLike<unknown> | undefined;
  text(): PromiseLike<string>;
  usage(): PromiseLike<unknown>;
}

/** Returns the readers of a stream of AI SDK 6 or 7. */
function readersOf(
  result: {
    readonly fullStream: AsyncIterable<unknown>;
    readonly partialOutputStream: AsyncIterable<unknown>;
    toUIMessageStream(options: { onError: (error: unknown) => string }): AsyncIterable<unknown>;
    readonly output: PromiseLike<unknown>;
    readonly text: PromiseLike<string>;
  },
  usage: Streamed['usage'],
): Streamed {
  return {
    streams: [result.fullStream, result.toUIMessageStream({ onError: String })],
    partials: result.partialOutputStream,
    output: () => result.output,
    text: () => result.text,
    usage,
  };
}

const settings = (baseURL: string) => ({ baseURL, apiKey: 'none' });

const sdks: readonly Sdk[] = [
  {
    version: 'AI SDK 7',
    model: (url) => createOpenAI(settings(url)).chat('gpt-4o'),
    twoSteps: ai7.isStepCount(2),
    generate: (options) => ai7.generateText(options as Parameters<typeof ai7.generateText>[0]),
    stream(options) {
      const result = ai7.streamText(options as Parameters<typeof ai7.streamText>[0]);
      return readersOf(result, () => result.usage);
    },
  },
  {
    version: 'AI SDK 6',
    model: (url) => createOpenAIV3(settings(url)).chat('gpt-4o'),
    twoSteps: ai6.stepCountIs(2),
    async generate(options) {
      const result = await ai6.generateText(options as Parameters<typeof ai6.generateText>[0]);
      return { output: result.output, text: result.text, usage: result.totalUsage };
    },
    stream(options) {
      const result = ai6.streamText(options as Parameters<typeof ai6.streamText>[0]);
      return readersOf(result, () => result.totalUsage);
    },
  },
  {
    version: 'AI SDK 5',
    model: (url) => createOpenAIV2(settings(url)).chat('gpt-4o'),
    twoSteps: ai5.stepCountIs(2),
    async generate(options) {
      const result = await ai5.generateText(options as Parameters<typeof ai5.generateText>[0]);
      const output = 'experimental_output' in options ? result.experimental_output : undefined;
      return { output, text: result.text, usage: result.totalUsage };
    },
    stream(options) {
      const result = ai5.streamText(options as Parameters<typeof ai5.streamText>[0]);
      return {
        streams: [result.fullStream, result.toUIMessageStream({ onError: String })],
        partials:
          'experimental_output' in options
            ? result.experimental_partialOutputStream
            : result.textStream,
        output: () => undefined,
        text: () => result.text,
        usage: () => result.totalUsage,
      };
    },
  },
];

for (const sdk of sdks) {
  describeHost({
    name: sdk.version,
    cannot: {},
    open({ baseUrl, gate, ...options }) {
      const gated = withGate(gate, { model: sdk.model(baseUrl), ...options });
      const optionsFor = ({ prompt, json, tool, signal }: HostCall): object => ({
        prompt,
        ...(json ? gated : { model: gated.model }),
        ...(tool ? { tools, stopWhen: sdk.twoSteps } : {}),
        ...withoutUndefined({ abortSignal: signal }),
        onError: () => undefined,
      });
      const answerOf = async (
        { json, signal }: HostCall,
        { output, text, usage }: Streamed,
        events: readonly unknown[],
      ): Promise<HostAnswer> => {
        const parts = events.map(asRecord);
        const failed = parts.find(({ type }) => type === 'error');
        if (failed !== undefined && sdk.version === 'AI SDK 5') return { error: failed['error'] };
        if (parts.some(({ type }) => type === 'abort')) return { error: signal?.reason as unknown };
        try {
          const answered = { text: await text(), usage: readUsage(await usage()) };
          if (!json) return answered;
          // AI SDK 5 has no promise of the output of a stream: the text is read again.
          const value = await (output() ?? valueOf(gate.read(answered.text, context)));
          return { ...answered, value };
        } catch (error) {
          return { error };
        }
      };
      return {
        async generate(call) {
          try {
            const { output, text, usage } = await sdk.generate(optionsFor(call));
            return { ...(call.json ? { value: output } : {}), text, usage: readUsage(usage) };
          } catch (error) {
            return { error };
          }
        },
        async stream(call) {
          const events: unknown[] = [];
          const result = sdk.stream(optionsFor(call));
          const collect = async (stream: AsyncIterable<unknown>): Promise<void> => {
            for await (const event of stream) events.push(event);
          };
          await Promise.all([...result.streams, result.partials].map(collect));
          return { ...(await answerOf(call, result, events)), events };
        },
      };
    },
  });
}

describe.each(sdks)('a stream that breaks in $version', (sdk) => {
  it('ends its output with the error of the model', async () => {
    const broken = new Error('the socket died');
    const model = Object.assign(sdk.model('http://127.0.0.1:9'), {
      doStream: async (_options: object) => ({
        stream: new ReadableStream<unknown>({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            controller.enqueue({ type: 'text-start', id: '1' });
            controller.enqueue({ type: 'text-delta', id: '1', delta: '{"ti' });
          },
          pull(controller) {
            controller.error(broken);
          },
        }),
      }),
    });
    const seen: unknown[] = [];
    const result = sdk.stream({
      ...withGate(taskGate, { model, context }),
      prompt: 'Who does it?',
      onError: ({ error }: { readonly error: unknown }) => seen.push(error),
    });
    // AI SDK 5 has no promise of the output of a stream.
    const ended: PromiseLike<unknown> = result.output() ?? result.text();
    const thrown = await Promise.resolve(ended).catch((error: unknown) => error);
    if (result.output() !== undefined) expect(thrown).toBe(broken);
    expect(seen).toEqual([broken]);
  });
});

describe.each(sdks)('a settled stream in $version', (sdk) => {
  let server: FakeOpenAi;
  beforeAll(async () => {
    server = await startFakeOpenAi();
  });
  afterAll(() => server.close());

  it('shows partial values without a word that was refused, and ends with the gated one', async () => {
    const run = server.play('settled', [
      { hang: true, text: '{"title": "Write", "owner": "mallory", "notes": ["late"' },
      { text: JSON.stringify({ title: 'Write', owner: 'kim', notes: ['now'] }) },
    ]);
    const model = sdk.model(server.baseUrl);
    const result = sdk.stream({
      ...withGate(taskGate, { model, context, stream: 'settled' }),
      prompt: promptOf('settled'),
    });
    const partials: unknown[] = [];
    for await (const partial of result.partials) partials.push(partial);
    expect(partials.slice(0, 2)).toEqual([{ title: 'Write' }, { title: 'Write', owner: 'kim' }]);
    expect(partials.at(-1)).toEqual({ title: 'Write', owner: 'kim', notes: ['now'] });
    expect(JSON.stringify(partials)).not.toMatch(/mallory|late/);
    const output = result.output();
    if (output !== undefined) expect(isGated(await output, taskGate)).toBe(true);
    await run.closed(1);
    expect(run.calls).toHaveLength(2);
  });
});

const tools = {
  lookup: {
    inputSchema: z.object({ name: z.string() }),
    execute: async (): Promise<object> => ({ known: true }),
  },
};

function valueOf(reading: { readonly ok: boolean; readonly value?: unknown }): unknown {
  return reading.ok ? reading.value : undefined;
}

/** Reads the usage of all versions: flat counts, or details of totals. */
function readUsage(usage: unknown): LlmUsage {
  const { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails, ...flat } =
    asRecord(usage);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: asRecord(inputTokenDetails)['cacheReadTokens'] ?? flat['cachedInputTokens'],
    reasoningTokens: asRecord(outputTokenDetails)['reasoningTokens'] ?? flat['reasoningTokens'],
  } as LlmUsage;
}
