import { InvalidArgumentError, type LlmClient, silentLogger } from '@kanmon/core';
import { defineGate } from '@kanmon/core/gate';
import { generateText } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { gateOutput, toAiSdk, withGate } from '../../src/ai-sdk.ts';
import { gateMiddleware as genkitMiddleware } from '../../src/genkit.ts';
import { createMockClient } from '../../src/index.ts';
import { gated, gateMiddleware } from '../../src/langchain.ts';
import { gatedTool, readToolResult } from '../../src/mcp.ts';
import { gateGuardrail, gateModel } from '../../src/openai-agents.ts';
import { unhandledRejections } from '../support/unhandled-rejections.ts';

const gate = defineGate({ name: 'task', schema: z.object({ title: z.string() }) });
const answer = '{"title":"FAQ"}';

/** Options of a gate in a host, as a program without types passes them. */
type Options = Readonly<Record<string, unknown>>;

const agentModel = {
  getResponse: (_request: object) =>
    Promise.resolve({
      usage: {},
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer }],
        },
      ],
    }),
  async *getStreamedResponse(): AsyncGenerator<object, void, undefined> {
    await Promise.resolve();
    yield {};
  },
};

/** Builds the gate into a host with these options; the result asks once. */
const hosts: Readonly<Record<string, (options: Options) => () => PromiseLike<unknown>>> = {
  'withGate of the AI SDK'(options) {
    const model = toAiSdk(createMockClient([answer]));
    const built = withGate(gate, { model, ...options });
    return () => generateText({ ...built, prompt: 'x' });
  },
  'gated of LangChain'(options) {
    const model = { invoke: () => Promise.resolve({ content: answer }) };
    const ask = gated(model, gate, options);
    return () => ask('x');
  },
  'gateModel of OpenAI Agents'(options) {
    const model = gateModel(agentModel, gate, options);
    return () => model.getResponse({ outputType: {} });
  },
  'gateMiddleware of Genkit'(options) {
    const middleware = genkitMiddleware(gate, options);
    const reply = { message: { role: 'model', content: [{ text: answer }] } };
    return () => middleware({ output: { format: 'json' } }, {}, () => Promise.resolve(reply));
  },
};

describe.each(Object.entries(hosts))('%s', (_name, build) => {
  it.each(['onEvent', 'onOutcome'])('goes on when a promise of %s rejects', async (name) => {
    const error = new Error('the database of metrics is down');
    const warn = vi.fn<() => void>();
    const logger = { ...silentLogger, warn };
    const ask = build({ [name]: () => Promise.reject(error), logger });
    await expect(unhandledRejections(ask)).resolves.toEqual([]);
    expect(warn.mock.calls).toEqual([[{ error }, `${name} failed; the run goes on without it`]]);
  });

  it.each([
    { signal: 5 },
    { signal: {} },
    { onEvent: 'x' },
    { onOutcome: 5 },
    { ids: 5 },
    { clock: 5 },
    { locale: 'fr' },
  ])('refuses %j before it is used', (options) => {
    expect(() => build(options)).toThrow(InvalidArgumentError);
  });
});

describe('the entries for frameworks', () => {
  const refused: Readonly<Record<string, () => unknown>> = {
    'gateMiddleware of LangChain with a wrong listener': () =>
      gateMiddleware(gate, { onRejected: 5 } as never),
    'gatedTool without a gate': () => gatedTool(undefined as never, {}, () => ({})),
    'gatedTool with another object': () => gatedTool({} as never, {}, () => ({})),
    'gatedTool with an unknown language': () =>
      gatedTool(gate, { locale: 'fr' } as never, () => ({})),
    'gateGuardrail with another object': () => gateGuardrail({} as never),
    'gateGuardrail with an unknown language': () => gateGuardrail(gate, { locale: 'fr' } as never),
    'gateOutput with another object': () => gateOutput({} as never),
    'readToolResult with another object': () => readToolResult({} as never, { content: [] }),
  };

  it.each(Object.entries(refused))('refuse %s', (_name, build) => {
    expect(build).toThrow(InvalidArgumentError);
  });

  it('take a client that has only a method generate', async () => {
    const { generate } = createMockClient([answer]);
    const model = toAiSdk({ generate } as LlmClient);
    expect(model).toMatchObject({ provider: 'kanmon', modelId: 'default' });
    const { output } = await generateText({ ...withGate(gate, { model }), prompt: 'x' });
    expect(output).toEqual({ title: 'FAQ' });
  });
});
