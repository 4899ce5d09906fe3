import { createManualClock, createScriptedClient, createSequentialIds } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { createContentApp } from '../src/http.ts';
import {
  type Card,
  createReviewer,
  importSources,
  reviewCard,
  type Rule,
  verifyApproved,
} from '../src/index.ts';
import { validateCard } from '../src/model/card.ts';
import { codeOf, createBench, editor, eventsOf, sampleCard, valueOf } from './helpers.ts';

const ref = { spec_id: 'deck', slide_id: 'a' };
const star = { ifMatch: '*' };
const opinion = (grade: string) =>
  JSON.stringify({ grade, strengths: [], weaknesses: ['根拠が弱い'], actions: [] });

describe('numbers are checked against what a card was made from', () => {
  const codesOf = (view: { ai_review: { issues: readonly { code: string }[] } | null }) =>
    view.ai_review?.issues.map(({ code }) => code);

  test('the text that was given for it, also after a rollback and in another service', async () => {
    const { service, store } = createBench();
    const cards = [
      sampleCard('a', { body: ['売上は120万円'] }),
      sampleCard('b', { body: ['130'] }),
    ];
    const sources = { a: '売上 1,200,000円' };
    valueOf(await service.createCards({ spec_id: 'deck', cards, sources }, editor));
    expect(codesOf(valueOf(await service.getCard(ref)))).toEqual([]);
    expect(codesOf(valueOf(await service.getCard({ ...ref, slide_id: 'b' })))).toEqual([]);
    const edit = { body: ['売上は140万円'] };
    const edited = valueOf(await service.patchCard(ref, edit, star, editor));
    expect(codesOf(edited)).toEqual(['number_not_in_source']);
    // State is a fold: another service on the same events judges alike.
    const other = createBench({ store }).service;
    expect(codesOf(valueOf(await other.reviewCard(ref, {}, editor)))).toEqual([
      'number_not_in_source',
    ]);
    valueOf(await other.rollback({ spec_id: 'deck', version: 2 }, editor));
    expect(codesOf(valueOf(await other.getCard(ref)))).toEqual([]);
  });

  test('a rollback restores the source of the version, also where only the source differs', async () => {
    const { service, store } = createBench();
    const cards = [sampleCard('a', { body: ['Sales were 1,300'] })];
    const sources = { a: 'Sales 1,200' };
    valueOf(await service.createCards({ spec_id: 'deck', cards, sources }, editor));
    for (const body of [['Sales were 9,999'], ['Sales were 1,300']]) {
      valueOf(await service.patchCard(ref, { body, source: null }, star, editor));
      const request = { spec_id: 'deck', version: 1 };
      expect(valueOf(await service.rollback(request, editor)).restored).toEqual(['a']);
      expect(codesOf(valueOf(await service.getCard(ref)))).toEqual(['number_not_in_source']);
      const other = createBench({ store }).service;
      expect(codesOf(valueOf(await other.reviewCard(ref, {}, editor)))).toEqual([
        'number_not_in_source',
      ]);
    }
    expect(
      valueOf(await service.rollback({ spec_id: 'deck', version: 1 }, editor)).restored,
    ).toEqual([]);
  });

  test('an imported card: what an edit brings in is not in the source', async () => {
    const text = '# 売上 {#a}\n売上は120万円\n\n# 件数 {#b}\n3件';
    const imported = await importSources([{ kind: 'text', text, name: '報告2026.md' }]);
    const { service } = createBench();
    const { cards, provenance } = imported;
    valueOf(await service.createCards({ spec_id: 'deck', cards, provenance }, editor));
    expect(codesOf(valueOf(await service.getCard(ref)))).toEqual([]);
    const moved = valueOf(await service.patchCard(ref, { note: '140万円' }, star, editor));
    expect(codesOf(moved)).toEqual(['number_not_in_source']);
  });

  test('a source of 100,001 characters, or with a control character, is refused', async () => {
    const { service } = createBench();
    for (const a of ['字'.repeat(100_001), 'a\u0000']) {
      const request = { spec_id: 'deck', cards: [sampleCard('a')], sources: { a } };
      expect(codeOf(await service.createCards(request, editor))).toBe('validation_error');
    }
  });
});

test('the cards of one call are judged beside each other', async () => {
  const { service } = createBench();
  const cards = [
    sampleCard('a', { body: ['売上: 120万円'] }),
    sampleCard('b', { body: ['売上: 130万円'] }),
  ];
  valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  for (const view of valueOf(await service.listCards({ spec_id: 'deck' })))
    expect(view.ai_review).toMatchObject({ grade: 'B', issues: [{ code: 'number_conflict' }] });
  const same = { body: ['売上: 120万円'] };
  const mended = await service.patchCard({ ...ref, slide_id: 'b' }, same, star, editor);
  expect(valueOf(mended).ai_review?.grade).toBe('A');
});

test('a rule that reads the deck sees every other card, and the card as it becomes', async () => {
  const seen: string[][] = [];
  const rule: Rule = {
    name: 'spy',
    check: (card, { deck }) => {
      seen.push([card.title, ...deck.map(({ slide_id, title }) => `${slide_id} ${title}`)]);
      return { issues: [], fixes: [] };
    },
  };
  const { service } = createBench({ reviewer: createReviewer({ rules: [rule] }) });
  const cards = ['a', 'b'].map((id) => sampleCard(id, { title: id }));
  valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  valueOf(await service.patchCard(ref, { title: '新' }, star, editor));
  expect(seen).toEqual([
    ['a', 'b b'],
    ['b', 'a a'],
    ['新', 'b b'],
  ]);
});

describe("a model's opinion stands for its content", () => {
  test('no review by rules and no edit there and back lifts a C', async () => {
    const llm = createScriptedClient([opinion('C'), opinion('A')]);
    const { service } = createBench({ reviewer: createReviewer({ llm }) });
    valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
    const judged = valueOf(await service.reviewCard(ref, { llm: true }, editor));
    expect([judged.status, judged.ai_review?.grade]).toEqual(['draft', 'C']);
    const again = valueOf(await service.reviewCard(ref, {}, editor));
    expect(again.ai_review).toMatchObject({ grade: 'C', weaknesses: ['根拠が弱い'] });
    const other = valueOf(await service.patchCard(ref, { body: ['別の内容'] }, star, editor));
    expect(other.ai_review).toMatchObject({ grade: 'A', model: null });
    const { body = [] } = sampleCard('a');
    const back = valueOf(await service.patchCard(ref, { body }, star, editor));
    expect(back.ai_review?.grade).toBe('C');
    expect(codeOf(await service.approveCard(ref, {}, star, editor))).toBe('grade_blocks_approval');
    // Only the model itself changes its mind.
    valueOf(await service.reviewCard(ref, { llm: true }, editor));
    expect(codeOf(await service.approveCard(ref, {}, star, editor))).toBe('ok');
  });

  test('a review with a key asks the model once', async () => {
    const llm = createScriptedClient([opinion('B')]);
    const { service } = createBench({ reviewer: createReviewer({ llm }) });
    valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
    const caller = { ...editor, idempotencyKey: 'once' };
    const first = await service.reviewCard(ref, { llm: true }, caller);
    const again = await service.reviewCard(ref, { llm: true }, caller);
    expect(again).toEqual({ ...first, replayed: true });
    expect(llm.calls).toHaveLength(1);
    expect(codeOf(await service.reviewCard(ref, {}, caller))).toBe('idempotency_key_reused');
  });

  test('a cost limit needs a price, and ends the review as a failure', async () => {
    const llm = createScriptedClient(() => 'これは JSON ではない');
    const checked = validateCard(sampleCard('a'));
    if (!checked.ok) throw new Error('bad sample');
    const budget = { maxCost: 1 };
    await expect(reviewCard(checked.value, { llm, budget })).rejects.toThrow(/options\.price/);
    const outcome = await reviewCard(checked.value, { llm, budget, price: () => 1 });
    expect([outcome.llmFailed, outcome.review.retry, llm.calls.length]).toEqual([true, true, 1]);
  });
});

test('limits of a service hold for its default rules too', async () => {
  const { service } = createBench({ limits: { lineMax: 80 } });
  const cards = [sampleCard('a', { body: ['字'.repeat(80)] })];
  const created = valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  expect(created.cards[0]?.status).toBe('draft');
});

test('a caller without a request id gets one of the service', async () => {
  const { service } = createBench({ ids: createSequentialIds() });
  const nameless = { actor: editor.actor };
  valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, nameless));
  const { items } = valueOf(await service.logs());
  expect(items[0]?.request_id).toMatch(/^req/);
});

test('the warnings of an import are in the log and in the history of their card', async () => {
  const { service } = createBench();
  const text = '# 空 {#a}\n\n# 本文 {#b}\n行';
  const { cards, log } = await importSources([{ kind: 'text', text, name: 'a.md' }]);
  expect(log.length).toBeGreaterThan(0);
  valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  expect(valueOf(await service.recordSourceWarnings({ spec_id: 'deck', log }, editor))).toEqual({
    recorded: log.length,
  });
  const { items } = valueOf(await service.logs({ action: 'source_warning' }));
  expect(items.map(({ notes }) => notes)).toEqual(log.map(({ notes }) => notes));
  const caller = { ...editor, idempotencyKey: 'import-1' };
  const first = await service.recordSourceWarnings({ spec_id: 'deck', log }, caller);
  const again = await service.recordSourceWarnings({ spec_id: 'deck', log }, caller);
  expect(again).toEqual({ ...first, replayed: true });
});

test('a deck and its cards are of one moment', async () => {
  const { service } = createBench();
  valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
  valueOf(await service.snapshot({ spec_id: 'deck' }, editor));
  const deck = valueOf(await service.getDeck({ spec_id: 'deck' }));
  expect([deck.revision, deck.cards]).toEqual([
    'cards-2',
    valueOf(await service.listCards({ spec_id: 'deck' })),
  ]);
});

test('a rollback with a key names the same cards again', async () => {
  const { service } = createBench();
  const cards = ['a', 'b'].map((id) => sampleCard(id));
  valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  for (const slide_id of ['a', 'b']) {
    valueOf(await service.patchCard({ ...ref, slide_id }, { title: '別' }, star, editor));
    const caller = { ...editor, idempotencyKey: `back-${slide_id}` };
    const request = { spec_id: 'deck', version: 2 };
    for (let round = 0; round < 2; round += 1)
      expect(valueOf(await service.rollback(request, caller)).restored).toEqual([slide_id]);
  }
});

test('an export over HTTP is what was approved, also with weak tags', async () => {
  const { service } = createBench();
  valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
  valueOf(await service.approveCard(ref, {}, star, editor));
  const app = createContentApp({ service, allowAnonymous: true, weakEtagCompat: true });
  const response = await app.request('/v1/content/decks/deck/approved');
  const verdict = await verifyApproved(await response.json(), await eventsOf(service, 'deck'));
  expect(verdict).toMatchObject({ ok: true, checked: 1 });
});

test('a client with generate alone reviews; the record of its call has no names', async () => {
  const client = { generate: createScriptedClient(() => opinion('B')).generate };
  const { service } = createBench({ reviewer: createReviewer({ llm: client as never }) });
  await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor);
  const view = valueOf(await service.reviewCard(ref, { llm: true }, editor));
  expect(view.ai_review).toMatchObject({ grade: 'B', model: 'unknown', retry: false });
  const calls = (await eventsOf(service, 'deck')).filter(
    ({ type }) => type === 'llm-call-recorded',
  );
  expect(calls).toMatchObject([{ data: { provider: 'unknown', model: 'unknown', ok: true } }]);
});

test('reviews a card without the members that have a default as one with them', async () => {
  const written = {
    slide_id: 's',
    title: 'T',
    body: ['b'],
    intent: 'report',
    story: { phase: 'body' },
  };
  const whole = validateCard(written);
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  // From JavaScript, or as it was parsed.
  const review = await reviewCard(written as unknown as Card, { clock });
  expect(whole.ok && (await reviewCard(whole.value, { clock }))).toEqual(review);
});
