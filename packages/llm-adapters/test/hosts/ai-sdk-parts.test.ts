import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAI as createOpenAIV2 } from '@ai-sdk/openai-v2';
import { createOpenAI as createOpenAIV3 } from '@ai-sdk/openai-v3';
import { gateSchema, isGated } from '@kanmon/core/gate';
import * as ai7 from 'ai';
import * as ai5 from 'ai-v5';
import * as ai6 from 'ai-v6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  gateMiddleware,
  type LanguageModelLike,
  repairToolCall,
  withGate,
} from '../../src/ai-sdk.ts';
import { failure } from '../support/collect.ts';
import { context, faq, taskGate } from './cases.ts';
import { type FakeOpenAi, type FakeReply, promptOf, startFakeOpenAi } from './fake-openai.ts';

/** The common part of the versions of the SDK. Their types are tested in ai-sdk.test-d.ts. */
interface Sdk {
  readonly version: string;
  model(baseURL: string): LanguageModelLike;
  /** Puts the middleware into a model. */
  wrap(model: LanguageModelLike): unknown;
  /** The gate as the schema of an output. AI SDK 5 takes no Standard Schema. */
  readonly output?: unknown;
  generate(options: object): PromiseLike<{ readonly output?: unknown }>;
  readonly twoSteps: unknown;
}

const schema = gateSchema(taskGate, { context });
const settings = (baseURL: string) => ({ baseURL, apiKey: 'none' });

const sdks: readonly Sdk[] = [
  {
    version: 'AI SDK 7',
    model: (url) => createOpenAI(settings(url)).chat('gpt-4o'),
    wrap: (model) =>
      ai7.wrapLanguageModel({
        model: model as Parameters<typeof ai7.wrapLanguageModel>[0]['model'],
        middleware: gateMiddleware(taskGate, { context }),
      }),
    output: ai7.Output.object({ schema }),
    generate: (options) => ai7.generateText(options as Parameters<typeof ai7.generateText>[0]),
    twoSteps: ai7.isStepCount(2),
  },
  {
    version: 'AI SDK 6',
    model: (url) => createOpenAIV3(settings(url)).chat('gpt-4o'),
    wrap: (model) =>
      ai6.wrapLanguageModel({
        model: model as Parameters<typeof ai6.wrapLanguageModel>[0]['model'],
        middleware: gateMiddleware(taskGate, { context, specificationVersion: 'v3' }),
      }),
    output: ai6.Output.object({ schema }),
    generate: (options) => ai6.generateText(options as Parameters<typeof ai6.generateText>[0]),
    twoSteps: ai6.stepCountIs(2),
  },
  {
    version: 'AI SDK 5',
    model: (url) => createOpenAIV2(settings(url)).chat('gpt-4o'),
    wrap: (model) =>
      ai5.wrapLanguageModel({
        model: model as Parameters<typeof ai5.wrapLanguageModel>[0]['model'],
        middleware: gateMiddleware(taskGate, { context, specificationVersion: 'v2' }),
      }),
    async generate(options) {
      const result = await ai5.generateText(options as Parameters<typeof ai5.generateText>[0]);
      return 'experimental_output' in options ? { output: result.experimental_output } : {};
    },
    twoSteps: ai5.stepCountIs(2),
  },
];

function createTool() {
  const inputs: unknown[] = [];
  const lookup = {
    inputSchema: z.object({ name: z.string() }),
    async execute(input: unknown): Promise<object> {
      inputs.push(input);
      return { known: true };
    },
  };
  return { inputs, tools: { lookup } };
}

let server: FakeOpenAi;
beforeAll(async () => {
  server = await startFakeOpenAi();
});
afterAll(() => server.close());

const good = JSON.stringify(faq);
const wrong = good.replace('kim', 'mallory');
const patch = '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}';

describe.each(sdks)('$version', ({ version, model: modelOf, output, ...sdk }) => {
  const play = (name: string, ...replies: readonly FakeReply[]) => {
    const run = server.play(`${version} ${name}`, replies);
    return { prompt: promptOf(`${version} ${name}`), model: modelOf(server.baseUrl), run };
  };

  it.skipIf(output === undefined)('gets a gated value from a gate as its schema', async () => {
    const { prompt, model } = play('schema', { text: good });
    const result = await sdk.generate({ model, output, prompt });
    expect(isGated(result.output, taskGate)).toBe(true);
  });

  it.skipIf(output === undefined)(
    'blocks what such a schema refuses, and asks no more',
    async () => {
      const { prompt, model, run } = play('schema alone', { text: wrong }, { text: patch });
      const error = await failure(Promise.resolve(sdk.generate({ model, output, prompt })));
      expect(error).toMatchObject({ name: 'AI_NoObjectGeneratedError' });
      expect(run.calls).toHaveLength(1);
    },
  );

  it('gets a corrected value with the middleware in its model', async () => {
    const { prompt, model, run } = play('middleware', { text: wrong }, { text: patch });
    const gated = withGate(taskGate, { model, context });
    const options = output === undefined ? gated : { output };
    const result = await sdk.generate({ ...options, model: sdk.wrap(model), prompt });
    expect(result.output).toEqual(faq);
    expect(isGated(result.output, taskGate)).toBe(true);
    expect(run.calls).toHaveLength(2);
  });

  it.each([
    { title: 'runs a tool whose input was repaired', repairs: true, expected: [{ name: 'kim' }] },
    { title: 'runs no tool whose input is broken', repairs: false, expected: [] },
  ])('$title', async ({ repairs, expected }) => {
    const call: FakeReply = { tool: 'lookup', input: "{'name': 'kim',}" };
    const { prompt, model } = play(`repairs ${repairs}`, call, { text: 'Kim is known.' });
    const { inputs, tools } = createTool();
    const repairing = repairs ? { experimental_repairToolCall: repairToolCall() } : {};
    await sdk.generate({ model, tools, stopWhen: sdk.twoSteps, prompt, ...repairing });
    expect(inputs).toEqual(expected);
  });
});

describe('AI SDK 5 without withGate', () => {
  it('takes no Standard Schema', () => {
    // Once this fails, version 5 takes one: the docs that name it are to be changed.
    // @ts-expect-error version 5 takes schemas of zod only
    expect(() => ai5.Output.object({ schema })).toThrow(TypeError);
  });
});

describe.each([
  { version: 'AI SDK 7', create: createAgentV7 },
  { version: 'AI SDK 6', create: createAgentV6 },
])('an agent of $version with a gate', ({ version, create }) => {
  it('uses its tools and returns the corrected value', async () => {
    const call: FakeReply = { tool: 'lookup', input: { name: 'kim' } };
    const name = `agent of ${version}`;
    const run = server.play(name, [call, { text: wrong }, { text: patch }]);
    const { inputs, tools } = createTool();
    const { output } = await create(server.baseUrl, tools).generate({ prompt: promptOf(name) });
    expect(isGated(output, taskGate)).toBe(true);
    expect(inputs).toEqual([{ name: 'kim' }]);
    expect(run.calls).toHaveLength(3);
  });
});

type Tools = ReturnType<typeof createTool>['tools'];

function createAgentV7(url: string, tools: Tools) {
  const model = createOpenAI(settings(url)).chat('gpt-4o');
  return new ai7.ToolLoopAgent({ ...withGate(taskGate, { model, context }), tools });
}

function createAgentV6(url: string, tools: Tools) {
  const model = createOpenAIV3(settings(url)).chat('gpt-4o');
  return new ai6.ToolLoopAgent({ ...withGate(taskGate, { model, context }), tools });
}
