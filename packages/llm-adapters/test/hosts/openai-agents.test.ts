import {
  Agent,
  OpenAIChatCompletionsModel,
  OutputGuardrailTripwireTriggered,
  Runner,
  tool,
  type Usage,
} from '@openai/agents';
import { gateSchema } from '@kanmon/core/gate';
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
      { finalOutput, state }: { readonly finalOutput?: unknown; readonly state: { usage: Usage } },
    ): HostAnswer => {
      const { inputTokens, outputTokens, inputTokensDetails, outputTokensDetails, requests } =
        state.usage;
      const sum = (details: readonly Record<string, number>[], name: string): number =>
        details.reduce((total, each) => total + (each[name] ?? 0), 0);
      expect(requests).toBe(state.usage.requestUsageEntries?.length);
      return {
        ...(json ? { value: finalOutput } : { text: String(finalOutput) }),
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
