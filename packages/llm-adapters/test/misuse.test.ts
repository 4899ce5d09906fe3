import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { fromBedrockConverse } from '../src/aws-claude.ts';
import { fromAzureOpenAI } from '../src/azure-openai.ts';
import { fromAnthropic } from '../src/claude.ts';
import { createClientFromEnv } from '../src/env.ts';
import {
  answerStep,
  composeClient,
  createMockClient,
  createOpenAiCompatibleClient,
  pipe,
  withBudget,
  withCache,
  withFallback,
  withJsonOutput,
  withRateLimit,
  withRetry,
  withRouter,
  withSteps,
  withTimeout,
  withTrace,
} from '../src/index.ts';
import { withOpenTelemetry } from '../src/otel.ts';
import { fromOpenAI } from '../src/openai.ts';
import { ask } from './support/collect.ts';

const create = (): Promise<unknown> => Promise.reject(new Error('never called'));
const openai = { chat: { completions: { create } } };
const anthropic = { messages: { create } };
const bedrock = { send: create };
class Converse {
  readonly input: unknown = null;
}

describe('a client without the name of its model is refused at once', () => {
  // The blank name stands for one that is absent: types refuse the absent one.
  const cases: readonly [string, () => LlmClient][] = [
    ['openai', () => fromOpenAI(openai, { model: '' })],
    ['azure-openai', () => fromAzureOpenAI(openai, { deployment: ' ' })],
    ['claude', () => fromAnthropic(anthropic, { model: '', maxOutputTokens: 1 })],
    ['aws-claude', () => fromBedrockConverse(bedrock, { modelId: '', commands: { Converse } })],
  ];
  it.each(cases)('%s', (provider, make) => {
    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(
      `expected the name of a model of ${provider} (options.model; deployment at Azure, modelId at Bedrock), got `,
    );
  });
});

describe('an option that is true or false', () => {
  const tracer = { startSpan: () => ({ setAttribute: create, setStatus: create, end: () => {} }) };
  const address = { baseUrl: 'http://localhost:1/v1', model: 'm' };
  it.each<[string, (flag: never) => unknown]>([
    ['captureContent', (captureContent) => withOpenTelemetry({ tracer, captureContent })],
    ['content', (content) => withTrace(() => undefined, { content })],
    ['streamUsage', (streamUsage) => createOpenAiCompatibleClient({ ...address, streamUsage })],
    ['raw', (raw) => fromOpenAI(openai, { model: 'm', defaults: { raw } })],
    [
      'temperature',
      (temperature) =>
        fromOpenAI(openai, { model: 'm', defaults: { capabilities: { temperature } } }),
    ],
  ])('is no text: %s', (name, make) => {
    for (const flag of ['false', 'no', '', 1, null]) {
      expect(() => make(flag as never)).toThrow(InvalidArgumentError);
      expect(() => make(flag as never)).toThrow(`expected options.${name} to be true or false`);
    }
    expect(() => make(undefined as never)).not.toThrow();
  });
});

it.each([undefined, 'sk-1', [undefined], [5]])('secrets that are %j are refused', (secrets) => {
  const make = () => fromOpenAI(openai, { model: 'm', defaults: { secrets: secrets as never } });
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow('secrets');
});

describe('misuse of a program without types is named at once', () => {
  const client = createMockClient(['a']);
  it.each<[string, () => unknown, string]>([
    ['a reply that is null', () => createMockClient([null as never]), 'expected reply 1 of'],
    ['a number', () => createMockClient(['a', 42 as never]), 'expected reply 2 of the script'],
    ['another error', () => createMockClient([new Error('x') as never]), 'new LlmError(message,'],
    ['onExhausted', () => createMockClient([], { onExhausted: 'loop' as never }), 'got "loop"'],
    ['retry', () => composeClient(client, { retry: true as never }), 'expected retry of compose'],
    ['no options', () => withJsonOutput(undefined as never), 'for withJsonOutput(options)'],
    ['no inject', () => withJsonOutput({} as never), "to be 'schema-in-prompt', got"],
    ['no options of timeout', () => withTimeout(undefined as never), 'expected an options object'],
    ['no options of budget', () => withBudget(undefined as never), 'for withBudget(options)'],
    ['no options of cache', () => withCache(undefined as never), 'for withCache(options)'],
    ['no options of rate', () => withRateLimit(undefined as never), 'for withRateLimit(options)'],
    [
      'no options of a tracer',
      () => withOpenTelemetry(undefined as never),
      'for withOpenTelemetry(options)',
    ],
    ['no client of compose', () => composeClient(undefined as never, {}), 'a client with generate'],
    ['no client of pipe', () => pipe(null as never), 'a client with generate'],
    ['no sink of a trace', () => withTrace(undefined as never), 'a function for the events'],
    ['no options of compose', () => composeClient(client, undefined as never), 'for composeClient'],
    ['no options of an SDK', () => fromOpenAI(openai, undefined as never), 'for fromOpenAI(client'],
    [
      'no options of a server',
      () => createOpenAiCompatibleClient(undefined as never),
      'for createOpenAiCompatibleClient(options)',
    ],
    ['a client as a decorator', () => pipe(client, client as never), 'expected a decorator for'],
    [
      'no list of clients',
      () => withFallback(client as never),
      'expected withFallback to get a list',
    ],
    ['no client to fall back on', () => withFallback(undefined as never), 'withFallback'],
    ['no clients', () => withRouter(() => 'a', undefined as never), 'at least one client, got'],
    ['no client', () => pipe({} as never, withRetry()), 'expected a client with generate'],
  ])('%s', (_name, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });

  it.each([5, '', ' ', null, { a: 1 }])('a name of steps: %j', (name) => {
    const make = () => withSteps(async (_name, run) => run(), { name: name as never });
    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow('expected options.name to be a text that is not blank');
  });

  it.each([undefined, null, {}, 'x'])('a client of answerStep: %j', async (wrong) => {
    const answering = answerStep(wrong as never, ask('x'));
    await expect(answering).rejects.toThrow(InvalidArgumentError);
    await expect(answering).rejects.toThrow('expected a client with generate for answerStep');
  });

  it('an absent environment', async () => {
    await expect(createClientFromEnv(undefined as never)).rejects.toThrow(
      'expected the variables of an environment, such as process.env, got undefined',
    );
  });

  it('an absent request', async () => {
    const asked = client.generate(undefined as never);
    await expect(asked).rejects.toThrow('expected a request { messages: [...] }, got undefined');
  });

  it('what a function of a script returns', async () => {
    const mock = createMockClient(() => 5 as never);
    await expect(mock.generate(ask('x'))).rejects.toThrow('expected reply 1 of the script');
  });
});
