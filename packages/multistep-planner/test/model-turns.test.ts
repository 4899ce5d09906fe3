import { type LlmClient, silentLogger } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import {
  createDialogAgent,
  type DialogAgentOptions,
  type DialogResponse,
  planByRules,
  replayDialog,
} from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

const message = 'How do I set up SSO, and what does it cost?';
const search = { id: 's1', type: 'search', query: 'SSO setup', topK: 8 };
const answer = { id: 'a1', type: 'answer', style: 'faq', includeSources: true };
const plan = {
  steps: [search, answer],
  needsClarification: false,
  confidence: 'high',
  language: 'en',
};
const hits = [{ id: 'h', text: 'Set up SSO in the settings.' }];

function turnOf(
  options: Partial<DialogAgentOptions>,
  requested: { readonly useLlmPlanner?: boolean; readonly debug?: boolean } = {},
): Promise<DialogResponse> {
  const { agent } = dialogFixture({ hits: () => hits, ...options });
  return agent.turn({ message, options: requested });
}

const planning = (): ReturnType<typeof createScriptedClient> =>
  createScriptedClient(() => JSON.stringify(plan));

describe('who plans a turn', () => {
  test.each<[string, Partial<DialogAgentOptions>, boolean | undefined, number]>([
    ['asks a client that was passed', {}, undefined, 1],
    ['asks the client in mode model', { planner: 'model' }, undefined, 1],
    ['leaves the client alone in mode rules', { planner: 'rules' }, undefined, 0],
    ['leaves the client alone where the request says so', { planner: 'model' }, false, 0],
    ['asks the client in mode rules where the request says so', { planner: 'rules' }, true, 1],
    [
      'keeps the only model call for the answer',
      {
        answer: { answer: async () => ({ text: 'In the settings.' }) },
        budget: { maxModelCalls: 1 },
      },
      undefined,
      0,
    ],
    ['calls no model where the budget has no call', { budget: { maxModelCalls: 0 } }, undefined, 0],
  ])('%s', async (_name, options, useLlmPlanner, calls) => {
    const client = planning();
    const requested = useLlmPlanner === undefined ? {} : { useLlmPlanner };
    const { meta } = await turnOf({ client, ...options }, requested);
    expect(client.calls).toHaveLength(calls);
    expect(meta?.plannerSource).toBe(calls === 0 ? 'rule' : 'llm');
  });

  test('asks the clients of a router too', async () => {
    const small = planning();
    await turnOf({ clients: { '20b': small } });
    expect(small.calls).toHaveLength(1);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('route');
      },
    ],
    ['returns a text', () => 'small'],
    ['returns nothing', () => undefined],
    ['returns no reasons', () => ({ model: 'small', locked: false })],
    [
      'returns a reason whose code is a number',
      () => ({ model: 'small', locked: false, reasons: [{ code: 5 }] }),
    ],
  ])('a route that %s leaves the turn to the rules', async (_name, route) => {
    const small = planning();
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (fields: unknown) => warnings.push(fields) };
    const options = { clients: { small }, route: route as never, logger };
    const { meta, steps } = await turnOf(options, { debug: true });
    expect(small.calls).toHaveLength(0);
    expect(steps.length).toBeGreaterThan(0);
    expect(meta).toMatchObject({
      plannerSource: 'rule-fallback',
      fallback: { from: 'llm', reason: 'llm-route-failed' },
    });
    expect(warnings).toMatchObject([{ reason: 'llm-route-failed', error: expect.anything() }]);
  });

  test('asks the client without a route when the route fails', async () => {
    const client = planning();
    const { meta } = await turnOf({ client, clients: {}, route: () => 5 as never });
    expect(client.calls).toHaveLength(1);
    expect(meta?.plannerSource).toBe('llm');
  });

  test('names a route to a client that was not passed', async () => {
    const route = () => ({ model: 'large', locked: false, reasons: [] });
    const { meta } = await turnOf({ clients: { small: planning() }, route }, { debug: true });
    expect(meta?.fallback).toEqual({ from: 'llm', reason: 'llm-not-configured' });
    expect(meta?.reasons?.[0]).toEqual({
      code: 'llm-not-configured',
      params: { route: 'large' },
    });
  });

  test('refuses mode model without a model, and a mode that does not exist', () => {
    const port = { search: async () => hits };
    expect(() => createDialogAgent({ search: port, planner: 'model' })).toThrow('options.client');
    const wrong = { search: port, planner: 'modle' } as unknown as DialogAgentOptions; // a program without types
    expect(() => createDialogAgent(wrong)).toThrow(`got "modle"`);
  });

  test('replays a dialog in which model and rules took turns', async () => {
    const { agent, ...fixture } = dialogFixture({ hits: () => hits, client: planning() });
    await agent.turn({ sessionId: 's', message });
    await agent.turn({ sessionId: 's', message, options: { useLlmPlanner: false } });
    const replay = await replayDialog(await fixture.journal('s'));
    expect(replay).toMatchObject({ ok: true, turns: 2 });
    expect(replay.responses.map(({ meta }) => meta?.plannerSource)).toEqual(['llm', 'rule']);
  });

  test('searches by the rules when the model never answers', async () => {
    const hanging: LlmClient = {
      ...createScriptedClient([]),
      generate: () => {
        clock.advance(6000);
        return new Promise(() => undefined);
      },
    };
    const { agent, clock } = dialogFixture({ hits: () => hits, client: hanging });
    expect((await agent.turn({ message })).meta).toMatchObject({
      plannerSource: 'rule-fallback',
      fallback: { from: 'llm', reason: 'llm-timeout' },
    });
  });
});

describe('why no model has planned', () => {
  const wrongKey = new Error('invalid api key');
  test.each<[string, () => Promise<never> | string, string, object]>([
    [
      'a client that throws',
      () => {
        throw wrongKey;
      },
      'llm-generate-failed',
      { error: wrongKey },
    ],
    ['an answer without a plan', () => 'Hello!', 'llm-no-plan', {}],
  ])('is reported and logged once for %s', async (_name, say, reason, logged) => {
    const lines: unknown[][] = [];
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void lines.push(line) };
    const client: LlmClient = {
      ...createScriptedClient([]),
      generate: async (...request) => createScriptedClient([say() as string]).generate(...request),
    };
    const { meta } = await turnOf({ client, logger }, { debug: true });
    expect(meta?.fallback).toEqual({ from: 'llm', reason });
    expect(lines).toEqual([[{ reason, ...logged }, 'the model gave no plan; the rules take over']]);
  });
});

describe('what a model got wrong', () => {
  const codesOf = ({ meta }: DialogResponse): readonly string[] =>
    (meta?.reasons ?? []).map(({ code }) => code);

  test('is shown without debug when the rules took over', async () => {
    const refused = { ...plan, steps: [{ ...search, query: '{"a":1}' }, answer] };
    const client = createScriptedClient(() => JSON.stringify(refused));
    const turn = await turnOf({ client });
    expect(codesOf(turn)).toEqual(['llm-attempts', 'query-looks-like-data']);
    expect(turn.meta).not.toHaveProperty('usage');
  });

  test('is shown without debug when it was repaired', async () => {
    const client = createScriptedClient(() => JSON.stringify({ ...plan, confidence: 'High' }));
    const turn = await turnOf({ client });
    expect(turn.meta?.plannerSource).toBe('llm-repaired');
    expect(codesOf(turn)).toEqual(['value-respelled']);
  });

  test('is shown without debug when the model corrected it', async () => {
    const refused = { ...plan, steps: [{ ...search, query: '' }, answer] };
    const client = createScriptedClient([JSON.stringify(refused), JSON.stringify(plan)]);
    const turn = await turnOf({ client });
    expect(turn.meta?.plannerSource).toBe('llm-repaired');
    expect(codesOf(turn)).toEqual(['llm-corrected', 'query-blank']);
  });

  test('is nothing in a plan of the rules or a whole plan of the model', async () => {
    expect((await turnOf({})).meta).not.toHaveProperty('reasons');
    expect((await turnOf({ client: planning() })).meta).not.toHaveProperty('reasons');
  });
});

test('every repair of a plan reaches the outcome of a model', async () => {
  const { id: _id, ...step } = search;
  const client = createScriptedClient(() =>
    JSON.stringify({ thought: 'x', plan: { steps: [{ ...step, type: 'Search', topK: '8' }] } }),
  );
  const { meta } = await turnOf({ client }, { debug: true });
  expect(client.calls).toHaveLength(1);
  expect(meta?.plannerSource).toBe('llm-repaired');
  expect(meta?.reasons?.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'plan-unwrapped',
      'unknown-key-dropped',
      'value-respelled',
      'id-assigned',
      'confidence-defaulted',
      'clarification-inferred',
      'answer-appended',
    ]),
  );
  expect(planByRules({ message }).plan.steps[0]).not.toMatchObject({ query: 'SSO setup' });
});
