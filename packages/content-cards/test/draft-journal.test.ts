import { createMemoryEventStore, type LlmClient } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { draftCards, parsePolicySet, reviewCard } from '../src/index.ts';
import { createDraftJournal, type DraftJournal } from '../src/draft-journal.ts';
import { createMockDraftClient } from '../src/testing.ts';
import { validateCard } from '../src/model/card.ts';
import { sampleCard } from './helpers.ts';

const policies = parsePolicySet({
  default_policy_id: 'p',
  policies: [{ id: 'p', name: '標準', safeguards: {} }],
});
if (!policies.ok) throw new Error('no policies');
const set = policies.value;
const slides = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, layout: 'Body', title: `題 ${id}` }));
const spec = { meta: { title: '提案' }, slides };
const clock = { now: () => new Date('2026-01-01T00:00:00.000Z') };

class Killed extends Error {}

/** Counts the calls; each slide needs two: the first answer has a line that is too long. */
function countingClient(killAfter = Infinity): { client: LlmClient; calls: () => number } {
  let calls = 0;
  const mock = createMockDraftClient();
  return {
    calls: () => calls,
    client: {
      ...mock,
      async generate(request, options) {
        if (calls >= killAfter) throw new Killed('killed');
        calls += 1;
        const answer = await mock.generate(request, options);
        const isFirst = request.messages.length === 2;
        const text = isFirst
          ? JSON.stringify({ title: '題', body: ['長'.repeat(41)] })
          : JSON.stringify({ title: '題', body: [`回答 ${request.messages[1]?.content.length}`] });
        return { ...answer, text, usage: { inputTokens: 10, outputTokens: 5 } };
      },
    },
  };
}

/** As a process that dies in the call: no code of ours runs after it. */
const runUntilKilled = async (journal: DraftJournal, killAfter: number): Promise<number> => {
  const { client, calls } = countingClient(killAfter);
  const stop = new AbortController();
  const dying: LlmClient = {
    ...client,
    generate: async (request, options) => {
      try {
        return await client.generate(request, options);
      } catch {
        stop.abort(new Killed('killed'));
        return new Promise(() => undefined);
      }
    },
  };
  const { signal } = stop;
  const run = draftCards(spec, { policies: set, llm: dying, journal, clock, signal });
  await expect(run).rejects.toThrow(Killed);
  return calls();
};

describe('a run with a journal that is killed', () => {
  test.each([1, 2, 3, 5, 9])('after %i answers asks only for the rest', async (answers) => {
    const whole = countingClient();
    const expected = await draftCards(spec, { policies: set, llm: whole.client, clock });
    expect(whole.calls()).toBe(10);

    const store = createMemoryEventStore();
    expect(await runUntilKilled(createDraftJournal(store, 'run-1'), answers)).toBe(answers);
    const again = countingClient();
    const journal = createDraftJournal(store, 'run-1');
    const result = await draftCards(spec, { policies: set, llm: again.client, journal, clock });
    expect(again.calls()).toBe(10 - answers);
    expect(result).toEqual(expected);

    const third = countingClient(0);
    await draftCards(spec, { policies: set, llm: third.client, journal, clock });
    expect(third.calls()).toBe(0);
  });

  test('asks again for what is no longer the same request', async () => {
    const store = createMemoryEventStore();
    const journal = createDraftJournal(store, 'run-1');
    await draftCards(spec, { policies: set, llm: countingClient().client, journal, clock });
    const changed = {
      ...spec,
      slides: slides.map((each) => (each.id === 'c' ? { ...each, title: '別' } : each)),
    };
    const again = countingClient();
    await draftCards(changed, { policies: set, llm: again.client, journal, clock });
    // The slide itself, and the two that have its title beside theirs.
    expect(again.calls()).toBe(6);
  });

  test('ignores what is no recorded answer, and rejects when the journal cannot be written', async () => {
    const { client, calls } = countingClient();
    const damaged: DraftJournal = {
      read: () => [null, 7, { key: 'x' }, { key: 'y', response: { text: 1 } }],
      append: () => Promise.reject(new Error('disk full')),
    };
    const run = draftCards(spec, { policies: set, llm: client, journal: damaged, clock });
    await expect(run).rejects.toThrow('disk full');
    expect(calls()).toBeLessThanOrEqual(3);
  });
});

describe('null for a member that may be absent', () => {
  test.each(['note'])('%s costs no call in a draft', async (member) => {
    const llm = createScriptedClient([
      JSON.stringify({ title: '題', body: ['本文'], [member]: null }),
    ]);
    const { cards, meta, log } = await draftCards(
      { meta: { title: '提案' }, slides: slides.slice(0, 1) },
      { policies: set, llm, clock },
    );
    expect(meta.usage.calls).toBe(1);
    expect(cards[0]).toMatchObject({ title: '題', body: ['本文'], note: null });
    expect(log[0]?.warnings).toEqual([]);
  });

  test.each(['strengths', 'weaknesses', 'actions'])(
    '%s costs no call in a review',
    async (member) => {
      const checked = validateCard(sampleCard('a'));
      if (!checked.ok) throw new Error('not a card');
      const opinion = { grade: 'B', strengths: ['良い'], weaknesses: ['弱い'], actions: ['直す'] };
      for (const answer of [
        { ...opinion, [member]: null },
        { grade: 'B', [member]: null },
      ]) {
        const llm = createScriptedClient([JSON.stringify(answer)]);
        const { review, llmFailed, call } = await reviewCard(checked.value, { llm });
        expect([llmFailed, call?.usage.calls, review.grade]).toEqual([false, 1, 'B']);
        expect(review[member as 'actions']).toEqual([]);
      }
    },
  );
});

test('a client with generate alone drafts, with a journal and without one', async () => {
  const client = { generate: createMockDraftClient().generate } as LlmClient;
  for (const options of [{}, { journal: createDraftJournal(createMemoryEventStore(), 'run') }]) {
    const { log, meta } = await draftCards(spec, { policies: set, llm: client, clock, ...options });
    expect(meta).toMatchObject({ provider: 'unknown', model: 'unknown' });
    expect(log.flatMap(({ error }) => error ?? [])).toEqual([]);
  }
});
