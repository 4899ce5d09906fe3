import { createMemoryEventStore, InvalidArgumentError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { expect, test } from 'vitest';
import {
  createCrewOrchestratorClient,
  createDialogAgent,
  definePlanGate,
  parsePlan,
  planByRules,
  planMultiStepQuery,
  planSingleSearch,
  renderPlannerPrompt,
  replayDialog,
} from '../src/index.ts';
import {
  buildQuery,
  createContextStore,
  createRouter,
  rewriteFollowup,
  runDialogOrchestrator,
  scoreClarificationNeed,
  scoreFollowup,
  splitIntents,
} from '../src/parts.ts';

const input = { message: 'How much is shipping?' };
const search = { search: async () => [] };
const wrong = { locael: 'en' } as never; // a program without types
const more = wrong as object;
const missing = undefined as never;

test.each<[string, () => unknown]>([
  ['parsePlan', () => parsePlan('x', { input, ...more })],
  ['definePlanGate', () => definePlanGate(wrong)],
  ['planByRules', () => planByRules(input, wrong)],
  ['planSingleSearch', () => planSingleSearch(input, wrong)],
  ['planMultiStepQuery', () => planMultiStepQuery(input, wrong)],
  ['renderPlannerPrompt', () => renderPlannerPrompt(input, wrong)],
  ['scoreClarificationNeed', () => scoreClarificationNeed(input, wrong)],
  ['scoreFollowup', () => scoreFollowup(input, wrong)],
  ['rewriteFollowup', () => rewriteFollowup(input, wrong)],
  ['createRouter', () => createRouter([], { default: 'a', order: ['a'], ...more })],
  ['createContextStore', () => createContextStore({ store: createMemoryEventStore(), ...more })],
  ['createDialogAgent', () => createDialogAgent({ search, ...more })],
  ['its budget', () => createDialogAgent({ search, budget: wrong })],
  ['its clarify', () => createDialogAgent({ search, clarify: wrong })],
  ['its rules', () => createDialogAgent({ search, rules: wrong })],
  ['its context', () => createDialogAgent({ search, context: wrong })],
  ['replayDialog', () => replayDialog([], wrong)],
  [
    'runDialogOrchestrator',
    () =>
      runDialogOrchestrator(planByRules(input).plan, [], {
        message: input.message,
        search,
        ...more,
      }),
  ],
  [
    'createCrewOrchestratorClient',
    () => createCrewOrchestratorClient({ baseUrl: 'http://crew.test', ...more }),
  ],
])('%s refuses a misspelt option', async (_name, run) => {
  await expect((async () => run())()).rejects.toThrow('unknown option "locael"');
});

test.each<[string, () => unknown, string]>([
  ['createDialogAgent', () => createDialogAgent(missing), 'for createDialogAgent(options)'],
  ['parsePlan', () => parsePlan('x', missing), 'for parsePlan(raw, options)'],
  ['parsePlan without an input', () => parsePlan('x', {} as never), 'input.message'],
  ['planByRules', () => planByRules(missing), 'input.message'],
  [
    'planByRules with half an open question',
    () => planByRules({ ...input, pending: { message: 'shipping' } as never }),
    'input.pending.questions',
  ],
  ['turn', () => createDialogAgent({ search }).turn(missing), 'a dialog request'],
  ['end', () => createDialogAgent({ search }).end(missing), 'expected tenant to be'],
  ['buildQuery', () => buildQuery(missing), 'expected text to be a text, got undefined'],
  ['splitIntents', () => splitIntents(missing), 'expected message to be a text, got undefined'],
  ['replayDialog', () => replayDialog(missing), 'events of replayDialog'],
  [
    'createRouter',
    () => createRouter(missing, { default: 'a', order: ['a'] }),
    'rules has a fault',
  ],
])('%s without its argument names what is missing', async (_name, run, name) => {
  const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
  expect(InvalidArgumentError.isInstance(error), String(error)).toBe(true);
  expect(String(error)).toContain(name);
});

const topics = { shipping: { ja: ['送料'] } };
const domainOf = (questions: object): object => ({
  rules: { domain: { topics, slots: { questions } } },
});
const model = createScriptedClient([]);

test.each<[string, object, string]>([
  ['a negative time', { budget: { timeMs: -1 } }, 'options.budget.timeMs'],
  ['a time that is NaN', { budget: { timeMs: NaN } }, 'options.budget.timeMs'],
  ['a threshold above 1', { rules: { thresholds: { clarify: 50 } } }, 'thresholds.clarify'],
  ['a misspelt threshold', { rules: { thresholds: { followUp: 0.4 } } }, '"followUp"'],
  ['a negative limit', { rules: { limits: { searches: -1 } } }, 'limits.searches'],
  [
    'a word that is not in a list',
    { rules: { domain: { topics: { x: { ja: '送料' } } } } },
    'topics.x.ja',
  ],
  ['another language', { rules: { domain: { topics: { x: { fr: ['port'] } } } } }, '"fr"'],
  [
    'required slots of an unknown topic',
    { rules: { domain: { topics, slots: { required: { shiping: { bare: 'region' } } } } } },
    'shiping',
  ],
  [
    'a question in one language',
    { rules: { domain: { topics, slots: { questions: { region: { en: 'Which region?' } } } } } },
    'domain.slots.questions.region.ja',
  ],
  [
    'a slot of an unknown kind',
    { rules: { domain: { topics, slots: { questions: { regoin: { ja: 'x', en: 'x' } } } } } },
    'regoin',
  ],
  ['a misspelt group of words', { rules: { lexicons: { en: { stopp: ['x'] } } } }, '"stopp"'],
  ['a lexicon of another language', { rules: { lexicons: { fr: {} } } }, '"fr"'],
  ['a word that is a number', { rules: { lexicons: { en: { stop: [1] } } } }, 'lexicons.en.stop.0'],
  ['a budget without a search', { budget: { maxSearches: 0 } }, 'options.budget.maxSearches'],
  ['a negative number of questions', { clarify: { maxPerDialog: -1 } }, 'maxPerDialog'],
  ['a lifetime that is NaN', { context: { ttlMs: NaN } }, 'options.context.ttlMs'],
  ['a lifetime of a text', { context: { ttlMs: 'abc' } }, 'options.context.ttlMs'],
  ['no lifetime', { context: { ttlMs: 0 } }, 'options.context.ttlMs'],
  ['a memory of no message', { context: { maxMessages: 0 } }, 'options.context.maxMessages'],
  ['a negative memory', { context: { maxMessages: -3 } }, 'options.context.maxMessages'],
  ['an unknown refresh', { context: { refreshOn: 'read' } }, 'options.context.refreshOn'],
  ['a context that is a number', { context: 5 }, 'options.context'],
  ['a context that is null', { context: null }, 'options.context'],
  ['rules that are null', { rules: null }, 'options.rules'],
  ['a blank question', domainOf({ region: { ja: '', en: 'Where to?' } }), 'questions.region.ja'],
  ['a white question', domainOf({ region: { ja: 'どこ？', en: ' ' } }), 'questions.region.en'],
  ['a long question', domainOf({ region: { ja: '長'.repeat(201), en: 'x' } }), 'region.ja'],
  ['a blank word', { rules: { domain: { topics: { x: { en: [''] } } } } }, 'topics.x.en.0'],
  ['a list of topics', { rules: { domain: { topics: [] } } }, 'domain.topics'],
  ['a store that cannot append', { store: { read: () => [] } }, 'options.store'],
  ['no client', { clients: {} }, 'options.clients'],
  ['a list of clients', { clients: [] }, 'options.clients'],
  ['clients that the default router never names', { clients: { small: model } }, 'options.route'],
])('createDialogAgent refuses %s', (_name, options, named) => {
  expect(() => createDialogAgent({ search, ...options })).toThrow(InvalidArgumentError);
  expect(() => createDialogAgent({ search, ...options })).toThrow(named);
});

test.each<[string, () => unknown, string]>([
  ['planMultiStepQuery', () => planMultiStepQuery(input, { clients: {} }), 'options.clients'],
  [
    'createContextStore',
    () => createContextStore({ store: createMemoryEventStore(), ttlMs: NaN }),
    'options.ttlMs',
  ],
  ['replayDialog', () => replayDialog([], { maxMessages: NaN }), 'options.maxMessages'],
  ['replayDialog', () => replayDialog([], { maxSearches: -1 }), 'options.maxSearches'],
  [
    'runDialogOrchestrator',
    () =>
      runDialogOrchestrator(planByRules(input).plan, [], {
        message: 'x',
        search,
        concurrency: NaN,
      }),
    'options.concurrency',
  ],
  [
    'createCrewOrchestratorClient',
    () => createCrewOrchestratorClient({ baseUrl: 'http://crew.test', timeoutMs: NaN }),
    'options.timeoutMs',
  ],
  [
    'createCrewOrchestratorClient',
    () => createCrewOrchestratorClient({ baseUrl: 'http://crew.test', fetch: 5 as never }),
    'options.fetch',
  ],
])('%s refuses a value that cannot be used', async (_name, run, named) => {
  await expect((async () => run())()).rejects.toThrow(InvalidArgumentError);
  await expect((async () => run())()).rejects.toThrow(named);
});

test('a turn reads members that are undefined as left out', async () => {
  const { steps } = await createDialogAgent({ search }).turn(
    {
      ...input,
      sessionId: undefined,
      history: undefined,
      options: { topK: undefined, debug: undefined },
    } as never,
    { signal: undefined, requestId: undefined } as never,
  );
  expect(steps).toHaveLength(1);
  const { plan } = planByRules(input);
  const absent = { ...plan, followupQueries: undefined, language: undefined } as never;
  const usage = { inputTokens: 7, outputTokens: undefined } as never;
  const answer = { answer: async () => ({ text: 'a', usage }) };
  const run = await runDialogOrchestrator(absent, [], { message: 'x', search, answer });
  expect(run).toMatchObject({ steps: [{ type: 'search' }], usage: [{ inputTokens: 7 }] });
});

test('a crew is asked without the members that are undefined', async () => {
  const sent: unknown[] = [];
  const crew = createCrewOrchestratorClient({
    baseUrl: 'http://crew.test',
    fetch: async (_url, init) => {
      sent.push(init?.body);
      return Response.json({ plan: {} });
    },
  });
  const conversation = [{ role: 'user' as const, content: 'x' }];
  const planOptions = { topK: undefined } as never;
  await crew.plan({ conversation, locale: 'en', planOptions });
  expect(sent).toEqual([JSON.stringify({ conversation, locale: 'en', planOptions: {} })]);
});
test('an added stop term is left out of queries, whatever it means in the built-in lexicon', () => {
  const { plan } = planByRules(
    { message: 'shipping to Canada' },
    { lexicons: { en: { stop: ['canada'] } } },
  );
  expect(plan.steps[0]).toMatchObject({ query: 'shipping' });
});

test.each([
  ['search', 'search'],
  ['answer', 'answer'],
  ['client', 'generate'],
  ['route', 'a function'],
  ['store', 'read'],
  ['crew', 'plan'],
  ['clock', 'now'],
  ['timer', 'sleep'],
  ['ids', 'next'],
  ['logger', 'warn'],
])('createDialogAgent refuses a %s without %s', (name, method) => {
  expect(() => createDialogAgent({ search, [name]: {} })).toThrow(
    new RegExp(`^expected options\\.${name} to be .*${method}, got an object`),
  );
});

test.each<[string, () => unknown, string]>([
  [
    'a client by route',
    () => createDialogAgent({ search, clients: { '20b': {} as never } }),
    'expected options.client to be an object with generate',
  ],
  ['no search', () => createDialogAgent({} as never), 'expected options.search'],
  [
    'slots of an unknown topic',
    () => createDialogAgent({ search, rules: { domain: { slots: { required: { size: {} } } } } }),
    'options.rules.domain.topics.size has a fault',
  ],
  ['a store', () => createContextStore({ store: {} as never }), 'expected options.store'],
  [
    'a rule without conditions',
    () => createRouter([{} as never], { default: 'a', order: ['a'] }),
    'rules.0.when',
  ],
])('%s of a wrong shape is refused at the creation', (_name, create, message) => {
  expect(create).toThrow(InvalidArgumentError);
  expect(create).toThrow(message);
});

test.each<[object, string]>([
  [{ search: {} }, 'expected options.search'],
  [{ answer: {} }, 'expected options.answer'],
  [{ message: 5 }, 'expected options.message to be a text, got 5'],
  [{ signal: {} }, 'expected options.signal'],
  [{ onEvent: 5 }, 'expected options.onEvent to be a function'],
  [{ budget: { maxSearches: 0 } }, 'expected options.budget.maxSearches to be at least 1'],
])('runDialogOrchestrator refuses %j', async (options, message) => {
  const { plan } = planByRules(input);
  await expect(
    runDialogOrchestrator(plan, [], { message: 'x', search, ...options }),
  ).rejects.toThrow(message);
  await expect(runDialogOrchestrator(missing, [], { message: 'x', search })).rejects.toThrow(
    'plan',
  );
});

test.each<[string, object, object, string]>([
  ['a signal of a wrong shape', {}, { signal: {} }, 'expected options.signal'],
  ['a tenant of another name', {}, { tenantId: 'a' }, '"tenantId"'],
  ['a request id in Japanese', {}, { requestId: '依頼' }, 'context.requestId'],
  ['a misspelt session', { sesionId: 's' }, {}, '"sesionId"'],
  ['a misspelt option', { options: { topk: 3 } }, {}, '"topk"'],
])('a turn refuses %s', async (_name, request, context, named) => {
  const agent = createDialogAgent({ search });
  await expect(agent.turn({ ...input, ...request }, context)).rejects.toThrow(named);
  for await (const event of agent.stream({ ...input, ...request }, context))
    expect(event).toMatchObject({ type: 'turn-failed', code: 'invalid-argument' });
});
