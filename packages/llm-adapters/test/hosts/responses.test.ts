import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, OpenAIResponsesModel, Runner } from '@openai/agents';
import { GateRejectedError, gateSchema, isGated } from '@kanmon/core/gate';
import { generateText } from 'ai';
import { createAgent } from 'langchain';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withGate } from '../../src/ai-sdk.ts';
import { fromLangChain, gated, gateMiddleware } from '../../src/langchain.ts';
import { gateModel } from '../../src/openai-agents.ts';
import { clientConformance } from '../../src/testing.ts';
import { asList, member } from '../../src/wire/read.ts';
import { type ChaosServer, startChaosServer } from '../support/chaos-server.ts';
import { playReply } from '../support/wire-replies.ts';
import { context, faq, taskGate } from './cases.ts';

// The Responses API, which LangChain chooses by itself for some models, and OpenAI Agents by default.
let server: ChaosServer;
beforeAll(async () => {
  server = await startChaosServer();
});
afterAll(() => server.close());

const chatModel = () =>
  new ChatOpenAI({
    model: 'gpt-5-mini',
    useResponsesApi: true,
    apiKey: 'test',
    configuration: { baseURL: `${server.url}/v1` },
    maxRetries: 0,
  });

const prompt = 'Who does it?';

/** Each way asks once, and returns the value. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'gated in LangChain': () => gated(chatModel(), taskGate, { context })(prompt),
  'gateMiddleware in LangChain': async () => {
    const agent = createAgent({
      model: chatModel(),
      responseFormat: z.object({ owner: z.string() }),
      middleware: [gateMiddleware(taskGate, { context })],
    });
    const state = await agent.invoke({ messages: [{ role: 'user', content: prompt }] });
    return state.structuredResponse;
  },
  'gateModel in OpenAI Agents': async () => (await runAgent(false)).finalOutput,
  'gateModel in OpenAI Agents, streamed': async () => (await runAgent(true)).finalOutput,
};

async function runAgent(stream: boolean) {
  const openai = new OpenAI({ apiKey: 'test', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const agent = new Agent({
    name: 'planner',
    model: gateModel(new OpenAIResponsesModel(openai, 'gpt-5-mini'), taskGate, { context }),
    outputType: gateSchema(taskGate, { context }),
  });
  const runner = new Runner({ tracingDisabled: true });
  if (!stream) return runner.run(agent, prompt);
  const result = await runner.run(agent, prompt, { stream: true });
  await result.completed;
  return result;
}

const whole = JSON.stringify(faq);

describe.each(Object.entries(ways))('%s over the Responses API', (_way, ask) => {
  it.each([
    ['a good answer', [whole]],
    ['broken JSON', [`Sure: ${whole.replaceAll('"', "'")}`]],
    [
      'a correction',
      [
        whole.replace('kim', 'mallory'),
        '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}',
      ],
    ],
  ])('gates %s', async (_case, replies) => {
    server.behave(...replies.map((reply) => playReply('responses', reply)));
    const value = await ask();
    expect(value).toEqual(faq);
    expect(isGated(value, taskGate)).toBe(true);
  });

  it('rejects an answer that stays wrong', async () => {
    server.behave(playReply('responses', 'No idea.'));
    const error: unknown = await ask().catch((cause: unknown) => cause);
    expect([error, member(error, 'cause')].some((each) => GateRejectedError.isInstance(each))).toBe(
      true,
    );
  });
});

describe('an answer that was cut off, over the Responses API', () => {
  const replies = [{ text: whole.slice(0, 40), finish: 'length' as const }, whole.slice(40)];
  const ask = (way: string) => {
    server.behave(...replies.map((reply) => playReply('responses', reply)));
    return ways[way]?.();
  };

  it.each(['gated in LangChain', 'gateMiddleware in LangChain'])(
    'is continued by %s',
    async (way) => {
      expect(await ask(way)).toEqual(faq);
    },
  );

  it.each(['gateModel in OpenAI Agents', 'gateModel in OpenAI Agents, streamed'])(
    'is an error of the SDK for %s, which drops the text',
    async (way) => {
      // Once this fails, the SDK has closed the gap: the docs that name it are to be changed.
      await expect(ask(way)).rejects.toThrow('response.incomplete');
    },
  );
});

describe('a correction in a stored conversation', () => {
  const replies = [
    whole.replace('kim', 'mallory'),
    '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}',
  ];
  const model = (name?: string) => {
    const settings = { apiKey: 'test', baseURL: `${server.url}/v1` };
    const openai = createOpenAI(name === undefined ? settings : { ...settings, name });
    return withGate(taskGate, { model: openai.responses('gpt-5-mini'), context });
  };
  /** The inputs of the calls that `ask` makes, by their roles. */
  const inputsOf = async (ask: () => PromiseLike<unknown>) => {
    server.behave(...replies.map((reply) => playReply('responses', reply)));
    const before = server.journal.length;
    await ask();
    return server.journal
      .slice(before)
      .map(({ body }) => asList(body['input']).map((item) => member(item, 'role')));
  };

  it.each([
    ['openai', 'openai'],
    ['azure', 'azure'],
    ['azure', 'openai'],
  ])('is sent to %s without the prompt again', async (name, options) => {
    const providerOptions = { [options]: { conversation: 'conv_1' } };
    const inputs = await inputsOf(() =>
      generateText({ ...model(name), instructions: 'Be short.', prompt, providerOptions }),
    );
    expect(inputs).toEqual([['developer', 'user'], ['user']]);
  });

  it.each([
    {},
    { openai: { previousResponseId: 'resp_0' } },
    { azure: { conversation: 'conv_1' } },
  ])('follows the prompt with %j', async (providerOptions) => {
    const inputs = await inputsOf(() => generateText({ ...model(), prompt, providerOptions }));
    expect(inputs).toEqual([['user'], ['user', 'user']]);
  });
});

describe('fromLangChain over the Responses API', () => {
  clientConformance(
    (replies) => {
      server.behave(...replies.map((reply) => playReply('responses', reply)));
      return fromLangChain(chatModel());
    },
    { name: 'ChatOpenAI', describe, it, expect },
  );
});
