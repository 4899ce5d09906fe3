import { createMemoryEventStore, type EventStore, LlmError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { expect, test } from 'vitest';
import { createDefaultRules } from '../src/review/default-rules.ts';
import { createReviewer } from '../src/review/reviewer.ts';
import { verifyApproved } from '../src/service/verify-approved.ts';
import { codeOf, createBench, editor, sampleCard, valueOf } from './helpers.ts';

const ref = { spec_id: 'job-1', slide_id: 'agenda' };

async function withCards(bench = createBench(), ids: readonly string[] = ['agenda']) {
  const created = valueOf(
    await bench.service.createCards(
      { spec_id: 'job-1', cards: ids.map((id) => sampleCard(id)) },
      editor,
    ),
  );
  return { ...bench, created };
}

test('create, edit and approve move the revision by one each', async () => {
  const { service, created } = await withCards();
  expect(created.cards[0]?.revision).toBe('cards-1');
  const edited = valueOf(
    await service.patchCard(ref, { title: '更新' }, { ifMatch: 'cards-1' }, editor),
  );
  expect(edited.revision).toBe('cards-2');
  expect(edited.ai_review?.reviewed_hash).toBe(edited.content_hash);
  const approved = valueOf(
    await service.approveCard(ref, { notes: 'よし' }, { ifMatch: edited.revision }, editor),
  );
  expect(approved).toMatchObject({
    status: 'approved',
    approved_by: editor.actor,
    revision: 'cards-3',
  });
  expect(approved.history.map(({ action }) => action)).toEqual(['create', 'update', 'approve']);
});

test('approving again is idempotent for every revision that held the approved content', async () => {
  const { service } = await withCards();
  const first = valueOf(await service.approveCard(ref, {}, { ifMatch: 'cards-1' }, editor));
  for (const ifMatch of ['cards-1', 'cards-2', '*']) {
    const again = valueOf(await service.approveCard(ref, {}, { ifMatch }, editor));
    expect(again).toEqual(first);
  }
  expect(codeOf(await service.approveCard(ref, {}, { ifMatch: 'cards-9' }, editor))).toBe(
    'precondition_failed',
  );
  expect(codeOf(await service.approveCard(ref, {}, { ifMatch: 'W/"cards-1"' }, editor))).toBe(
    'precondition_failed',
  );
});

test('the state table: what is not allowed is a conflict', async () => {
  const { service } = await withCards();
  const match = { ifMatch: '*' };
  const reason = { reason: '確認' };
  expect(codeOf(await service.unlockCard(ref, reason, match, editor))).toBe('conflict');
  valueOf(await service.returnCard(ref, reason, match, editor));
  expect(codeOf(await service.approveCard(ref, {}, match, editor))).toBe('conflict');
  const before = valueOf(await service.getCard(ref));
  expect(valueOf(await service.returnCard(ref, reason, match, editor))).toEqual(before);
  expect(valueOf(await service.unlockCard(ref, reason, match, editor)).status).toBe('draft');
  valueOf(await service.approveCard(ref, {}, match, editor));
  expect(codeOf(await service.patchCard(ref, { title: 'x' }, match, editor))).toBe('conflict');
  const limited = { ...editor, scopes: ['cards:return'] };
  expect(codeOf(await service.returnCard(ref, reason, match, limited))).toBe('conflict');
  const returned = valueOf(await service.returnCard(ref, reason, match, editor));
  expect(returned.history.slice(-2).map(({ action }) => action)).toEqual(['unlock', 'return']);
  expect(valueOf(await service.patchCard(ref, {}, match, editor)).status).toBe('draft');
});

test('16 writers of one card have one winner; the others get the current content and the difference', async () => {
  const { service } = await withCards();
  const results = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      service.patchCard(ref, { title: `版${index}` }, { ifMatch: 'cards-1' }, editor),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const lost = results.find(({ ok }) => !ok);
  if (lost === undefined || lost.ok) throw new Error('expected a loser');
  expect(lost.error.current?.revision).toBe('cards-2');
  expect(lost.error.diff).toEqual([
    expect.objectContaining({ path: '/title', base: 'アジェンダ', conflict: true }),
  ]);
});

test('10 writers of different cards over two services never conflict and lose nothing', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const { service, store, clock } = await withCards(createBench(), ids);
  const other = createBench({ store, clock }).service;
  const views = valueOf(await service.listCards({ spec_id: 'job-1' }));
  const results = await Promise.all(
    views.map(({ slide_id, revision }, index) =>
      (index % 2 === 0 ? service : other).patchCard(
        { spec_id: 'job-1', slide_id },
        { title: `題 ${slide_id}` },
        { ifMatch: revision },
        editor,
      ),
    ),
  );
  expect(results.map(codeOf)).toEqual(ids.map(() => 'ok'));
  expect(valueOf(await other.listCards({ spec_id: 'job-1' })).map(({ title }) => title)).toEqual(
    ids.map((id) => `題 ${id}`),
  );
});

test('an idempotency key gives the first result again, and refuses another body', async () => {
  const { service, store } = await withCards();
  const caller = { ...editor, idempotencyKey: 'k1' };
  const first = await service.patchCard(ref, { title: '一' }, { ifMatch: 'cards-1' }, caller);
  valueOf(await service.patchCard(ref, { title: '二' }, { ifMatch: '*' }, editor));
  const again = await service.patchCard(ref, { title: '一' }, { ifMatch: 'cards-1' }, caller);
  expect(again).toEqual({ ...first, replayed: true });
  expect(codeOf(await service.patchCard(ref, { title: '三' }, { ifMatch: '*' }, caller))).toBe(
    'idempotency_key_reused',
  );
  let events = 0;
  for await (const _ of store.read('content-cards/job-1')) events += 1;
  expect(events).toBe(3);
  const create = { spec_id: 'job-2', cards: [sampleCard('a')] };
  const made = valueOf(await service.createCards(create, caller));
  expect(valueOf(await service.createCards(create, caller))).toEqual({ ...made, replayed: true });
});

test('a critical rule returns a card once per content; a person who unlocks it keeps it', async () => {
  const reviewer = createReviewer({ rules: createDefaultRules({ prohibitedWords: ['絶対'] }) });
  const { service } = createBench({ reviewer });
  const cards = [sampleCard('agenda', { body: ['絶 対に成功'] })];
  const created = valueOf(await service.createCards({ spec_id: 'job-1', cards }, editor));
  expect(created.cards[0]?.status).toBe('returned');
  expect(valueOf(await service.getCard(ref)).returned?.requested_by).toBe('system:review');
  expect(
    valueOf(await service.unlockCard(ref, { reason: '引用' }, { ifMatch: '*' }, editor)).status,
  ).toBe('draft');
  const reviewed = valueOf(await service.reviewCard(ref, {}, editor));
  expect(reviewed.status).toBe('draft');
  expect(reviewed.ai_review?.grade).toBe('C');
  expect(codeOf(await service.approveCard(ref, {}, { ifMatch: '*' }, editor))).toBe(
    'grade_blocks_approval',
  );
  const again = valueOf(
    await service.patchCard(ref, { body: ['絶対に勝つ'] }, { ifMatch: '*' }, editor),
  );
  expect(again.status).toBe('returned');
});

test('an override needs policy, scope and a reason', async () => {
  const reviewer = createReviewer({ rules: createDefaultRules({ prohibitedWords: ['絶対'] }) });
  const { service } = createBench({ reviewer, policy: { allowOverride: true } });
  await service.createCards(
    { spec_id: 'job-1', cards: [sampleCard('agenda', { body: ['絶対'] })] },
    editor,
  );
  valueOf(await service.unlockCard(ref, { reason: '引用' }, { ifMatch: '*' }, editor));
  const override = { override: { reason: '引用文のため' } };
  const without = { ...editor, scopes: ['cards:approve'] };
  expect(codeOf(await service.approveCard(ref, override, { ifMatch: '*' }, without))).toBe(
    'grade_blocks_approval',
  );
  const approved = valueOf(await service.approveCard(ref, override, { ifMatch: '*' }, editor));
  expect(approved.history.at(-1)?.notes).toContain('引用文のため');
  const { document } = valueOf(await service.exportApproved({ spec_id: 'job-1' }));
  expect((await verifyApproved(document, service.history({ spec_id: 'job-1' }))).ok).toBe(true);
});

test('stored fixes are applied in order, all or none, and the result is reviewed again', async () => {
  const { service } = createBench();
  const body = ['売上は１２０', '同じ', '同じ'];
  await service.createCards({ spec_id: 'job-1', cards: [sampleCard('agenda', { body })] }, editor);
  const view = valueOf(await service.getCard(ref));
  const ids = view.ai_review?.autofix_proposals.map(({ patch_id }) => patch_id) ?? [];
  expect(ids).toHaveLength(2);
  const bad = await service.patchCard(
    ref,
    { apply_autofix: [ids[0] ?? '', 'gone'] },
    { ifMatch: '*' },
    editor,
  );
  expect(codeOf(bad)).toBe('autofix_stale');
  expect(valueOf(await service.getCard(ref))).toEqual(view);
  const fixed = valueOf(
    await service.patchCard(ref, { apply_autofix: ids }, { ifMatch: '*' }, editor),
  );
  expect(fixed.body).toEqual(['売上は120', '同じ']);
  expect(fixed.applied_autofix).toEqual(ids);
  expect(fixed.ai_review?.grade).toBe('A');
  const stale = await service.patchCard(
    ref,
    { body: ['別'], apply_autofix: ids },
    { ifMatch: '*' },
    editor,
  );
  expect(codeOf(stale)).toBe('autofix_stale');
});

test('a model that fails keeps the old review; its calls are counted', async () => {
  const answers = [
    '{"grade":"B","strengths":["要点が明確"],"weaknesses":[],"actions":["数字を足す"]}',
    new LlmError('busy', { kind: 'overloaded' }),
  ];
  const reviewer = createReviewer({ llm: createScriptedClient(answers) });
  const { service } = await withCards(createBench({ reviewer }));
  const good = valueOf(await service.reviewCard(ref, { llm: true }, editor));
  expect(good.ai_review).toMatchObject({ grade: 'B', strengths: ['要点が明確'], retry: false });
  const kept = valueOf(await service.reviewCard(ref, { llm: true }, editor));
  expect(kept.ai_review).toEqual({ ...good.ai_review, retry: true });
  expect(valueOf(await service.metrics()).llm).toEqual({ calls: 2, failed: 1, rate: 0.5 });
});

test('rollback restores content as new events and leaves approved cards alone', async () => {
  const { service } = await withCards(createBench(), ['agenda', 'body']);
  const { version } = valueOf(await service.snapshot({ spec_id: 'job-1', name: '初稿' }, editor));
  const body = { spec_id: 'job-1', slide_id: 'body' };
  for (const each of [ref, body])
    valueOf(await service.patchCard(each, { title: '変更' }, { ifMatch: '*' }, editor));
  valueOf(await service.approveCard(body, {}, { ifMatch: '*' }, editor));
  const rolled = valueOf(await service.rollback({ spec_id: 'job-1', version }, editor));
  expect(rolled.restored).toEqual(['agenda']);
  expect(valueOf(await service.getCard(ref)).title).toBe('アジェンダ');
  expect(valueOf(await service.getCard(body)).title).toBe('変更');
  const all = valueOf(
    await service.rollback({ spec_id: 'job-1', version, includeApproved: true }, editor),
  );
  expect(all.restored).toEqual(['body']);
  expect(valueOf(await service.getCard(body)).status).toBe('draft');
});

test('every single-character mutant of an approved document is found', async () => {
  const { service } = await withCards(createBench(), ['agenda', 'table']);
  const table = { spec_id: 'job-1', slide_id: 'table' };
  const table_data = { headers: ['項目', '値'], rows: [['売上', '1']] };
  valueOf(await service.patchCard(table, { table_data, note: '控え' }, { ifMatch: '*' }, editor));
  for (const each of [ref, table])
    valueOf(await service.approveCard(each, {}, { ifMatch: '*' }, editor));
  const { document } = valueOf(await service.exportApproved({ spec_id: 'job-1' }));
  const history: unknown[] = [];
  for await (const event of service.history({ spec_id: 'job-1' })) history.push(event);
  const verify = (value: unknown) => verifyApproved(value, history as never);
  expect(await verify(document)).toMatchObject({ ok: true, checked: 2, findings: [] });
  const text = JSON.stringify(document);
  let mutants = 0;
  const missed: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    for (const character of ['x', '1']) {
      const mutated = text.slice(0, index) + character + text.slice(index + 1);
      if (mutated === text) continue;
      let value: unknown;
      try {
        value = JSON.parse(mutated);
      } catch {
        continue;
      }
      mutants += 1;
      const { ok } = await verify(value);
      if (ok) missed.push(mutated.slice(Math.max(0, index - 40), index + 40));
    }
  }
  expect(missed).toEqual([]);
  expect(mutants).toBeGreaterThan(500);
});

test('a document whose card was edited since, or whose history was touched, is refused', async () => {
  const { service } = await withCards();
  valueOf(await service.approveCard(ref, {}, { ifMatch: '*' }, editor));
  const { document } = valueOf(await service.exportApproved({ spec_id: 'job-1' }));
  valueOf(await service.unlockCard(ref, { reason: '直し' }, { ifMatch: '*' }, editor));
  const codes = async () =>
    (await verifyApproved(document, service.history({ spec_id: 'job-1' }))).findings.map(
      ({ code }) => code,
    );
  expect(await codes()).toContain('approval_superseded');
  valueOf(await service.approveCard(ref, {}, { ifMatch: '*' }, editor));
  expect(await codes()).toContain('approval_superseded');
  const events: unknown[] = [];
  for await (const event of service.history({ spec_id: 'job-1' })) events.push(event);
  const touched = events.map((event, index) =>
    index === 0 ? Object.assign({}, event, { actor: 'x' }) : event,
  );
  const verdict = await verifyApproved(document, touched as never);
  expect(verdict.findings.map(({ code }) => code)).toContain('history_broken');
});

test('an approval takes only ids of fixes that were proposed or recorded', async () => {
  const { service } = createBench();
  const cards = [sampleCard('agenda', { body: ['売上は１２０', '同じ', '同じ'] })];
  await service.createCards({ spec_id: 'job-1', cards }, editor);
  const view = valueOf(await service.getCard(ref));
  const [first = '', second = ''] =
    view.ai_review?.autofix_proposals.map(({ patch_id }) => patch_id) ?? [];
  await service.patchCard(ref, { autofix_applied: ['elsewhere'] }, { ifMatch: '*' }, editor);
  // The edit removes the reason of the proposals; they stay ids of this card.
  await service.patchCard(ref, { body: ['別'] }, { ifMatch: '*' }, editor);
  const approve = (applied_autofix: readonly string[]) =>
    service.approveCard(ref, { applied_autofix }, { ifMatch: '*' }, editor);
  expect(await approve([first, 'invented'])).toMatchObject({
    ok: false,
    error: { code: 'validation_error', details: [{ field: 'applied_autofix[1]' }] },
  });
  expect(valueOf(await approve([first, second, 'elsewhere'])).status).toBe('approved');
});

test('a fix that the card still needs cannot be recorded as applied', async () => {
  const { service } = createBench();
  const cards = [sampleCard('agenda', { body: ['売上は１２０'] })];
  await service.createCards({ spec_id: 'job-1', cards }, editor);
  const [id = ''] =
    valueOf(await service.getCard(ref)).ai_review?.autofix_proposals.map(
      ({ patch_id }) => patch_id,
    ) ?? [];
  const patch = (changes: Parameters<typeof service.patchCard>[1]) =>
    service.patchCard(ref, changes, { ifMatch: '*' }, editor);
  const approve = () =>
    service.approveCard(ref, { applied_autofix: [id] }, { ifMatch: '*' }, editor);
  const refusal = (field: string) => ({
    ok: false,
    error: { code: 'validation_error', details: [{ field, issue: 'unknown_value' }] },
  });
  expect(await approve()).toMatchObject(refusal('applied_autofix[0]'));
  expect(await patch({ title: '別', autofix_applied: ['elsewhere', id] })).toMatchObject(
    refusal('autofix_applied[1]'),
  );
  const fixed = valueOf(await patch({ body: ['売上は120'], autofix_applied: [id] }));
  expect(fixed.applied_autofix).toEqual([id]);
  // An edit that brings the reason back removes the record.
  expect(await patch({ body: ['売上は１２０'], autofix_applied: [id] })).toMatchObject(
    refusal('autofix_applied[0]'),
  );
  expect(valueOf(await patch({ body: ['売上は１２０'] })).applied_autofix).toEqual([]);
  expect(await approve()).toMatchObject(refusal('applied_autofix[0]'));
});

test.each(['rollback', 'edit'] as const)(
  'an approval after a %s does not name a fix that is no longer in the text',
  async (way) => {
    const { service } = createBench();
    const body = ['売上は１２０'];
    await service.createCards(
      { spec_id: 'job-1', cards: [sampleCard('agenda', { body })] },
      editor,
    );
    const patch = (changes: Parameters<typeof service.patchCard>[1]) =>
      service.patchCard(ref, changes, { ifMatch: '*' }, editor);
    valueOf(await patch({ title: '別', autofix_applied: ['elsewhere'] }));
    const { version } = valueOf(await service.snapshot({ spec_id: 'job-1' }, editor));
    const [id = ''] =
      valueOf(await service.getCard(ref)).ai_review?.autofix_proposals.map(
        ({ patch_id }) => patch_id,
      ) ?? [];
    const fixed = valueOf(await patch({ apply_autofix: [id], autofix_applied: ['later'] }));
    expect(fixed.applied_autofix).toEqual(['elsewhere', 'later', id]);
    if (way === 'edit') valueOf(await patch({ body }));
    else valueOf(await service.rollback({ spec_id: 'job-1', version }, editor));
    const kept = way === 'edit' ? ['elsewhere', 'later'] : ['elsewhere'];
    expect(valueOf(await service.approveCard(ref, {}, { ifMatch: '*' }, editor))).toMatchObject({
      body,
      applied_autofix: kept,
    });
    const { document } = valueOf(await service.exportApproved({ spec_id: 'job-1' }));
    expect(document.slides[0]).toMatchObject({
      applied_autofix: kept,
      approval: { applied_autofix: kept },
    });
    expect((await verifyApproved(document, service.history({ spec_id: 'job-1' }))).ok).toBe(true);
  },
);

test('a rollback to a critical content goes back as an edit to it does', async () => {
  const { service, store } = await withCards(createBench());
  valueOf(await service.patchCard(ref, { body: ['絶対'] }, { ifMatch: '*' }, editor));
  const { version } = valueOf(await service.snapshot({ spec_id: 'job-1' }, editor));
  valueOf(await service.patchCard(ref, { body: ['別'] }, { ifMatch: '*' }, editor));
  const reviewer = createReviewer({ rules: createDefaultRules({ prohibitedWords: ['絶対'] }) });
  const { service: strict } = createBench({ store, reviewer });
  valueOf(await strict.rollback({ spec_id: 'job-1', version }, editor));
  expect(valueOf(await strict.getCard(ref)).status).toBe('returned');
});

test('an edit may bring the text that the card is from; it is kept for later edits', async () => {
  const { service } = createBench();
  const sources = { agenda: '売上は120万円' };
  const cards = [sampleCard('agenda', { body: ['売上は120万円'] })];
  await service.createCards({ spec_id: 'job-1', cards, sources }, editor);
  const codesAfter = async (changes: Parameters<typeof service.patchCard>[1]) =>
    valueOf(await service.patchCard(ref, changes, { ifMatch: '*' }, editor)).ai_review?.issues.map(
      ({ code }) => code,
    );
  expect(await codesAfter({ body: ['売上は130万円'] })).toEqual(['number_not_in_source']);
  expect(await codesAfter({ source: '売上は130万円' })).toEqual([]);
  expect(await codesAfter({ note: '控え' })).toEqual([]);
  expect(await codesAfter({ body: ['売上は120万円'] })).toEqual(['number_not_in_source']);
  // Without its source, the numbers of the card are unchecked, and the review keeps saying so.
  expect(await codesAfter({ source: null })).toEqual(['source_removed']);
  expect(await codesAfter({ note: '控え2' })).toEqual(['source_removed']);
  expect(await codesAfter({ body: ['売上'], note: null })).toEqual([]);
  expect(valueOf(await service.getCard(ref)).history).toContainEqual(
    expect.objectContaining({ action: 'update', notes: 'source removed' }),
  );
});

test('a revision of the library is accepted as it is, and as If-Match writes it', async () => {
  const { service } = await withCards();
  const { revision } = valueOf(await service.getCard(ref));
  expect(revision).toBe('cards-1');
  for (const ifMatch of [revision, '"cards-2"', 'cards-1, "cards-3"', '"cards-3", "x"'])
    expect([
      ifMatch,
      codeOf(await service.patchCard(ref, { title: ifMatch }, { ifMatch }, editor)),
    ]).toEqual([ifMatch, ifMatch.startsWith('cards-1,') ? 'validation_error' : 'ok']);
});

test('a failing store is reported, and the state stays as it was', async () => {
  const inner = createMemoryEventStore();
  let failing = false;
  const store: EventStore = {
    ...inner,
    append: (...args) => (failing ? Promise.reject(new Error('disk full')) : inner.append(...args)),
  };
  const { service } = await withCards(createBench({ store }));
  const before = valueOf(await service.getCard(ref));
  failing = true;
  const result = await service.patchCard(ref, { title: '新' }, { ifMatch: '*' }, editor);
  expect(result).toMatchObject({ ok: false, error: { code: 'storage_error' } });
  failing = false;
  expect(valueOf(await service.getCard(ref))).toEqual(before);
  expect(codeOf(await service.patchCard(ref, { title: '新' }, { ifMatch: '*' }, editor))).toBe(
    'ok',
  );
});

test('logs page through all entries with a cursor that stays while entries are added', async () => {
  const { service } = await withCards(createBench(), ['a', 'b', 'c', 'd', 'e']);
  const first = valueOf(await service.logs({ limit: 2 }));
  valueOf(
    await service.commentCard({ spec_id: 'job-1', slide_id: 'a' }, { notes: '追記' }, editor),
  );
  const second = valueOf(await service.logs({ limit: 2, offset: first.next_offset ?? '' }));
  const third = valueOf(await service.logs({ limit: 2, offset: second.next_offset ?? '' }));
  const entries = [first, second, third].flatMap(({ items }) =>
    items.map((item) => `${item.action} ${item.slide_id}`),
  );
  expect(entries).toEqual([
    'create a',
    'create b',
    'create c',
    'create d',
    'create e',
    'comment a',
  ]);
  expect(third.next_offset).toBeNull();
  for (const query of [
    { since: '2026-01-01' },
    { since: '2026-02-30T00:00:00Z' },
    { limit: 0 },
    { limit: 501 },
    { offset: 'x' },
  ])
    expect(codeOf(await service.logs(query))).toBe('validation_error');
  expect(
    valueOf(await service.logs({ since: '2026-01-01T09:00:00+09:00', action: 'comment' })).items,
  ).toHaveLength(1);
});

test('500 cards that are all returned fit one append; 501 are refused', async () => {
  const reviewer = createReviewer({ rules: createDefaultRules({ prohibitedWords: ['絶対'] }) });
  const { service } = createBench({ reviewer });
  const cards = Array.from({ length: 500 }, (_, index) =>
    sampleCard(`s${index}`, { body: ['絶対'] }),
  );
  const created = valueOf(await service.createCards({ spec_id: 'job-1', cards }, editor));
  expect(created.cards.every(({ status }) => status === 'returned')).toBe(true);
  expect(
    codeOf(
      await service.createCards(
        { spec_id: 'job-2', cards: [...cards, sampleCard('one-more')] },
        editor,
      ),
    ),
  ).toBe('validation_error');
});

test('the history of a deck without an id is refused by name', () => {
  const { service } = createBench();
  for (const wrong of [undefined, 'job-1', {}])
    expect(() => service.history(wrong as never)).toThrow(
      /^expected history\(\{ spec_id \}\) with the id of a deck, got/,
    );
});
