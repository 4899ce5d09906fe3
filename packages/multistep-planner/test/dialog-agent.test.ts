import { createMemoryEventStore, LlmError, sha256Hex, type StoredEvent } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import {
  createDialogAgent,
  type DialogEvent,
  DialogConflictError,
  type DialogResponse,
  mergeHits,
  replayDialog,
  type SearchHit,
  type SearchTool,
} from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

const hit = (id: string, text = id): SearchHit => ({ id, text, title: id });
const hits = {
  '北海道 送料': [hit('ship', '北海道への送料は800円です。')],
  '返品 ポリシー': [hit('return', '返品は到着後30日以内です。')],
};

async function eventsOf(stream: AsyncIterable<DialogEvent>): Promise<readonly DialogEvent[]> {
  const events: DialogEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('a turn', () => {
  test('searches, answers and keeps a journal that replays to the same bytes', async () => {
    const { agent, search, ...fixture } = dialogFixture({ hits });
    const first = await agent.turn({
      message: '北海道への送料を教えてください',
      options: { topK: 3, debug: true },
    });
    expect(first).toMatchObject({
      answer: '北海道への送料は800円です。（出典: ship）',
      final: true,
      steps: [{ query: '北海道 送料', topK: 3 }],
    });
    const { sessionId } = first;
    await agent.turn({ sessionId, message: 'じゃあ返品ポリシーも知りたい', options: { topK: 5 } });
    await agent.turn({ sessionId, message: 'サイズを教えて' });
    await agent.turn({ sessionId, message: '赤いフライパン' });
    expect(search.calls.map(({ query }) => query)).toEqual([
      '北海道 送料',
      '返品 ポリシー',
      expect.stringContaining('フライパン'),
    ]);
    const events = await fixture.journal(sessionId);
    const replay = await replayDialog(events);
    expect(replay.difference).toBeUndefined();
    expect(replay).toMatchObject({ ok: true, turns: 4 });
    expect(replay.responses[0]).toEqual(first);
  });

  test('shows where an edited journal differs', async () => {
    const { agent, ...fixture } = dialogFixture({ hits });
    const { sessionId } = await agent.turn({ message: '北海道への送料を教えてください' });
    const events = await fixture.journal(sessionId);
    const edited: readonly StoredEvent[] = JSON.parse(
      JSON.stringify(events).replaceAll('800円です。（', '100円です。（'),
    );
    expect(await replayDialog(edited)).toMatchObject({
      ok: false,
      difference: {
        turn: 1,
        path: '/answer',
        recorded: '北海道への送料は100円です。（出典: ship）',
        replayed: '北海道への送料は800円です。（出典: ship）',
      },
    });
  });

  test('gives the recorded response to a repeated request and calls no port', async () => {
    const { agent, search } = dialogFixture({ hits });
    const request = { sessionId: 's', message: '北海道への送料を教えてください' };
    const first = await agent.turn(request, { requestId: 'r1' });
    expect(await agent.turn(request, { requestId: 'r1' })).toEqual(first);
    expect(search.calls).toHaveLength(1);
  });

  test('loses no update when two turns race', async () => {
    const { agent, ...fixture } = dialogFixture({ hits });
    const request = { sessionId: 's', message: '北海道への送料を教えてください' };
    const ends = await Promise.allSettled([agent.turn(request), agent.turn(request)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = ends.find((end) => end.status === 'rejected');
    expect(DialogConflictError.isInstance(lost?.reason)).toBe(true);
    expect(
      (await fixture.journal('s')).filter(({ type }) => type === 'turn-completed'),
    ).toHaveLength(1);
  });

  test('keeps tenants apart', async () => {
    const { agent } = dialogFixture({ hits });
    await agent.turn(
      { sessionId: 's', message: '北海道への送料を教えてください' },
      { tenant: 'a' },
    );
    const other = await agent.turn(
      { sessionId: 's', message: '沖縄は？', options: { debug: true } },
      { tenant: 'b' },
    );
    expect(other.steps[0]?.query).not.toContain('送料');
    await expect(agent.turn({ sessionId: 's', message: 'x' }, { tenant: '' })).rejects.toThrow(
      /tenant/u,
    );
  });

  test('forgets a dialog exactly ttlMs after the last write', async () => {
    const { agent, clock } = dialogFixture({ hits, context: { ttlMs: 1000 } });
    await agent.turn({ sessionId: 's', message: '北海道への送料を教えてください' });
    clock.advance(999);
    const kept = await agent.turn({ sessionId: 's', message: '沖縄は？' });
    expect(kept.steps[0]?.query).toBe('送料 沖縄');
    clock.advance(1000);
    const fresh = await agent.turn({ sessionId: 's', message: '沖縄は？' });
    expect(fresh.steps[0]?.query).not.toContain('送料');
  });

  test('uses the history of a request only for a dialog without its own', async () => {
    const { agent } = dialogFixture({ hits });
    const history = [
      { role: 'user', content: '北海道への送料は？' },
      { role: 'assistant', content: '800円です。' },
    ] as const;
    const first = await agent.turn({
      sessionId: 's',
      message: '沖縄は？',
      history,
      options: { debug: true },
    });
    expect(first.steps[0]?.query).toBe('送料 沖縄');
    const second = await agent.turn({
      sessionId: 's',
      message: '東京は？',
      history,
      options: { debug: true },
    });
    expect(second.meta?.reasons).toContainEqual({ code: 'request-history-ignored' });
  });
});

describe('events', () => {
  test('are numbered and end once', async () => {
    const { agent } = dialogFixture({ hits });
    const events = await eventsOf(agent.stream({ message: '北海道への送料を教えてください' }));
    expect(events.map(({ type }) => type)).toEqual([
      'turn-started',
      'plan-made',
      'search-started',
      'search-finished',
      'answer-delta',
      'turn-finished',
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('abort the ports when the reader leaves early', async () => {
    let aborted = false;
    const search: SearchTool = {
      search: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        }),
    };
    const agent = createDialogAgent({ search });
    for await (const event of agent.stream({ message: '送料はいくらですか' })) {
      if (event.type === 'search-started') break;
    }
    await Promise.resolve();
    expect(aborted).toBe(true);
  });
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

  test('a search that never settles ends with the budget', async () => {
    const agent = createDialogAgent({
      search: { search: () => new Promise(() => undefined) },
      budget: { timeMs: 20 },
    });
    await expect(agent.turn({ message: '送料はいくらですか' })).rejects.toMatchObject({
      code: 'deadline-exceeded',
    });
  });

  test('null, doubles and a flood of hits do no harm', async () => {
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

  test('an abort rejects with its reason and stores nothing', async () => {
    const { agent, ...fixture } = dialogFixture({ hits });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(agent.turn({ sessionId: 's', message: '送料は？' }, { signal })).rejects.toThrow(
      'gone',
    );
    expect(await fixture.journal('s')).toEqual([]);
  });

  test('a broken model costs its usage and falls back to the rules', async () => {
    const client = createScriptedClient([
      new LlmError('busy', { kind: 'overloaded', usage: { inputTokens: 7 } }),
    ]);
    const { agent } = dialogFixture({ hits, client });
    const response = await agent.turn({
      message: '北海道への送料を教えてください',
      options: { useLlmPlanner: true, debug: true },
    });
    expect(response.meta).toMatchObject({
      plannerSource: 'rule-fallback',
      fallback: { from: 'llm', reason: 'llm-overloaded' },
      usage: [{ inputTokens: 7 }],
    });
  });
});

describe('anti-nag', () => {
  const nagging = JSON.stringify({
    steps: [{ id: 'c', type: 'clarify', questions: ['どれですか？'] }],
    needsClarification: true,
    confidence: 'low',
  });

  test('a model that always asks is heard once', async () => {
    const client = createScriptedClient(() => nagging);
    const { agent } = dialogFixture({ client, hits: () => [hit('h')] });
    const responses: DialogResponse[] = [];
    for (const message of [
      'ログインできません',
      'パスワードの変更方法は？',
      '退会したい',
      '領収書はもらえますか',
    ]) {
      responses.push(
        await agent.turn({ sessionId: 's', message, options: { useLlmPlanner: true } }),
      );
    }
    expect(responses.map(({ needsClarification }) => needsClarification)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a question without its slot is kept, one with an asked slot is not', async () => {
    const two = JSON.stringify({
      steps: [
        {
          id: 'c',
          type: 'clarify',
          questions: ['どの商品？', 'どの地域？'],
          about: ['product', 'region'],
        },
      ],
      needsClarification: true,
      // A model that words its list differently still asks its steps' questions.
      clarifyingQuestions: ['何についてですか？'],
      confidence: 'low',
    });
    const client = createScriptedClient(() => two);
    const { agent } = dialogFixture({ client, hits: () => [hit('h')] });
    const ask = (message: string, useLlmPlanner: boolean): Promise<DialogResponse> =>
      agent.turn({ sessionId: 's', message, options: { useLlmPlanner } });
    expect((await ask('サイズを教えて', false)).needsClarification).toBe(true);
    await ask('領収書はもらえますか？', false);
    expect((await ask('ギフト包装はできますか？', true)).clarifyingQuestions).toEqual([
      'どの地域？',
    ]);
  });

  test('a slot is asked for once, and the reply completes the search', async () => {
    const { agent, search } = dialogFixture({ hits: () => [hit('h')] });
    const ask = (message: string): Promise<DialogResponse> =>
      agent.turn({ sessionId: 's', message });
    expect((await ask('送料について')).needsClarification).toBe(true);
    await ask('北海道です');
    expect(search.calls.at(-1)?.query).toBe('送料 北海道');
    expect((await ask('送料について')).needsClarification).toBe(false);
  });

  test.each([
    ['わからない', '送料'],
    ['no idea', '送料'],
  ])('the refusal %s searches what is known', async (reply, query) => {
    const { agent, search } = dialogFixture({ hits: () => [hit('h')] });
    await agent.turn({ sessionId: 's', message: '送料について' });
    const { needsClarification } = await agent.turn({ sessionId: 's', message: reply });
    expect(needsClarification).toBe(false);
    expect(search.calls.at(-1)?.query).toBe(query);
  });

  test('a question with a topic of its own drops what was pending', async () => {
    const { agent, search } = dialogFixture({ hits: () => [hit('h')] });
    await agent.turn({ sessionId: 's', message: '送料について' });
    await agent.turn({ sessionId: 's', message: '領収書は発行できますか？' });
    expect(search.calls.at(-1)?.query).toContain('領収書');
    expect(search.calls.at(-1)?.query).not.toContain('送料');
  });
});

test('merging is by reciprocal rank, then plan position', () => {
  const merged = mergeHits(
    [
      [hit('a'), hit('b')],
      [hit('c'), hit('b')],
    ],
    10,
  );
  expect(merged.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

test('thanks are answered by the answer tool', async () => {
  const { agent, search } = dialogFixture({
    answer: {
      answer: ({ message, hits: given }) => Promise.resolve({ text: `${message}:${given.length}` }),
    },
  });
  expect((await agent.turn({ message: 'ありがとう' })).answer).toBe('ありがとう:0');
  expect(search.calls).toEqual([]);
});

test('the journal holds the hash of what the model said, and replays without it', async () => {
  const text = JSON.stringify({
    steps: [{ type: 'search', query: '送料' }],
    needsClarification: false,
    confidence: 'low',
  });
  const { agent, ...fixture } = dialogFixture({
    hits: () => [hit('h')],
    client: createScriptedClient(() => text),
  });
  await agent.turn({
    sessionId: 's',
    message: '送料はいくらですか',
    options: { useLlmPlanner: true },
  });
  const events = await fixture.journal('s');
  expect(events.map(({ type }) => type)).toEqual([
    'turn-received',
    'plan-made',
    'search-returned',
    'answer-made',
    'turn-completed',
  ]);
  expect(events[1]?.data).toMatchObject({
    rawHash: sha256Hex(text),
    outcome: { source: 'llm-repaired' },
  });
  expect((await replayDialog(events)).ok).toBe(true);
});

test('the journal of a store that was given is used', async () => {
  const store = createMemoryEventStore();
  const agent = createDialogAgent({ search: { search: () => Promise.resolve([hit('h')]) }, store });
  await agent.turn({ sessionId: 's', message: '送料はいくらですか' });
  const streams: string[] = [];
  for await (const { streamId } of store.listStreams()) streams.push(streamId);
  expect(streams).toEqual(['dialog/default/s']);
});
