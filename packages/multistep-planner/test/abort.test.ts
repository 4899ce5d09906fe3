import { createMemoryEventStore, type EventStore, KanmonError, type LlmClient } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import type { CrewOrchestratorClient, DialogAgentOptions, DialogRequest } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

const reason = new Error('the user has left');
const plan = JSON.stringify({
  steps: [
    { id: 's', type: 'search', query: '送料', topK: 3 },
    { id: 'a', type: 'answer', style: 'faq', includeSources: true },
  ],
  needsClarification: false,
  confidence: 'high',
  language: 'ja',
});
const message = '送料はいくらですか';

/** Ports that take a few ticks each, so that there is something to abort. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
}

async function isStored(store: EventStore): Promise<boolean> {
  const first = await store.listStreams()[Symbol.asyncIterator]().next();
  return first.done !== true;
}

const slow: Partial<DialogAgentOptions> & { hits: () => Promise<{ id: string; text: string }[]> } =
  {
    hits: async () => {
      await ticks(5);
      return [{ id: 'h', text: 'h' }];
    },
    answer: {
      answer: async () => {
        await ticks(5);
        return { text: '800円です。' };
      },
    },
  };

test.each<[string, DialogRequest['options']]>([
  ['rules', {}],
  ['a model', { useLlmPlanner: true }],
  ['a crew', { mode: 'crew' }],
])('an abort at any await of a turn planned by %s stores nothing', async (_name, options = {}) => {
  let rejected = 0;
  let finished = false;
  for (let at = 0; !finished; at += 1) {
    const store = createMemoryEventStore();
    const crew: CrewOrchestratorClient = {
      plan: async () => {
        await ticks(5);
        return { plan: JSON.parse(plan) as unknown };
      },
    };
    const client = createScriptedClient(() => ({ text: plan }));
    const { agent } = dialogFixture({ ...slow, store, client, crew });
    const controller = new AbortController();
    const turn = agent
      .turn({ sessionId: 's', message, options }, { signal: controller.signal })
      .then(
        () => 'finished' as const,
        (error: unknown) => error,
      );
    await ticks(at);
    controller.abort(reason);
    const end = await turn;
    finished = end === 'finished';
    expect(await isStored(store)).toBe(finished);
    if (finished) continue;
    expect(end).toBe(reason);
    rejected += 1;
  }
  expect(rejected).toBeGreaterThan(10);
});

describe('a port that hangs gets the signal', () => {
  const hang =
    (told: AbortSignal[]) =>
    <Value>(_request: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<Value> => {
      if (signal !== undefined) told.push(signal);
      return new Promise(() => undefined);
    };

  test.each<
    [string, DialogRequest['options'], (told: AbortSignal[]) => Parameters<typeof dialogFixture>[0]]
  >([
    ['search', {}, (told) => ({ search: { search: hang(told) } })],
    ['answer', {}, (told) => ({ ...slow, answer: { answer: hang(told) } })],
    ['planner', {}, (told) => ({ ...slow, planner: hang(told) })],
    ['crew', { mode: 'crew' }, (told) => ({ ...slow, crew: { plan: hang(told) } })],
    [
      'model',
      { useLlmPlanner: true },
      (told) => {
        const client: LlmClient = { ...createScriptedClient([]), generate: hang(told) };
        return { ...slow, client };
      },
    ],
  ])('%s', async (_name, options, ports) => {
    const told: AbortSignal[] = [];
    const { agent, ...fixture } = dialogFixture(ports(told));
    const controller = new AbortController();
    const turn = agent.turn(
      { sessionId: 's', message, ...(options === undefined ? {} : { options }) },
      { signal: controller.signal },
    );
    await ticks(100);
    expect(told.map(({ aborted }) => aborted)).toEqual([false]);
    controller.abort(reason);
    await expect(turn).rejects.toBe(reason);
    expect(told[0]?.aborted).toBe(true);
    expect(await fixture.journal('s')).toEqual([]);
  });

  test('and a turn waits for none of them longer than its time', async () => {
    for (const ports of [{ planner: hang([]) }, { answer: { answer: hang([]) } }]) {
      const { agent, clock } = dialogFixture({
        hits: () => [{ id: 'h', text: 'h' }],
        ...ports,
      });
      const turn = agent.turn({ sessionId: 's', message, options: { debug: true } }).then(
        ({ meta }) => meta?.partial,
        (error: unknown) => (KanmonError.isInstance(error) ? error.code : error),
      );
      await ticks(100);
      clock.advance(10_000);
      // The answer's place is taken by a quotation; without a plan in time nothing was searched.
      expect(await turn).toBe('planner' in ports ? 'deadline-exceeded' : true);
    }
  });
});
