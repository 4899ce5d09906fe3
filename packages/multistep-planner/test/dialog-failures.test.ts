import { LlmError, type Logger, silentLogger } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import {
  createDialogAgent,
  planByRules,
  type PlanInput,
  replayDialog,
  type SearchHit,
} from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

const hit = (id: string, text = id): SearchHit => ({ id, text, title: id });
const hits = {
  '北海道 送料': [hit('ship', '北海道への送料は800円です。')],
  '返品 ポリシー': [hit('return', '返品は到着後30日以内です。')],
};

function warningLog(): { logger: Logger; warnings: unknown[] } {
  const warnings: unknown[] = [];
  return { logger: { ...silentLogger, warn: (fields) => warnings.push(fields) }, warnings };
}

const wrongOutcome = (members: object) => async (input: PlanInput) => ({
  ...planByRules(input),
  ...members,
});

describe('failures', () => {
  test('one failed search leaves the others', async () => {
    const { agent } = dialogFixture({
      hits: { 送料: new Error('down'), 返品期限: [hit('r', '30日')] },
    });
    const response = await agent.turn({
      message: '送料はいくらですか？あと、返品期限も教えてください',
    });
    expect(response.meta?.partial).toBe(true);
    expect(response.steps.map(({ error }) => error)).toEqual(['search-threw', undefined]);
  });

  test('all failed searches fail the turn and store nothing', async () => {
    const { agent, ...fixture } = dialogFixture({ hits: { 送料: new Error('down') } });
    await expect(
      agent.turn({ sessionId: 's', message: '送料はいくらですか' }),
    ).rejects.toMatchObject({ code: 'search-failed' });
    expect(await fixture.journal('s')).toEqual([]);
  });

  test.each([
    ['Within 30 days.'],
    [{ text: 5 }],
    [null],
    [undefined],
    [{ text: 'a', sourceIds: 5 }],
    [{ text: 'a', sourceIds: [5] }],
  ])('an answer tool that returns %j has failed', async (wrong) => {
    const search = { search: async () => [hit('return', '30 days')] };
    const message = 'What is the return policy?';
    const agent = createDialogAgent({ search, answer: { answer: async () => wrong as never } });
    await expect(agent.turn({ message })).rejects.toMatchObject({ code: 'answer-failed' });
    const streamed = createDialogAgent({
      search,
      answer: {
        answer: async () => ({ text: 'a' }),
        async *stream() {
          yield await Promise.resolve(wrong as never);
        },
      },
    });
    if (wrong === null || typeof wrong !== 'object' || wrong.text === 5)
      await expect(streamed.turn({ message })).rejects.toMatchObject({ code: 'answer-failed' });
  });

  test('a search that never resolves ends with the budget', async () => {
    const agent = createDialogAgent({
      search: { search: () => new Promise(() => undefined) },
      budget: { timeMs: 20 },
    });
    await expect(agent.turn({ message: '送料はいくらですか' })).rejects.toMatchObject({
      code: 'deadline-exceeded',
    });
  });

  test('null, duplicates and a flood of hits do no harm', async () => {
    const flood = Array.from({ length: 100_000 }, (_, index) => hit(`h${index % 50_000}`));
    const { agent } = dialogFixture({ hits: () => flood });
    const { steps } = await agent.turn({
      message: '送料はいくらですか',
      options: { topK: 5, debug: true },
    });
    expect(steps[0]?.resultCount).toBe(5);
  });

  test('a list that throws when it is read is a failed search', async () => {
    const trap = Object.defineProperty(hit('a'), 'id', {
      get: () => {
        throw new Error('trap');
      },
    });
    const { agent } = dialogFixture({
      hits: ({ query }) => (query === '送料' ? [trap] : [hit('r')]),
    });
    const { steps } = await agent.turn({
      message: '送料はいくらですか？あと、返品期限も教えてください',
    });
    expect(steps.map(({ error }) => error)).toEqual(['invalid-result', undefined]);
  });

  test('the failure of all searches names its cause', async () => {
    const { agent } = dialogFixture({ hits: { 送料: new Error('down') } });
    await expect(agent.turn({ message: '送料はいくらですか' })).rejects.toMatchObject({
      cause: { message: 'down' },
    });
  });

  test.each([
    ['null', null, 'got null'],
    [
      'a list of texts',
      ['北海道への送料は800円です。'],
      'got "北海道への送料は800円です。" for hits[0]',
    ],
    ['hits with numeric ids', [{ id: 1, text: '800円' }], 'got 1 for hits[0].id'],
    ['hits without ids', [{ text: '800円' }], 'got undefined for hits[0].id'],
    ['hits without texts', [{ id: '1', content: '800円' }], 'got undefined for hits[0].text'],
  ])('%s is a failed search with a cause, and not an empty one', async (_name, found, named) => {
    const { agent } = dialogFixture({ hits: () => found as never });
    const error: unknown = await agent
      .turn({ message: '送料はいくらですか' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'search-failed' });
    expect(String((error as Error).cause)).toContain(named);
  });

  test('hits without an id or a text among others are ignored', async () => {
    const { agent } = dialogFixture({ hits: () => [{ id: 1, text: 'a' } as never, hit('b')] });
    const { steps } = await agent.turn({
      message: '送料はいくらですか',
      options: { debug: true },
    });
    expect(steps[0]?.resultCount).toBe(1);
  });

  test.each<[string, (input: PlanInput) => Promise<unknown>]>([
    ['throws', () => Promise.reject(new Error('down'))],
    ['returns nothing', () => Promise.resolve(undefined)],
    ['returns no reasons', () => Promise.resolve({ plan: {}, source: 'rule' })],
    ['names a source of another name', wrongOutcome({ source: 'my-planner' })],
    ['returns a reason whose code is a number', wrongOutcome({ reasons: [{ code: 5 }] })],
    ['returns a score that is NaN', wrongOutcome({ scores: { clarify: NaN, followup: 0 } })],
    ['returns no scores', wrongOutcome({ scores: undefined })],
    ['returns a usage of texts', wrongOutcome({ usage: [{ inputTokens: '7' }] })],
    ['returns a route that is a number', wrongOutcome({ route: 5 })],
  ])('a planner that %s leaves the turn to the rules', async (_name, planner) => {
    const { logger, warnings } = warningLog();
    const { agent, journal } = dialogFixture({ hits, planner: planner as never, logger });
    const { steps, meta } = await agent.turn({
      sessionId: 's',
      message: '北海道への送料を教えてください',
      options: { debug: true },
    });
    expect(steps[0]?.query).toBe('北海道 送料');
    expect(meta).toMatchObject({
      plannerSource: 'rule-fallback',
      reasons: [{ code: 'planner-failed' }],
    });
    expect(warnings).toHaveLength(1);
    expect(await replayDialog(await journal('s'))).toMatchObject({ ok: true });
    const next = await agent.turn({ sessionId: 's', message: 'それと返品は？' });
    expect(next.meta?.plannerSource).toBe('rule-fallback');
  });

  test('members of an outcome that are undefined count as left out', async () => {
    const planner = wrongOutcome({ route: undefined, usage: [{ inputTokens: undefined }] });
    const { agent, journal } = dialogFixture({ hits, planner: planner as never });
    const { meta } = await agent.turn({ sessionId: 's', message: '北海道への送料は？' });
    expect(meta?.plannerSource).toBe('rule');
    expect(await replayDialog(await journal('s'))).toMatchObject({ ok: true });
  });

  test('a logger that throws ends no turn', async () => {
    const warn = () => {
      throw new Error('log');
    };
    const planner = () => Promise.reject(new Error('down'));
    const { agent } = dialogFixture({ hits, planner, logger: { ...silentLogger, warn } });
    const { meta } = await agent.turn({ message: '北海道への送料は？' });
    expect(meta?.plannerSource).toBe('rule-fallback');
  });

  test('a reader of events can replace the text of a stream that came too late', async () => {
    const answer = {
      answer: async () => ({ text: '' }),
      async *stream() {
        yield await Promise.resolve({ text: '送料は' });
        await new Promise(() => undefined);
      },
    };
    const search = { search: async () => hits['北海道 送料'] };
    const agent = createDialogAgent({ search, answer, budget: { timeMs: 50 } });
    const deltas: { text: string; replaces?: boolean }[] = [];
    let final: string | null = '';
    for await (const event of agent.stream({ message: '北海道への送料' })) {
      if (event.type === 'answer-delta') deltas.push(event);
      if (event.type === 'turn-finished') final = event.response.answer;
    }
    expect(deltas).toMatchObject([{ text: '送料は' }, { text: final, replaces: true }]);
  });

  test('an abort rejects with its reason and stores nothing', async () => {
    const { agent, ...fixture } = dialogFixture({ hits });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(agent.turn({ sessionId: 's', message: '送料は？' }, { signal })).rejects.toThrow(
      'gone',
    );
    expect(await fixture.journal('s')).toEqual([]);
  });

  test('a broken model costs its usage and falls back to the rules', async () => {
    const usage = { inputTokens: 7, cachedInputTokens: 2, cacheWriteTokens: 3 };
    const client = createScriptedClient([new LlmError('busy', { kind: 'overloaded', usage })]);
    const { agent, journal } = dialogFixture({ hits, client });
    const request = {
      sessionId: 's',
      message: '北海道への送料を教えてください',
      options: { useLlmPlanner: true, debug: true },
    };
    const response = await agent.turn(request);
    expect(await replayDialog(await journal('s'))).toMatchObject({ ok: true });
    expect(response.meta).toMatchObject({
      plannerSource: 'rule-fallback',
      fallback: { from: 'llm', reason: 'llm-overloaded' },
      usage: [usage],
    });
  });
});

test('a stream with other events is reported as damaged', async () => {
  const { agent, store } = dialogFixture({ hits });
  await store.append('dialog/default/s', [{ type: 'turn-completed', data: { response: 5 } }], {
    expectedVersion: 0,
  });
  await expect(agent.turn({ sessionId: 's', message: '送料は？' })).rejects.toMatchObject({
    name: 'EventStoreError',
    code: 'store-corrupt',
    details: { version: 1 },
  });
});
