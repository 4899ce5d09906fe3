import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { fromBedrockConverse } from '../src/aws-claude.ts';
import { fromAzureOpenAI } from '../src/azure-openai.ts';
import { fromAnthropic } from '../src/claude.ts';
import { createClientFromEnv } from '../src/env.ts';
import {
  answerStep,
  composeClient,
  createMemoryCache,
  createMemoryCassetteStore,
  createMockClient,
  createOpenAiCompatibleClient,
  pipe,
  withBudget,
  withCache,
  withCassette,
  withFallback,
  withJsonOutput,
  withRateLimit,
  withRedaction,
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

  const store = createMemoryCache();
  const defaulted = (defaults: object) => fromOpenAI(openai, { model: 'm', defaults });
  const address = { baseUrl: 'http://localhost:1/v1', model: 'm' };
  it.each<[string, (wrong: never) => unknown, unknown, string]>([
    ['rules', (rules) => withRedaction({ rules }), 'email', 'options.rules of withRedaction'],
    ['a rule', (rule) => withRedaction({ rules: [rule] }), null, 'a redaction rule'],
    ['a client to fall back on', (next) => withFallback([client, next]), null, 'each client of'],
    [
      'a client without generate',
      (next) => withFallback([next]),
      {},
      'each client of withFallback',
    ],
    ['on', (on) => withFallback([client], { on }), 'network', 'options.on to be a function'],
    ['fallback', (fallback) => composeClient(client, { fallback }), client, 'fallback of compose'],
    ['a flag', (fallback) => composeClient(client, { fallback }), true, 'fallback of compose'],
    ['a router', (router) => composeClient(client, { router }), 'a', 'router of composeClient'],
    ['a route', (route) => withRouter(route, { a: client }), 'a', 'route of withRouter'],
    ['a client to route to', (next) => withRouter(() => 'a', { a: next }), {}, 'each client of'],
    ['a price', (price) => withBudget({ maxCost: 1, price }), 5, 'options.price to be a function'],
    ['a ledger', (ledger) => withBudget({ ledger }), {}, 'options.ledger with start'],
    ['shouldRetry', (shouldRetry) => withRetry({ shouldRetry }), true, 'options.shouldRetry'],
    ['retryOn', (retryOn) => withRetry({ retryOn }), true, 'options.shouldRetry to be a function'],
    ['onAttempt', (onAttempt) => withRetry({ onAttempt }), true, 'options.onAttempt'],
    ['random', (random) => withRetry({ random }), 0.5, 'options.random to be a function'],
    ['jitter', (jitter) => withRetry({ jitter }), 'half', "options.jitter to be 'full' or 'none'"],
    ['a clock of retry', (clock) => withRetry({ clock }), {}, 'options.clock to be an object with'],
    ['a clock', (clock) => withTimeout({ clock }), {}, 'options.clock to be an object with now'],
    [
      'a timer',
      (timer) => withRateLimit({ timer }),
      {},
      'options.timer to be an object with sleep',
    ],
    ['a clock of a trace', (clock) => withTrace(() => 0, { clock }), {}, 'options.clock to be'],
    ['a key', (key) => withCache({ store, key }), 'x', 'options.key to be a function'],
    ['onlyIf', (onlyIf) => withCache({ store, onlyIf }), true, 'options.onlyIf to be a function'],
    ['a logger', (logger) => withCache({ store, logger }), {}, 'options.logger to be an object'],
    [
      'a match',
      (match) => withCassette({ mode: 'auto', store: createMemoryCassetteStore(), match }),
      'x',
      'options.match to be a function',
    ],
    ['a limit', (maxOutputTokens) => defaulted({ maxOutputTokens }), -5, 'maxOutputTokens to be'],
    ['no limit', (maxOutputTokens) => defaulted({ maxOutputTokens }), Infinity, 'a whole number'],
    [
      'raw options',
      (providerOptions) => defaulted({ providerOptions }),
      5,
      'providerOptions to be',
    ],
    ['an identity', (identity) => defaulted({ identity }), 5, 'defaults.identity to be a text'],
    ['a timer of a client', (timer) => defaulted({ timer }), 5, 'options.timer to be an object'],
    [
      'a capability',
      (jsonSchema) => defaulted({ capabilities: { jsonSchema } }),
      'yes',
      "defaults.capabilities.jsonSchema to be 'native' or 'json-object' or 'prompt'",
    ],
    [
      'an api',
      (api) => fromOpenAI(openai, { model: 'm', api }),
      'completions',
      'options.api to be',
    ],
    [
      'fetch',
      (send) => createOpenAiCompatibleClient({ ...address, fetch: send }),
      {},
      'options.fetch',
    ],
  ])('%s', (_name, make, wrong, message) => {
    expect(() => make(wrong as never)).toThrow(InvalidArgumentError);
    expect(() => make(wrong as never)).toThrow(message);
  });

  it('a function that loads packages', async () => {
    const made = createClientFromEnv({}, { load: 'openai' as never });
    await expect(made).rejects.toThrow('expected options.load to be a function');
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
