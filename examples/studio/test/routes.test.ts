import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryEventStore, LlmError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { createDemoModel } from '../src/demo-model.ts';
import { openStudio, type Send } from './open-studio.ts';

const inputs = join(import.meta.dirname, '../../walkthrough/inputs');
const dashboard: unknown = JSON.parse(readFileSync(join(inputs, 'dashboard.ja.json'), 'utf8'));

/** Sends a request and returns the body of its answer, which must have the status. */
async function expectJson<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
  const response = await answer;
  const text = await response.text();
  expect([response.status, text.slice(0, 200)]).toEqual([status, expect.any(String)]);
  // Each test names the members that it reads, and compares them.
  return JSON.parse(text) as Body;
}

describe('cards', () => {
  const card = {
    slide_id: 'agenda',
    title: 'Agenda',
    body: ['Background', 'Summary of the proposal'],
    intent: 'outline',
    story: { phase: 'introduction' },
  };

  it('are created, listed, approved and measured', async () => {
    const { send } = await openStudio();
    const path = '/v1/content/cards/agenda';
    await expectJson(send('POST', '/v1/content/cards', { spec_id: 'deck', cards: [card] }), 201);
    const { items } = await expectJson<{ items: readonly { revision: string }[] }>(
      send('GET', '/v1/content/cards?spec_id=deck'),
    );
    const match = { 'if-match': `"${items[0]?.revision}"` };
    await expectJson(send('POST', `${path}/approve?spec_id=deck`, {}, match));
    const again = await send('POST', `${path}/return?spec_id=deck`, { reason: 'late' }, match);
    expect([409, 412]).toContain(again.status);
    expect(await expectJson(send('GET', '/api/decks'))).toEqual({
      items: [{ spec_id: 'deck', revision: expect.any(String), cards: 1, approved: 1 }],
    });
    const series = await expectJson<{ items: readonly object[] }>(
      send('GET', '/api/metrics-series?bucket=hour'),
    );
    expect(series.items).toMatchObject([{ approved: 1, returned: 0, return_rate: 0 }]);
  });

  it('that two reviewers decide at once are decided once', async () => {
    const { send, sendAs } = await openStudio();
    const other = await sendAs('sato');
    await send('POST', '/v1/content/cards', { spec_id: 'deck', cards: [card] });
    const seen = await expectJson<{ revision: string }>(
      send('GET', '/v1/content/cards/agenda?spec_id=deck'),
    );
    const headers = { 'if-match': `"${seen.revision}"` };
    const path = '/v1/content/cards/agenda';
    const answers = await Promise.all([
      send('POST', `${path}/approve?spec_id=deck`, {}, headers),
      other('POST', `${path}/return?spec_id=deck`, { reason: 'too short' }, headers),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('proposals', () => {
  it('answer 503 without a model', async () => {
    const { send } = await openStudio();
    for (const path of ['/api/organizer/run', '/api/advisor/run']) {
      const body = await expectJson<{ error: string }>(
        send('POST', path, { dashboard, focusNodeId: 'n07' }),
        503,
      );
      expect(body.error).toBe('model_not_configured');
    }
  });

  it('run, are recorded, confirmed and applied to the board', async () => {
    const { send } = await openStudio({
      client: createDemoModel(),
      price: ({ outputTokens = 0 }) => outputTokens,
    });
    await expectJson(send('PUT', '/api/boards/b', { dashboard }));
    const run = await expectJson<{ report: object; attempts: number }>(
      send('POST', '/api/organizer/run', { dashboard }),
    );
    expect(run.attempts).toBe(2);

    const { items, total } = await expectJson<{
      items: readonly { run_id: string; usage: { cost: number } }[];
      total: number;
    }>(send('GET', '/api/runs'));
    expect(total).toBe(1);
    expect(items).toMatchObject([
      { gate: 'organizer-report', actor: 'hanako', status: 'passed', attempts: 2, patches: 4 },
    ]);
    expect(items[0]?.usage.cost).toBeGreaterThan(0);
    const detail = await expectJson<{ attempts: readonly object[] }>(
      send('GET', `/api/runs/${items[0]?.run_id}`),
    );
    expect(detail.attempts).toMatchObject([
      { number: 1, mode: 'initial', answer: expect.stringContaining('n01') },
      { number: 2, mode: 'patch', patches: Array.from({ length: 4 }, () => ({ op: 'replace' })) },
    ]);

    const proposed = await expectJson<{
      results: readonly { diff_id: string; content_hash: string; result: string }[];
    }>(
      send('POST', '/api/proposal-quality/diffs', { boardId: 'b', runId: 'r', report: run.report }),
      201,
    );
    const shown = proposed.results.find(({ result }) => result !== 'INVALID');
    const { id } = await expectJson<{ id: string }>(
      send('POST', '/api/proposal-quality/confirmations', {
        boardId: 'b',
        diffId: shown?.diff_id,
        content_hash: shown?.content_hash,
      }),
      201,
    );
    const apply = { boardId: 'b', confirmationId: id };
    await expectJson(send('POST', '/api/proposal-quality/apply', apply));
    expect(await expectJson(send('POST', '/api/proposal-quality/apply', apply))).toMatchObject({
      replayed: true,
    });
    const board = await expectJson<{ children: Record<string, readonly string[]> }>(
      send('GET', '/api/boards/b'),
    );
    expect(board.children['n01']).toHaveLength(3);
    const { diffs } = await expectJson<{ diffs: readonly { state: string }[] }>(
      send('GET', '/api/proposal-quality/diffs?boardId=b'),
    );
    expect(diffs.filter(({ state }) => state === 'applied')).toHaveLength(1);
    expect(await expectJson(send('GET', '/api/boards'))).toMatchObject({
      items: [{ board_id: 'b' }],
    });
  });

  it('need a stored board, and are judged against it and not against a body', async () => {
    const { send } = await openStudio();
    const report = {
      decomposition_proposals: [],
      grouping_proposals: [],
      relation_proposals: [],
      summary: 'x',
    };
    const given = { boardId: 'b', runId: 'r', report, state: { nodes: [] } };
    expect((await send('POST', '/api/proposal-quality/diffs', given)).status).toBe(404);
    expect((await send('GET', '/api/boards/b')).status).toBe(404);
  });

  it('are recorded when the model fails', async () => {
    const { send } = await openStudio({
      client: createScriptedClient([new LlmError('down', { kind: 'auth' })]),
    });
    expect((await send('POST', '/api/organizer/run', { dashboard })).status).toBeGreaterThan(499);
    const { items } = await expectJson<{ items: readonly object[] }>(send('GET', '/api/runs'));
    expect(items).toMatchObject([{ status: 'rejected', reason: 'generate-failed' }]);
    const series = await expectJson<{ items: readonly object[] }>(
      send('GET', '/api/metrics-series'),
    );
    expect(series.items).toMatchObject([{ runs: 1, runs_rejected: 1, model_failures: 1 }]);
  });

  it('from elsewhere are judged', async () => {
    const { send } = await openStudio();
    const verdict = await expectJson<{ ok: boolean }>(
      send('POST', '/api/proposal-quality/validate', {
        type: 'organizer',
        report: {},
        validNodeIds: [],
      }),
    );
    expect(verdict.ok).toBe(false);
  });
});

describe('plans', () => {
  const request = '予約一覧は3秒以内に表示する。印刷は不要';
  const good = [{ id: 't1', title: '予約一覧を速くする', acceptance: '3秒以内に表示する' }];

  it('are checked against their request, with evidence and a matrix', async () => {
    const { send } = await openStudio();
    const lost = await expectJson<{ repair_prompt: string; matrix: string }>(
      send('POST', '/api/terms/check', { request, tasks: [{ title: '一覧を直す' }] }),
    );
    expect(lost).toMatchObject({ decision: 'reject' });
    expect(lost.repair_prompt).toContain('3秒');
    expect(lost.matrix).toContain('3秒');
    const kept = await expectJson(send('POST', '/api/terms/check', { request, tasks: good }));
    expect(kept).not.toMatchObject({ decision: 'reject' });
  });

  it('are compared over revisions', async () => {
    const { send } = await openStudio();
    const { drift } = await expectJson<{ drift: { terms: readonly { lostAt?: number }[] } }>(
      send('POST', '/api/terms/compare', { request, revisions: [good, []] }),
    );
    expect(drift.terms.some(({ lostAt }) => lostAt === 1)).toBe(true);
  });
});

describe('a manuscript', () => {
  const text = '一覧を、とても速く確認することができます！';
  interface Step {
    readonly session_id: string;
    readonly status: string;
    readonly manuscript_hash: string;
    readonly pending: readonly { readonly issue_id: string; readonly kind: string }[];
  }

  it('is checked, fixed, confirmed by a person, and followed over its revisions', async () => {
    const { send } = await openStudio();
    const begun = await expectJson<Step>(
      send('POST', '/api/issues/sessions', { episode_number: 7, text }),
      201,
    );
    const path = `/api/issues/sessions/${begun.session_id}`;
    const first = await expectJson<{ items: readonly object[] }>(send('GET', `${path}/issues`));
    expect(first.items).toMatchObject([{ state: 'New' }, { state: 'New' }, { state: 'New' }]);

    const waiting = await expectJson<Step>(send('POST', `${path}/steps`, { fix: true }));
    expect(waiting).toMatchObject({ status: 'waiting_for_user', pending: [{ kind: 'tool' }] });
    const done = await expectJson<Step>(
      send('POST', `${path}/confirmations`, {
        issue_id: waiting.pending[0]?.issue_id,
        decision: 'approve',
      }),
    );
    expect(done.status).toBe('passed');
    expect(
      await expectJson(send('GET', `${path}/manuscripts/${done.manuscript_hash}`)),
    ).toMatchObject({ text: '一覧を、速く確認できます。' });
    // A lost answer is sent again.
    const again = { issue_id: waiting.pending[0]?.issue_id, decision: 'approve' };
    expect(await expectJson(send('POST', `${path}/confirmations`, again))).toEqual(done);
    const other = await send('POST', `${path}/confirmations`, { ...again, decision: 'reject' });
    expect(other.status).toBe(409);

    const view = await expectJson<{
      version: number;
      issues: readonly { state: string }[];
      revisions: readonly string[];
    }>(send('GET', path));
    expect(view.issues.map(({ state }) => state)).toEqual(['Resolved', 'Resolved', 'Resolved']);
    expect(view.revisions).toHaveLength(2);
    const before = await expectJson<{ issues: readonly object[] }>(send('GET', `${path}?at=2`));
    expect(before.issues.length).toBeLessThan(3);
    const timeline = await expectJson<{ items: readonly object[] }>(
      send('GET', `${path}/timeline`),
    );
    expect(timeline.items.length).toBeGreaterThan(6);
    expect(await expectJson(send('GET', '/api/issues/unresolved'))).toEqual({ items: [] });
    expect(await expectJson(send('GET', '/api/issues/sessions'))).toMatchObject({
      items: [{ session_id: begun.session_id, issues: 3 }],
    });
  });

  it('is not found under the id of another session, nor a confirmation without a question', async () => {
    const { send } = await openStudio();
    const { session_id: id, manuscript_hash: hash } = await expectJson<Step>(
      send('POST', '/api/issues/sessions', { episode_number: 7, text: '短い文。' }),
      201,
    );
    const other = await expectJson<Step>(
      send('POST', '/api/issues/sessions', { episode_number: 8, text }),
      201,
    );
    for (const path of ['/api/issues/sessions/none', `/api/issues/sessions/none/timeline`]) {
      expect((await send('GET', path)).status).toBe(404);
    }
    const foreign = `/api/issues/sessions/${other.session_id}/manuscripts/${hash}`;
    expect((await send('GET', foreign)).status).toBe(404);
    const answer = { issue_id: 'issue-x', decision: 'approve' };
    const refused = await send('POST', `/api/issues/sessions/${id}/confirmations`, answer);
    expect(refused.status).toBe(409);
    // The session goes on afterwards.
    await expectJson(send('POST', `/api/issues/sessions/${id}/steps`, { text }));
  });
});

describe('a dialog', () => {
  const question = { sessionId: 's', message: '北海道への送料はいくらですか？' };

  it('is answered as JSON and as events, and belongs to its caller', async () => {
    const store = createMemoryEventStore();
    const { send, sendAs } = await openStudio({ store });
    expect(await expectJson(send('POST', '/agent.dialog', question))).toMatchObject({
      answer: expect.stringContaining('送料'),
    });
    const stream = await send('POST', '/agent.dialog', question, { accept: 'text/event-stream' });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(await stream.text()).toContain('event: turn-finished');
    const other = await sendAs('taro@example.com');
    await other('POST', '/agent.dialog', question);
    const streams = await Array.fromAsync(store.listStreams({ prefix: 'dialog/' }));
    expect(streams.map(({ streamId }) => streamId)).toEqual([
      'dialog/hanako/s',
      expect.stringMatching(/^dialog\/~[0-9a-f]{64}\/s$/),
    ]);
  });

  it('is read back with its plan, its searches and their sources, by its caller alone', async () => {
    const { send, sendAs } = await openStudio();
    await send('POST', '/agent.dialog', question, { 'x-request-id': 'q-1' });
    await send('POST', '/agent.dialog', { sessionId: 's', message: 'サイズを知りたいです' });
    const { items } = await expectJson<{ items: readonly object[] }>(send('GET', '/api/dialogs'));
    expect(items).toEqual([
      { session_id: 's', title: question.message, updated_at: expect.any(String) },
    ]);
    const dialog = await expectJson<{ turns: readonly object[] }>(send('GET', '/api/dialogs/s'));
    expect(dialog).toMatchObject({
      total: 2,
      turns: [
        {
          request_id: 'q-1',
          message: question.message,
          source: 'rule',
          plan: { steps: [{ type: 'search', query: '北海道 送料' }, { type: 'answer' }] },
          searches: [{ query: '北海道 送料', status: 'returned' }],
          response: { meta: { sources: [{ id: 'shipping-fee' }] } },
        },
        { plan: { needsClarification: true }, searches: [], reasons: [{}, {}] },
      ],
    });
    const newest = await expectJson<typeof dialog>(send('GET', '/api/dialogs/s?limit=1'));
    expect(newest).toEqual({ total: 2, turns: dialog.turns.slice(1) });
    const other = await sendAs('sato');
    expect(await expectJson(other('GET', '/api/dialogs'))).toEqual({ items: [], total: 0 });
    await expectJson(other('GET', '/api/dialogs/s'), 404);
    await expectJson(send('GET', '/api/dialogs/..%2Fsato'), 404);
  });

  it('searches', async () => {
    const { send } = await openStudio();
    const { results } = await expectJson<{ results: readonly object[] }>(
      send('POST', '/agent.search', { query: '送料 北海道', topK: 3 }),
    );
    expect(results.length).toBeGreaterThan(0);
  });
});

describe('the journal', () => {
  const stream = encodeURIComponent('content-cards/deck');
  /** A studio with six decks, the last of five cards. */
  const openWithDecks = async (): Promise<Send> => {
    const { send } = await openStudio();
    for (let count = 0; count < 5; count += 1) {
      const card = {
        slide_id: `c${count}`,
        title: 'T',
        body: ['x'],
        intent: 'i',
        story: { phase: 'p' },
      };
      await send('POST', '/v1/content/cards', { spec_id: 'deck', cards: [card] });
      await send('POST', '/v1/content/cards', { spec_id: `d${count}`, cards: [card] });
    }
    return send;
  };

  it('lists every stream once over its pages', async () => {
    const send = await openWithDecks();
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: { items: readonly { stream: string }[]; next: string | null } = await expectJson(
        send('GET', `/api/journal/streams?limit=2&after=${encodeURIComponent(after)}`),
      );
      seen.push(...page.items.map((each) => each.stream));
      after = page.next;
    }
    expect(seen).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'deck'].map((id) => `content-cards/${id}`));
  });

  it('reads every event once over its pages', async () => {
    const send = await openWithDecks();
    const versions: number[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: { items: readonly { version: number }[]; next: number | null } = await expectJson(
        send('GET', `/api/journal/streams/${stream}?limit=2&after=${after}`),
      );
      versions.push(...page.items.map(({ version }) => version));
      after = page.next;
    }
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    expect(versions.length).toBeGreaterThanOrEqual(5);
  });

  it('verifies a chain, and returns the state at any version', async () => {
    const send = await openWithDecks();
    expect(await expectJson(send('GET', `/api/journal/verify/${stream}`))).toMatchObject({
      ok: true,
      first_bad: null,
    });
    const path = `/api/journal/state/${stream}`;
    const now = await expectJson<{ state: { cards: object } }>(send('GET', path));
    const then = await expectJson<{ state: { cards: object } }>(send('GET', `${path}?at=1`));
    expect(Object.keys(now.state.cards)).toHaveLength(5);
    expect(Object.keys(then.state.cards)).toHaveLength(1);
  });

  it('answers 404 for a stream that is not there and 400 for one without a state', async () => {
    const send = await openWithDecks();
    for (const path of ['streams', 'verify', 'state']) {
      const none = encodeURIComponent('content-cards/none');
      expect((await send('GET', `/api/journal/${path}/${none}`)).status).toBe(404);
    }
    expect((await send('GET', '/api/journal/state/audit')).status).toBe(400);
  });
});

describe('the service', () => {
  it('answers who the caller is', async () => {
    const { send } = await openStudio();
    expect(await expectJson(send('GET', '/api/me'))).toMatchObject({
      id: 'hanako',
      human: true,
      has_model: false,
    });
  });

  it('counts requests for OpenMetrics', async () => {
    const { send } = await openStudio();
    await send('GET', '/api/me');
    const text = await (await send('GET', '/metrics')).text();
    expect(text).toContain('studio_http_requests_total{app="studio",method="GET",status="200"} 1');
    expect(text.endsWith('# EOF\n')).toBe(true);
  });

  it('shows the reference of every route without a script', async () => {
    const { studio } = await openStudio();
    const page = await (await studio.app.request('/docs')).text();
    expect(page).toContain('/api/journal/state/{stream}');
    expect(page).not.toContain('<script');
    expect((await studio.app.request('/docs/docs.css')).status).toBe(200);
  });

  it('is ready while its store can be reached and no stop has begun', async () => {
    const store = createMemoryEventStore();
    const { studio } = await openStudio({ store });
    expect((await studio.app.request('/readyz')).status).toBe(200);
    await studio.stop();
    expect((await studio.app.request('/readyz')).status).toBe(503);
    expect((await studio.app.request('/healthz')).status).toBe(200);
  });

  it('is not ready without its store', async () => {
    const store = createMemoryEventStore();
    const { studio } = await openStudio({ store });
    await store.close();
    expect((await studio.app.request('/readyz')).status).toBe(503);
  });
});
