import { ChatPromptTemplate } from '@langchain/core/prompts';
import { Command, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { AIMessage, createAgent, fakeModel, modelRetryMiddleware, tool } from 'langchain';
import * as z from 'zod';
import { silentLogger } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GateEvent, GateRejectedError, gateSchema, isGated } from '@kanmon/core/gate';
import {
  fromLangChain,
  gated,
  type GateMiddleware,
  gateMiddleware,
  type GateMiddlewareOptions,
} from '../../src/langchain.ts';
import { context as team, faq, hostCases, taskGate, type Team } from './cases.ts';
import { clientConformance } from '../../src/testing.ts';
import { asRecord, member } from '../../src/wire/read.ts';
import { type ChaosServer, startChaosServer } from '../support/chaos-server.ts';
import { playReply } from '../support/wire-replies.ts';
import { type FakeOpenAi, promptOf, startFakeOpenAi } from './fake-openai.ts';
import { describeHost, type HostAnswer, type HostCall, type HostSetup } from './describe-host.ts';

const chatModel = (baseURL: string, maxRetries = 1) =>
  new ChatOpenAI({
    model: 'gpt-4o-mini',
    apiKey: 'test',
    configuration: { baseURL },
    maxRetries,
  });

const configOf = ({ signal }: HostCall) => (signal === undefined ? {} : { signal });

const caught = async (work: () => Promise<HostAnswer>): Promise<HostAnswer> => {
  try {
    return await work();
  } catch (error) {
    return { error };
  }
};

describeHost({
  name: 'gated in a chain of LangChain',
  cannot: {
    tools: 'a chain does not run tools',
    'plain-text': 'a gate is always asked',
    usage: 'the chain returns the value alone',
  },
  open({ baseUrl, gate, context, budget, onOutcome }: HostSetup) {
    const chain = ChatPromptTemplate.fromMessages([['human', '{question}']]).pipe(
      gated(chatModel(baseUrl), gate, { context, budget, onOutcome }),
    );
    return {
      generate: (call) =>
        caught(async () => ({
          value: await chain.invoke({ question: call.prompt }, configOf(call)),
        })),
      async stream(call) {
        const events: unknown[] = [];
        const answer = await caught(async () => {
          const stream = chain.streamEvents(
            { question: call.prompt },
            { ...configOf(call), version: 'v2' },
          );
          let value: unknown;
          for await (const event of stream) {
            events.push(event);
            if (event.event === 'on_chain_end') value = event.data.output;
          }
          return { value };
        });
        return { ...answer, events };
      },
    };
  },
});

const lookup = tool(() => JSON.stringify({ known: true }), {
  name: 'lookup',
  description: 'Looks a person up',
  schema: z.object({ name: z.string() }),
});

const answerOf = (state: unknown): HostAnswer => {
  const messages = member(state, 'messages') as readonly unknown[];
  const usages = messages.map((message) => member(message, 'usage_metadata'));
  const sum = (...path: string[]) =>
    usages.reduce<number>((total, usage) => total + Number(member(usage, ...path) ?? 0), 0);
  return {
    value: member(state, 'structuredResponse'),
    text: String(member(messages.at(-1), 'text')),
    usage: {
      inputTokens: sum('input_tokens'),
      outputTokens: sum('output_tokens'),
      cachedInputTokens: sum('input_token_details', 'cache_read'),
      reasoningTokens: sum('output_token_details', 'reasoning'),
    },
  };
};

describeHost({
  name: 'gateMiddleware in createAgent of LangChain',
  cannot: {},
  open({ baseUrl, gate, context, budget, onOutcome }) {
    const middleware = [gateMiddleware(gate, { context, budget, onOutcome })] as const;
    const model = chatModel(baseUrl);
    const agentFor = ({ tool: offered, json }: HostCall) => {
      const tools = offered ? [lookup] : [];
      return json
        ? createAgent({ model, tools, middleware, responseFormat: z.object({ owner: z.string() }) })
        : createAgent({ model, tools, middleware });
    };
    const input = ({ prompt }: HostCall) => ({
      messages: [{ role: 'user' as const, content: prompt }],
    });
    return {
      generate: (call) =>
        caught(async () => answerOf(await agentFor(call).invoke(input(call), configOf(call)))),
      async stream(call) {
        const events: unknown[] = [];
        const answer = await caught(async () => {
          const stream = agentFor(call).streamEvents(input(call), {
            ...configOf(call),
            version: 'v2',
            streamMode: ['values', 'updates', 'messages', 'custom', 'debug'],
          });
          let state: unknown;
          for await (const event of stream) {
            events.push(event);
            if (event.event === 'on_chain_end') state = event.data.output;
          }
          return answerOf(state);
        });
        return { ...answer, events };
      },
    };
  },
});

describe('fromLangChain', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  clientConformance(
    (replies) => {
      server.behave(...replies.map((reply) => playReply('chat', reply)));
      return fromLangChain(chatModel(`${server.url}/v1`, 0));
    },
    { name: 'ChatOpenAI', describe, it, expect },
  );
});

describe('createAgent of LangChain without a gate', () => {
  it('lets a value through that a refinement of its schema refuses', async () => {
    const server = await startFakeOpenAi();
    server.play('refine', [{ text: '{"owner": "bob"}' }]);
    const owner = z.string().refine((name) => name !== 'bob');
    const agent = createAgent({
      model: chatModel(server.baseUrl),
      responseFormat: z.object({ owner }),
    });
    const messages = [{ role: 'user' as const, content: promptOf('refine') }];
    const { structuredResponse } = await agent.invoke({ messages });
    await server.close();
    // Once this fails, LangChain has closed the gap: the docs that name it are to be changed.
    expect(structuredResponse).toEqual({ owner: 'bob' });
  });
});

describe('withStructuredOutput of LangChain with a gate as its schema', () => {
  let server: FakeOpenAi;
  beforeAll(async () => {
    server = await startFakeOpenAi();
  });
  afterAll(() => server.close());

  const ask = (name: string, owner: string) => {
    server.play(name, [{ text: JSON.stringify({ title: 'FAQ', owner }) }]);
    return chatModel(server.baseUrl)
      .withStructuredOutput(gateSchema(taskGate, { context: team }), { method: 'jsonSchema' })
      .invoke(promptOf(name));
  };

  it('returns a gated value', async () => {
    expect(isGated(await ask('kim', 'kim'), taskGate)).toBe(true);
  });

  it('blocks what the rules refuse', async () => {
    await expect(ask('mallory', 'mallory')).rejects.toThrow('mallory is not on the team');
  });
});

describe('gateMiddleware of LangChain', () => {
  let server: FakeOpenAi;
  beforeAll(async () => {
    server = await startFakeOpenAi();
  });
  afterAll(() => server.close());

  const ask = async (
    name: string,
    reply: string,
    onRejected: NonNullable<GateMiddlewareOptions<Team>['onRejected']>,
  ) => {
    server.play(name, [{ text: reply }]);
    const agent = createAgent({
      model: chatModel(server.baseUrl),
      responseFormat: z.object({ owner: z.string() }),
      middleware: [
        gateMiddleware(taskGate, { context: team, budget: { maxAttempts: 1 }, onRejected }),
      ],
      checkpointer: new MemorySaver(),
    });
    const messages = [{ role: 'user' as const, content: promptOf(name) }];
    return agent.invoke({ messages }, { configurable: { thread_id: name } });
  };
  const wrong = '{"title": "FAQ", "owner": "mallory"}';

  it('judges the value of a person after a rejection', async () => {
    const state = await ask('person', wrong, ({ best }) => ({
      ...(best?.value as object),
      owner: 'kim',
    }));
    expect(state.structuredResponse).toEqual({ title: 'FAQ', owner: 'kim' });
    expect(isGated(state.structuredResponse, taskGate)).toBe(true);
    expect(state.messages.at(-1)?.text).toBe('{"title":"FAQ","owner":"kim"}');
  });

  it('rejects when the value of a person is wrong too', async () => {
    const error = await ask('wrong person', wrong, ({ best }) => best?.value).catch(
      (cause: unknown) => cause,
    );
    expect(member(error, 'cause')).toSatisfy((cause) => GateRejectedError.isInstance(cause));
  });

  it('stops for a person by an interrupt of LangGraph, and goes on with the answer', async () => {
    const run = server.play('interrupt', [{ text: wrong }, { text: wrong }]);
    const agent = createAgent({
      model: chatModel(server.baseUrl),
      responseFormat: z.object({ owner: z.string() }),
      middleware: [
        gateMiddleware(taskGate, {
          context: team,
          budget: { maxAttempts: 1 },
          onRejected: ({ best }, { interrupt }) => interrupt?.(best),
        }),
      ],
      checkpointer: new MemorySaver(),
    });
    const thread = { configurable: { thread_id: 'interrupt' } };
    const messages = [{ role: 'user' as const, content: promptOf('interrupt') }];
    const asked = await agent.invoke({ messages }, thread);
    expect(asked).toMatchObject({ __interrupt__: [{ value: { value: { owner: 'mallory' } } }] });
    const resume = { title: 'FAQ', owner: 'kim' };
    const { structuredResponse } = await agent.invoke(new Command({ resume }), thread);
    expect(structuredResponse).toEqual(resume);
    expect(isGated(structuredResponse, taskGate)).toBe(true);
    // LangGraph runs the node again, so that the model is asked once more.
    expect(run.calls).toHaveLength(2);
  });

  it('names the gate, the attempt and its mode in the metadata of each call', async () => {
    const cases = hostCases.find(({ modes }) => modes.includes('patch'));
    server.play('metadata', cases?.replies ?? []);
    const seen: unknown[] = [];
    const handler = {
      handleChatModelStart: (...given: readonly unknown[]) => {
        const { gate, attempt, mode } = asRecord(given[6]);
        seen.push({ gate, attempt, mode });
      },
    };
    const model = chatModel(server.baseUrl);
    await gated(model, taskGate, { context: team })(promptOf('metadata'), { callbacks: [handler] });
    expect(seen).toEqual([
      { gate: 'task', attempt: 1, mode: 'initial' },
      { gate: 'task', attempt: 2, mode: 'patch' },
    ]);
  });

  it('leaves the blocks of an answer alone that has passed at once', async () => {
    const annotations = [{ type: 'citation', url: 'http://a' }];
    const content = [{ type: 'text' as const, text: JSON.stringify(faq), annotations }];
    const agent = createAgent({
      model: fakeModel().respond(new AIMessage({ content, id: 'm1' })),
      responseFormat: z.object({ owner: z.string() }),
      middleware: [gateMiddleware(taskGate, { context: team })],
    });
    const state = await agent.invoke({ messages: [{ role: 'user', content: 'x' }] });
    expect(isGated(state.structuredResponse, taskGate)).toBe(true);
    expect(state.messages.at(-1)).toMatchObject({ content, id: 'm1' });
  });

  it('reports a model that parses its answers itself', async () => {
    const run = server.play('parser', [{ text: '{"title": "FAQ", "owner": "kim"}' }]);
    const parsing = chatModel(server.baseUrl).withStructuredOutput(
      z.object({ title: z.string(), owner: z.string() }),
    );
    const error = await gated(parsing, taskGate, { context: team })(promptOf('parser')).catch(
      (cause: unknown) => cause,
    );
    expect(String(error)).toContain(
      'expected a chat model, got one that returned an object with title, owner; pass the model itself, without withStructuredOutput or a parser',
    );
    expect(run.calls).toHaveLength(1);
  });

  it('runs a rejected run once when the retries of the agent are behind it', async () => {
    const run = server.play('retries', [
      { status: 429, headers: { 'retry-after': '0' } },
      ...Array.from({ length: 9 }, () => ({ text: wrong })),
    ]);
    const retries = modelRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, onFailure: 'error' });
    const agent = createAgent({
      model: chatModel(server.baseUrl, 0),
      responseFormat: z.object({ owner: z.string() }),
      middleware: [
        gateMiddleware(taskGate, { context: team, budget: { maxAttempts: 2 } }),
        // Its types do not fit exactOptionalPropertyTypes.
        retries as unknown as GateMiddleware,
      ],
    });
    const messages = [{ role: 'user' as const, content: promptOf('retries') }];
    const error = await agent.invoke({ messages }).catch((cause: unknown) => cause);
    expect(member(error, 'cause')).toSatisfy((cause) => GateRejectedError.isInstance(cause));
    expect(run.calls).toHaveLength(3);
  });

  it('reports a wrong option when the middleware is created', () => {
    const options = { context: team, budgets: { maxAttempts: 1 } };
    expect(() => gateMiddleware(taskGate, options)).toThrow('budgets');
  });

  it.each([{ maxOutputTokens: 100 }, { maxTotalTokens: 100 }, { maxOutputTokens: Infinity }])(
    'warns of a limit that its calls do not send: %j',
    (budget) => {
      const warn = vi.fn<() => void>();
      const options = { context: team, budget, logger: { ...silentLogger, warn } };
      gateMiddleware(taskGate, options);
      gated({ invoke: () => Promise.resolve('') }, taskGate, options);
      const isLimited = Object.values(budget).some(Number.isFinite);
      expect(warn).toHaveBeenCalledTimes(isLimited ? 2 : 0);
    },
  );

  it('reports events of runs only, not of steps with tool calls', async () => {
    const steps = hostCases.find(({ tool: offered }) => offered);
    server.play('events', steps?.replies ?? []);
    const events: GateEvent[] = [];
    const agent = createAgent({
      model: chatModel(server.baseUrl),
      tools: [lookup],
      responseFormat: z.object({ owner: z.string() }),
      middleware: [
        gateMiddleware(taskGate, { context: team, onEvent: (event) => events.push(event) }),
      ],
    });
    await agent.invoke({ messages: [{ role: 'user' as const, content: promptOf('events') }] });
    expect(events.filter(({ type }) => type === 'run-started')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'run-finished', status: 'passed' });
  });
});
