import { createMemoryEventStore } from '@kanmon/core';
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
  createContextStore,
  createRouter,
  rewriteFollowup,
  runDialogOrchestrator,
  scoreClarificationNeed,
  scoreFollowup,
} from '../src/parts.ts';

const input = { message: 'How much is shipping?' };
const search = { search: async () => [] };
const wrong = { locael: 'en' } as never; // a program without types
const more = wrong as object;

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

test('createDialogAgent without options names what is missing', () => {
  expect(() => createDialogAgent(undefined as never)).toThrow('for createDialogAgent(options)');
  expect(() => createDialogAgent({} as never)).toThrow('options.search');
});
