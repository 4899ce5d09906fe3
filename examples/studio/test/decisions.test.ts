import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Proposal } from '../src/board-proposals.ts';
import { createDemoModel } from '../src/demo-model.ts';
import type { Lifelines } from '../src/lifelines.ts';
import type { ReadableRun } from '../src/run-values.ts';
import { openStudio, type Send } from './open-studio.ts';

const inputs = join(import.meta.dirname, '../../walkthrough/inputs');
// Our own file.
const dashboard = JSON.parse(readFileSync(join(inputs, 'dashboard.en.json'), 'utf8')) as {
  readonly trays: Readonly<Record<string, readonly { readonly id: string }[]>>;
};

/** Sends a request and returns its body; the test fails for another status. */
async function ok<Body>(answer: Promise<Response>): Promise<Body> {
  const response = await answer;
  const text = await response.text();
  expect([response.status < 300, text.slice(0, 200)]).toEqual([true, expect.any(String)]);
  // Each test names the members that it reads, and compares them.
  return JSON.parse(text) as Body;
}

async function codeOf(answer: Promise<Response>): Promise<readonly [number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as { readonly error: string };
  return [response.status, error];
}

describe('proposals for a board', () => {
  /** A studio with a board and the diffs of one run. */
  const openBoard = async () => {
    const opened = await openStudio({ client: createDemoModel() });
    const { send } = opened;
    await ok(send('PUT', '/api/boards/b', { dashboard }));
    const { report } = await ok<{ report: object }>(
      send('POST', '/api/organizer/run', { dashboard }),
    );
    const given = { boardId: 'b', runId: 'run', report };
    await ok(send('POST', '/api/proposal-quality/diffs', given));
    return opened;
  };
  const proposalsOf = async (send: Send): Promise<readonly Proposal[]> =>
    (await ok<{ items: readonly Proposal[] }>(send('GET', '/api/boards/b/proposals'))).items;
  const first = async (send: Send, type: string): Promise<Proposal> => {
    const found = (await proposalsOf(send)).find(({ diff }) => diff.type === type);
    if (found === undefined) throw new Error(`expected a ${type}`);
    return found;
  };
  const confirmation = ({ diff, content_hash }: Proposal) => ({
    boardId: 'b',
    diffId: diff.diff_id,
    content_hash,
  });
  const confirm = (send: Send, proposal: Proposal) =>
    send('POST', '/api/proposal-quality/confirmations', confirmation(proposal), {
      'if-match': `"${proposal.revision}"`,
    });

  it('name the items that a diff adds and changes', async () => {
    const { send } = await openBoard();
    const split = await first(send, 'decomposition');
    expect(split.effect).toMatchObject({
      added: [
        { kind: 'note', title: 'Draft the announcement', status: 'READY' },
        { kind: 'note', title: 'Take the pictures', status: 'CAPTURED' },
        { kind: 'note', title: 'Set the publishing time', status: 'CAPTURED' },
      ],
      changed: [{ before: { id: 'n01', children: [] }, after: { children: [{}, {}, {}] } }],
    });
    const { id } = await ok<{ id: string }>(confirm(send, split));
    await ok(send('POST', '/api/proposal-quality/apply', { boardId: 'b', confirmationId: id }));
    expect(await first(send, 'decomposition')).toMatchObject({ state: 'applied', effect: null });
  });

  it('refuse a confirmation of an effect that is no longer the one shown', async () => {
    const { send } = await openBoard();
    const seen = await first(send, 'grouping');
    const other = await first(send, 'relation');
    const renamed = Object.entries(dashboard.trays).map(([tray, nodes]) => [
      tray,
      nodes.map((node) => (node.id === 'n03' ? { ...node, title: 'Another title' } : node)),
    ]);
    await ok(send('PUT', '/api/boards/b', { dashboard: { trays: Object.fromEntries(renamed) } }));
    expect(await codeOf(confirm(send, seen))).toEqual([412, 'board_changed']);
    // The title is not part of this effect.
    await ok(confirm(send, other));
    await ok(confirm(send, await first(send, 'grouping')));
  });

  it('repeat an application whose answer was lost', async () => {
    const { send } = await openBoard();
    const proposal = await first(send, 'relation');
    const { id } = await ok<{ id: string }>(confirm(send, proposal));
    const apply = () =>
      send(
        'POST',
        '/api/proposal-quality/apply',
        { boardId: 'b', confirmationId: id },
        { 'if-match': `"${proposal.revision}"` },
      );
    expect(await ok(apply())).toMatchObject({ replayed: false });
    expect(await ok(apply())).toMatchObject({ replayed: true });
  });

  it('are rejected with a reason by a person, and not confirmed by one who has not seen it', async () => {
    const { send, sendAs } = await openBoard();
    const other = await sendAs('sato');
    const seen = await first(send, 'grouping');
    const { diff, content_hash } = seen;
    const body = { diff_id: diff.diff_id, content_hash, reason: 'Two topics' };
    const key = { 'idempotency-key': 'reject-1' };
    await ok(other('POST', '/api/boards/b/rejections', body, key));
    await ok(other('POST', '/api/boards/b/rejections', body, key));
    expect(await first(send, 'grouping')).toMatchObject({
      state: 'rejected',
      rejection: { by: 'sato', reason: 'Two topics' },
    });
    expect(await codeOf(confirm(send, seen))).toEqual([412, 'board_changed']);
    const events = await ok<{ items: readonly { type: string }[] }>(
      send('GET', `/api/journal/streams/${encodeURIComponent('boards/b')}`),
    );
    expect(events.items.filter(({ type }) => type === 'diff-rejected')).toHaveLength(1);
    const blank = { ...body, reason: ' ' };
    expect(await codeOf(send('POST', '/api/boards/b/rejections', blank))).toEqual([
      400,
      'validation_error',
    ]);
    const unknown = { ...body, diff_id: 'none' };
    expect(await codeOf(send('POST', '/api/boards/b/rejections', unknown))).toEqual([
      404,
      'diff_unknown',
    ]);
    // The board is still the one that was stored.
    expect(await ok(send('GET', '/api/boards/b'))).toMatchObject({ board_id: 'b', groups: [] });
  });

  it('lose their confirmation when they are rejected', async () => {
    const { send } = await openBoard();
    const proposal = await first(send, 'relation');
    const { id } = await ok<{ id: string }>(confirm(send, proposal));
    const { diff, content_hash } = proposal;
    const body = { diff_id: diff.diff_id, content_hash, reason: 'No' };
    await ok(send('POST', '/api/boards/b/rejections', body));
    const apply = { boardId: 'b', confirmationId: id };
    expect(await codeOf(send('POST', '/api/proposal-quality/apply', apply))).toEqual([
      409,
      'confirmation_withdrawn',
    ]);
  });
});

describe('a gate run', () => {
  it('has the value of each attempt and messages in the language of the request', async () => {
    const { send } = await openStudio({ client: createDemoModel() });
    await ok(send('POST', '/api/organizer/run', { dashboard }));
    const { items } = await ok<{ items: readonly { run_id: string }[] }>(send('GET', '/api/runs'));
    const read = (language: string) =>
      ok<ReadableRun>(
        send('GET', `/api/runs/${items[0]?.run_id}`, undefined, { 'accept-language': language }),
      );
    const { attempts } = await read('en');
    expect(attempts).toMatchObject([
      { value: { grouping_proposals: [{}, { node_ids: ['n02', 'n10', 'n99'] }, {}] } },
      { value: { grouping_proposals: [{}, { node_ids: ['n02', 'n10', 'n09'] }, {}] } },
    ]);
    expect(attempts[0]?.findings[0]?.message).toContain("'n99' is not in the list");
    const [japanese] = (await read('ja')).attempts;
    expect(japanese?.findings[0]?.message).toContain('入力にありません');
  });
});

describe('a manuscript', () => {
  const text = '一覧を、とても速く確認することができます！';
  const openSession = async () => {
    const opened = await openStudio();
    const { send } = opened;
    const begun = await ok<{ session_id: string; manuscript_hash: string }>(
      send('POST', '/api/issues/sessions', { episode_number: 7, text }),
    );
    const path = `/api/issues/sessions/${begun.session_id}`;
    const lifelines = () => ok<Lifelines>(send('GET', `${path}/lifelines`));
    const step = (body: object, headers: Record<string, string> = {}) =>
      send('POST', `${path}/steps`, body, headers);
    return { ...opened, ...begun, path, lifelines, step };
  };
  const changesOf = ({ findings }: Lifelines) =>
    Object.fromEntries(
      findings.map(({ category, points }) => [category, points.map(({ change }) => change)]),
    );

  it('shows each finding over the revisions', async () => {
    const { send, path, lifelines, step } = await openSession();
    await ok(step({ text: `はじめに。${text}` }));
    const { findings } = await lifelines();
    const tone = findings.find(({ category }) => category === 'tone')?.issue_id;
    const ignore = { state: 'ignored', reason: 'A quotation' };
    await ok(send('POST', `${path}/issues/${tone}/state`, ignore));
    await ok(step({ fix: true }));
    const after = await lifelines();
    expect(after.revisions.map(({ findings: open }) => open)).toEqual([3, 2, 0]);
    expect(changesOf(after)).toEqual({
      wordy: ['born', 'moved', 'fixed'],
      emphasis: ['born', 'moved', 'fixed'],
      tone: ['born', 'ignored', 'same'],
    });
    await ok(send('POST', `${path}/issues/${tone}/state`, { state: 'open' }));
    const reopened = (await lifelines()).findings.find(({ category }) => category === 'tone');
    expect(reopened?.points.at(-1)).toMatchObject({ state: 'reopened', change: 'returned' });
    expect(reopened?.reason).toBeNull();
  });

  it('shows a finding that the fix did not remove as one that returned', async () => {
    const { send } = await openStudio();
    const demo = readFileSync(join(import.meta.dirname, '../demo/manuscript.ja.txt'), 'utf8');
    // One split is not enough for its first sentence.
    const [, , paragraph] = demo.split('\n');
    const begun = await ok<{ session_id: string }>(
      send('POST', '/api/issues/sessions', { episode_number: 1, text: paragraph }),
    );
    const path = `/api/issues/sessions/${begun.session_id}`;
    await ok(send('POST', `${path}/steps`, { fix: true }));
    const lines = await ok<Lifelines>(send('GET', `${path}/lifelines`));
    const sentences = lines.findings.filter(({ category }) => category === 'sentence');
    expect(sentences).toHaveLength(1);
    expect(sentences[0]?.points).toMatchObject([
      { change: 'born', state: 'open' },
      { change: 'returned', state: 'reopened' },
    ]);
  });

  it('lists a text that comes back as a revision again, and continues with it', async () => {
    const { send, path, lifelines, step, manuscript_hash: original } = await openSession();
    await ok(step({ text: '短い文。' }));
    await ok(step({ text }));
    const { revisions } = await lifelines();
    expect(revisions.map(({ manuscript_hash: hash }) => hash === original)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await ok(send('GET', path))).toMatchObject({ revisions: [original, {}, original] });
    expect(await ok(step({}))).toMatchObject({ manuscript_hash: original });
  });

  it('is not overwritten by an edit of an older revision', async () => {
    const { step, manuscript_hash: base } = await openSession();
    const match = { 'if-match': `"${base}"` };
    await ok(step({ text: 'ひとつめ。' }, match));
    expect(await codeOf(step({ text: 'ふたつめ。' }, match))).toEqual([412, 'manuscript_changed']);
  });

  it('takes an edit once that is sent again after a lost answer', async () => {
    const { step, lifelines, manuscript_hash: base } = await openSession();
    const headers = { 'if-match': `"${base}"`, 'idempotency-key': 'edit-1' };
    const edited = await ok(step({ text: 'とても短い文。' }, headers));
    expect(await ok(step({ text: 'とても短い文。' }, headers))).toEqual(edited);
    expect((await lifelines()).revisions).toHaveLength(2);
  });

  it('refuses a state for an issue that is fixed or unknown', async () => {
    const { send, path, lifelines, step } = await openSession();
    await ok(step({ text: '短い文。' }));
    const { findings } = await lifelines();
    const state = (issue: string | undefined) =>
      codeOf(send('POST', `${path}/issues/${issue}/state`, { state: 'ignored', reason: 'x' }));
    expect(await state(findings[0]?.issue_id)).toEqual([409, 'state_conflict']);
    expect(await state('ISSUE-1-0000000000')).toEqual([404, 'not_found']);
    expect(await codeOf(send('GET', '/api/issues/sessions/none/lifelines'))).toEqual([
      404,
      'not_found',
    ]);
  });
});
