import {
  Agent,
  type Model,
  OpenAIChatCompletionsModel,
  OutputGuardrailTripwireTriggered,
  Runner,
  tool,
  Usage,
} from '@openai/agents';
import { gateSchema, isGated } from '@kanmon/core/gate';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { gateGuardrail, gateModel } from '../../src/openai-agents.ts';
import { context as team, taskGate } from './cases.ts';
import { describeHost, type HostAnswer, type HostCall } from './describe-host.ts';
import { type FakeOpenAi, promptOf, startFakeOpenAi } from './fake-openai.ts';

const runner = new Runner({ tracingDisabled: true });

const chatModel = (baseURL: string) =>
  new OpenAIChatCompletionsModel(new OpenAI({ apiKey: 'test', baseURL }), 'gpt-4o-mini');

const lookup = tool({
  name: 'lookup',
  description: 'Looks a person up',
  parameters: z.object({ name: z.string() }),
  execute: () => JSON.stringify({ known: true }),
});

describeHost({
  name: 'gateModel in an agent of OpenAI Agents',
  cannot: {},
  open({ baseUrl, gate, context, budget, onOutcome }) {
    const model = gateModel(chatModel(baseUrl), gate, { context, budget, onOutcome });
    const agentFor = ({ json, tool: offered }: HostCall) =>
      new Agent({
        name: 'planner',
        model,
        tools: offered ? [lookup] : [],
        outputType: json ? gateSchema(gate, { context }) : 'text',
      });
    const answerOf = (
      { json }: HostCall,
      {
        finalOutput,
        output,
        state,
      }: {
        readonly finalOutput?: unknown;
        readonly output: unknown;
        readonly state: { usage: Usage };
      },
    ): HostAnswer => {
      const { inputTokens, outputTokens, inputTokensDetails, outputTokensDetails, requests } =
        state.usage;
      const sum = (details: readonly Record<string, number>[], name: string): number =>
        details.reduce((total, each) => total + (each[name] ?? 0), 0);
      expect(requests).toBe(state.usage.requestUsageEntries?.length);
      return {
        ...(json ? { value: finalOutput } : {}),
        text: json ? JSON.stringify(output) : String(finalOutput),
        usage: {
          inputTokens,
          outputTokens,
          cachedInputTokens: sum(inputTokensDetails, 'cached_tokens'),
          reasoningTokens: sum(outputTokensDetails, 'reasoning_tokens'),
        },
      };
    };
    const optionsOf = ({ signal }: HostCall) => (signal === undefined ? {} : { signal });
    return {
      async generate(call) {
        try {
          return answerOf(call, await runner.run(agentFor(call), call.prompt, optionsOf(call)));
        } catch (error) {
          return { error };
        }
      },
      async stream(call) {
        const events: unknown[] = [];
        try {
          const result = await runner.run(agentFor(call), call.prompt, {
            ...optionsOf(call),
            stream: true,
          });
          for await (const event of result) events.push(event);
          await result.completed;
          // The SDK ends an aborted stream without an error.
          if (call.signal?.aborted === true) return { error: call.signal.reason, events };
          return { ...answerOf(call, result), events };
        } catch (error) {
          return { error, events };
        }
      },
    };
  },
});

describe('gateModel and the items of an answer', () => {
  const text = (owner: string): string => JSON.stringify({ title: 'FAQ', owner });
  const patch = '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}';
  const thought = (id: string) => ({
    type: 'reasoning' as const,
    id,
    content: [{ type: 'input_text' as const, text: 'thinking' }],
  });
  const search = {
    type: 'hosted_tool_call' as const,
    id: 'ws1',
    name: 'web_search_call',
    status: 'completed' as const,
    providerData: { action: { query: 'kim' } },
  };
  const annotations = [{ type: 'url_citation', url: 'http://a' }];
  const message = (answer: string) => ({
    type: 'message' as const,
    id: 'm1',
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [{ type: 'output_text' as const, text: answer, providerData: { annotations } }],
  });

  const call = {
    type: 'function_call' as const,
    callId: 'c1',
    name: 'lookup',
    arguments: '{}',
    status: 'completed' as const,
  };
  type Item = ReturnType<typeof thought> | ReturnType<typeof message> | typeof search | typeof call;

  /** Runs an agent whose model gives these outputs, one after the other. */
  const ask = async (way: string, ...outputs: readonly Item[][]) => {
    let calls = 0;
    const next = () => {
      const output = outputs[calls] ?? [];
      calls += 1;
      return {
        output,
        usage: new Usage({ requests: 1, inputTokens: 10 }),
        responseId: `r${calls}`,
      };
    };
    const inner: Model = {
      getResponse: () => Promise.resolve(next()),
      async *getStreamedResponse() {
        await Promise.resolve();
        const { output, responseId } = next();
        const usage = { inputTokens: 10, outputTokens: 0, totalTokens: 10 };
        yield { type: 'response_done', response: { id: responseId, output, usage } };
      },
    };
    const agent = new Agent({
      name: 'planner',
      model: gateModel(inner, taskGate, { context: team }),
      outputType: gateSchema(taskGate, { context: team }),
    });
    if (way === 'generate') {
      const { output, finalOutput } = await runner.run(agent, 'x');
      return { calls, output, finalOutput };
    }
    const result = await runner.run(agent, 'x', { stream: true });
    await result.completed;
    return { calls, output: result.output, finalOutput: result.finalOutput };
  };
  const idsOf = (output: readonly { readonly id?: string | undefined }[]) =>
    output.map(({ id }) => id);

  describe.each(['generate', 'stream'])('%s', (way) => {
    it('leaves an answer alone that has passed at once', async () => {
      const items = [thought('rs1'), search, thought('rs2'), message(text('kim'))];
      const { calls, output, finalOutput } = await ask(way, items);
      expect(calls).toBe(1);
      expect(output).toMatchObject(items);
      expect(isGated(finalOutput, taskGate)).toBe(true);
    });

    it('keeps the items of an answer whose JSON was repaired', async () => {
      const fenced = `\`\`\`json\n${text('kim')}\n\`\`\``;
      const { output, finalOutput } = await ask(way, [thought('rs1'), message(fenced)]);
      expect(idsOf(output)).toEqual(['rs1', 'm1']);
      expect(finalOutput).toEqual({ title: 'FAQ', owner: 'kim' });
    });

    it('keeps the calls of hosted tools of an answer that was patched, without the reasoning of its text', async () => {
      const { calls, output } = await ask(
        way,
        [thought('rs1'), search, thought('rs2'), message(text('mallory'))],
        [thought('rs3'), message(patch)],
      );
      expect(calls).toBe(2);
      expect(idsOf(output)).toEqual(['rs1', 'ws1', undefined]);
      expect(JSON.stringify(output)).not.toContain('mallory');
    });

    it('keeps the reasoning of the answer that has passed in the end', async () => {
      const { output } = await ask(
        way,
        [thought('rs1'), search, thought('rs2'), message('It depends.')],
        [thought('rs3'), message(text('kim'))],
      );
      expect(idsOf(output)).toEqual(['rs1', 'ws1', 'rs3', 'm1']);
    });

    it('runs no tool that a correction calls', async () => {
      const { calls, output } = await ask(way, [message(text('mallory'))], [call, message(patch)]);
      expect(calls).toBe(2);
      expect(output).toHaveLength(1);
    });
  });
});

describe('gateGuardrail of OpenAI Agents', () => {
  let server: FakeOpenAi;
  beforeAll(async () => {
    server = await startFakeOpenAi();
  });
  afterAll(() => server.close());

  const ask = (name: string, text: string) => {
    server.play(name, [{ text }]);
    const agent = new Agent({
      name: 'planner',
      model: chatModel(server.baseUrl),
      outputGuardrails: [gateGuardrail(taskGate, { context: team })],
    });
    return runner.run(agent, promptOf(name));
  };

  it('lets an output through that passes', async () => {
    const result = await ask('good', '{"title": "FAQ", "owner": "kim"}');
    expect(result.finalOutput).toBe('{"title": "FAQ", "owner": "kim"}');
  });

  it('trips on an output that the gate refuses, with its findings', async () => {
    const error: unknown = await ask('bad', '{"title": "FAQ", "owner": "mallory"}').catch(
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(OutputGuardrailTripwireTriggered);
    expect(error).toMatchObject({
      result: {
        output: {
          outputInfo: {
            findings: [{ code: 'not-on-team', path: '/owner' }],
            errors: ['mallory is not on the team'],
          },
        },
      },
    });
  });
});
