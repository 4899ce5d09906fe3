import {
  createMemoryEventStore,
  EventStoreError,
  type EventStore,
  FencedError,
  type StoredEvent,
} from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  AccessDeniedError,
  createWorkflowStateStore,
  issueIdPattern,
  type NewIssue,
  SessionLockedError,
  StatePersistenceError,
  type SessionHandle,
  type Transaction,
  toQcCode,
} from '../../src/index.ts';
import { manualSleep, sequentialRandom } from '../../src/testing.ts';
import { hashText } from '../../src/text/hash-text.ts';

const text = '春の海はひねもすのたりのたりかな。';
const newIssue: NewIssue = {
  step_id: 'style',
  manuscript_version_id: 'v1',
  manuscript_hash: hashText(text),
  category: 'style',
  severity: 'high',
  text_range: { start: 0, end: 3, unit: 'utf16' },
  range_checksum: hashText(text.slice(0, 3)),
  description: 'too plain',
};
const recheck = {
  recurrence_score: 0.9,
  checksum_changed: true,
  same_category_found: true,
  confidence_score: 1,
  text_removed: false,
  verification_snapshot_id: hashText(text),
};
const initiator = { id: 'aki' };
const admin = { id: 'root', admin: true };

function setUp(options: { maxSessions?: number; wrap?: (store: EventStore) => EventStore } = {}) {
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  const inner = createMemoryEventStore({ clock });
  const store = options.wrap?.(inner) ?? inner;
  const sleep = manualSleep();
  const workflow = createWorkflowStateStore({
    store,
    clock,
    random: sequentialRandom(1),
    sleep: sleep.sleep,
    ...(options.maxSessions === undefined ? {} : { maxSessions: options.maxSessions }),
  });
  return { clock, store: inner, workflow, sleep };
}

async function eventsOf(store: EventStore, streamId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.read(streamId)) events.push(event);
  return events;
}

const begin = (workflow: ReturnType<typeof setUp>['workflow'], episode: number | string = 1) =>
  workflow.beginSession({ episode_number: episode, initiator: 'aki', session_id: `S${episode}` });

describe('transactions', () => {
  it('are one append, or nothing', async () => {
    const { workflow, store } = setUp();
    const handle = await begin(workflow);
    const transaction = await workflow.beginTransaction(handle);
    const issue = transaction.addIssue(newIssue);
    transaction.planFix(issue.issue_id, { tool_id: 'rewrite', description: 'd', planned_by: 'p' });
    expect(transaction.view.issues[0]?.state).toBe('InProgress');
    expect(await eventsOf(store, 'session/S1')).toHaveLength(1);
    expect(await workflow.commit(transaction)).toEqual({ version: 3 });
    expect(handle.version).toBe(3);
    await expect(workflow.commit(transaction)).rejects.toMatchObject({
      code: 'issue-transaction-closed',
    });
    expect(() => transaction.addIssue(newIssue)).toThrow(
      expect.objectContaining({ code: 'issue-transaction-closed' }),
    );
  });

  it('see what earlier ones wrote, and change none of it when they are rolled back', async () => {
    const { workflow } = setUp();
    const handle = await begin(workflow);
    const step = { step_id: 'style', input_snapshot_hash: hashText(text) };
    const fetchLog = {
      manuscript_hash: hashText(text),
      tool_id: 't',
      result: 'success',
      latency_ms: 1,
      attempt_index: 1,
      qc_code: null,
    } as const;
    await workflow.transaction(handle, (tx) => {
      tx.addStep(step);
      tx.addFetchLog(fetchLog);
    });
    const open = await workflow.beginTransaction(handle);
    open.addStep({ ...step, step_id: 'facts' });
    open.addFetchLog({ ...fetchLog, tool_id: 'u' });
    expect(open.view.steps.map(({ step_id }) => step_id)).toEqual(['style', 'facts']);
    expect(open.view.fetch_logs.map(({ tool_id }) => tool_id)).toEqual(['t', 'u']);
    await workflow.rollback(open);
    const view = await workflow.view('S1', { actor: initiator });
    expect(view.steps).toHaveLength(1);
    expect(view.fetch_logs).toHaveLength(1);
  });

  it('make ids of their own where no random source is given', async () => {
    const { store } = setUp();
    const issueIdOf = async (episode: number): Promise<string> => {
      const clock = createManualClock('2026-03-01T00:00:00.000Z'); // each clock counts for itself
      const workflow = createWorkflowStateStore({ store, clock, sleep: manualSleep().sleep });
      const handle = await begin(workflow, episode);
      return workflow.transaction(handle, (tx) => tx.addIssue(newIssue).issue_id);
    };
    const ids = [await issueIdOf(1), await issueIdOf(2)];
    for (const id of ids) expect(id).toMatch(issueIdPattern);
    expect(ids[0]).not.toBe(ids[1]);
  });

  const calls: [string, (transaction: Transaction, issueId: string) => unknown][] = [
    ['addStep', (tx) => tx.addStep({ step_id: 's', input_snapshot_hash: 'no hash' })],
    ['addIssue', (tx) => tx.addIssue({ ...newIssue, category: '' })],
    ['a long description', (tx) => tx.addIssue({ ...newIssue, description: 'x'.repeat(4_001) })],
    [
      'planFix',
      (tx) => tx.planFix('ISSUE-1-0000000000', { tool_id: 't', description: '', planned_by: 'p' }),
    ],
    [
      'an unoffered tool',
      (tx, id) =>
        tx.planFix(id, { tool_id: 't', description: '', planned_by: 'p', available_tools: [] }),
    ],
    ['applyFix', (tx, id) => tx.applyFix(id, { applied_fix_description: '', applied_by: 'p' })],
    ['recordRecheck', (tx, id) => tx.recordRecheck(id, { ...recheck, recurrence_score: 2 })],
    ['deferIssue', (tx, id) => tx.deferIssue(id, '  ')],
    ['resumeIssue', (tx, id) => tx.resumeIssue(id)],
    [
      'relocateIssue',
      (tx, id) => tx.relocateIssue(id, { ...tx.addIssue(newIssue), confidence_score: Number.NaN }),
    ],
  ];
  it.each(calls)('leave the stream as it was when %s throws', async (_name, call) => {
    const { workflow, store } = setUp();
    const handle = await begin(workflow);
    const known = await workflow.transaction(handle, (tx) => tx.addIssue(newIssue).issue_id);
    const before = await eventsOf(store, 'session/S1');
    await expect(
      workflow.transaction(handle, (tx) => {
        tx.addIssue(newIssue);
        call(tx, known);
      }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^issue-/u) as string });
    expect(await eventsOf(store, 'session/S1')).toEqual(before);
    await workflow.transaction(handle, (tx) => tx.deferIssue(known, 'later'));
  });

  it('are one at a time on a handle', async () => {
    const { workflow } = setUp();
    const handle = await begin(workflow);
    const open = await workflow.beginTransaction(handle);
    await expect(workflow.beginTransaction(handle)).rejects.toMatchObject({
      code: 'issue-transaction-open',
    });
    await workflow.rollback(open);
    expect((await workflow.beginTransaction(handle)).view.issues).toEqual([]);
  });

  it('run once under a key, also in another process', async () => {
    const { workflow, store, clock } = setUp();
    const handle = await begin(workflow);
    let runs = 0;
    const body = () => {
      runs += 1;
      return { runs };
    };
    expect(await workflow.once(handle, 'k', body)).toEqual({ runs: 1 });
    expect(await workflow.transaction(handle, body, { idempotencyKey: 'k' })).toEqual({ runs: 1 });
    await workflow.endSession(handle);
    const other = createWorkflowStateStore({ store, clock, sleep: manualSleep().sleep });
    const resumed = await other.resumeSession('S1', { actor: initiator });
    expect(await other.once(resumed, 'k', body)).toEqual({ runs: 1 });
    expect(runs).toBe(1);
  });

  it('turn a broken store into StatePersistenceError', async () => {
    let broken = false;
    const { workflow } = setUp({
      wrap: (store) => ({
        ...store,
        append: (...parameters) =>
          broken
            ? Promise.reject(new EventStoreError('disk full', { code: 'store-write-failed' }))
            : store.append(...parameters),
      }),
    });
    const handle = await begin(workflow);
    broken = true;
    const failure = workflow.transaction(handle, (tx) => tx.addIssue(newIssue));
    await expect(failure).rejects.toThrow(StatePersistenceError);
    expect(toQcCode(await failure.catch((error: unknown) => error))).toBe('QC-009');
  });
});

describe('locks', () => {
  it('keep a second session off the episode until the first ends', async () => {
    const { workflow } = setUp();
    const handle = await begin(workflow);
    const second = () =>
      workflow.beginSession({ episode_number: 1, initiator: 'ken', session_id: 'other' });
    await expect(second()).rejects.toThrow(SessionLockedError);
    await workflow.endSession(handle);
    expect((await second()).sessionId).toBe('other');
  });

  it('are given back when an error comes before the first commit, and taken again', async () => {
    const { workflow, store, clock } = setUp();
    const handle = await begin(workflow);
    await expect(
      workflow.transaction(handle, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    const probe = await store.acquireLease('episode/1', { owner: 'probe', ttlMs: 1_000 });
    expect(probe).not.toBeNull();
    if (probe !== null) await store.releaseLease(probe);
    clock.advance(1);
    await workflow.transaction(handle, (tx) => tx.addIssue(newIssue));
    expect(handle.version).toBe(2);
  });

  it('that went to another owner abort the handle and refuse its writes', async () => {
    const { workflow, store, clock } = setUp();
    const handle = await begin(workflow);
    clock.advance(31_000);
    await store.acquireLease('episode/1', { owner: 'thief', ttlMs: 60_000 });
    await expect(workflow.transaction(handle, (tx) => tx.addIssue(newIssue))).rejects.toThrow(
      FencedError,
    );
    expect(handle.lost.aborted).toBe(true);
  });

  it('abort the handle when a renewal finds them lost', async () => {
    const { workflow, store, clock, sleep } = setUp();
    const handle = await begin(workflow);
    clock.advance(31_000);
    await store.acquireLease('episode/1', { owner: 'thief', ttlMs: 60_000 });
    sleep.wake();
    await new Promise((resolve) => handle.lost.addEventListener('abort', resolve, { once: true }));
    expect(handle.lost.reason).toBeInstanceOf(FencedError);
  });

  it('are renewed every third of their time', async () => {
    const { workflow, sleep, clock } = setUp();
    const handle = await begin(workflow);
    const { expiresAt } = handle.lease;
    expect(sleep.waits).toEqual([10_000]);
    clock.advance(10_000);
    sleep.wake();
    while (sleep.waits.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(Date.parse(handle.lease.expiresAt)).toBe(Date.parse(expiresAt) + 10_000);
  });
});

describe('the waiting queue', () => {
  it('lets ten run and the eleventh wait its turn', async () => {
    const { workflow } = setUp();
    const handles = await Promise.all(
      Array.from({ length: 10 }, (_, index) => begin(workflow, index)),
    );
    expect(workflow.queue).toEqual({ active: 10, waiting: 0 });
    const order: number[] = [];
    const waiting = [10, 11, 12].map(async (episode) => {
      const handle = await begin(workflow, episode);
      order.push(episode);
      return handle;
    });
    const gone = new AbortController();
    const leaving = workflow.beginSession(
      { episode_number: 99, initiator: 'aki' },
      { signal: gone.signal },
    );
    await Promise.resolve();
    expect(workflow.queue).toEqual({ active: 10, waiting: 4 });
    gone.abort(new Error('changed my mind'));
    await expect(leaving).rejects.toThrow('changed my mind');
    for (const handle of handles.slice(0, 3)) await workflow.endSession(handle);
    await Promise.all(waiting);
    expect(order).toEqual([10, 11, 12]);
    expect(workflow.queue).toEqual({ active: 10, waiting: 0 });
  });
});

describe('access', () => {
  const attempts: [
    string,
    (
      workflow: ReturnType<typeof setUp>['workflow'],
      id: string,
      actor: { id: string },
    ) => Promise<unknown>,
  ][] = [
    ['view', (workflow, id, actor) => workflow.view(id, { actor })],
    ['at', (workflow, id, actor) => workflow.at(id, { version: 1 }, { actor })],
    ['timeline', (workflow, id, actor) => workflow.timeline(id, { actor })],
    ['fixTrace', (workflow, id, actor) => workflow.fixTrace(id, { actor })],
    ['unresolved', (workflow, id, actor) => workflow.unresolved({ actor, session_id: id })],
    ['resumeSession', (workflow, id, actor) => workflow.resumeSession(id, { actor })],
  ];
  it.each(attempts)(
    '%s is for the initiator and admins; a stranger cannot tell whether it exists',
    async (_name, attempt) => {
      const { workflow } = setUp();
      await workflow.endSession(await begin(workflow));
      const refused = await attempt(workflow, 'S1', { id: 'stranger' }).catch(
        (error: unknown) => error,
      );
      const missing = await attempt(workflow, 'nothing', admin).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AccessDeniedError);
      expect(String(missing)).toBe(String(refused));
      const admitted = await attempt(workflow, 'S1', admin);
      expect(admitted).toBeDefined();
      if (_name === 'resumeSession') await workflow.endSession(admitted as SessionHandle);
      await expect(attempt(workflow, 'S1', initiator)).resolves.toBeDefined();
    },
  );

  it('is audited by month, and only admins read the audit', async () => {
    const { workflow } = setUp();
    await begin(workflow);
    await workflow.view('S1', { actor: admin });
    await workflow.view('S1', { actor: { id: 'stranger' } }).catch(() => undefined);
    const types: string[] = [];
    for await (const event of workflow.audit({ actor: admin, month: '202603' }))
      types.push(event.type);
    expect(types.slice(0, 2)).toEqual(['access-granted', 'access-denied']);
    const read = async () => {
      for await (const event of workflow.audit({ actor: initiator })) void event;
    };
    await expect(read()).rejects.toThrow(AccessDeniedError);
  });

  it.each(['a\nb', '', '\u007f'])('refuses the session id %j', async (sessionId) => {
    const { workflow } = setUp();
    await expect(
      workflow.beginSession({ episode_number: 1, initiator: 'aki', session_id: sessionId }),
    ).rejects.toMatchObject({ code: 'store-invalid-id' });
    expect(workflow.queue.active).toBe(0);
  });
});

describe('histories', () => {
  it('show every earlier moment, the states in between, and plans against deeds', async () => {
    const { workflow, store, clock } = setUp();
    const handle = await begin(workflow);
    const id = await workflow.transaction(handle, (tx) => tx.addIssue(newIssue).issue_id);
    clock.advance(1_000);
    await workflow.transaction(handle, (tx) => {
      tx.planFix(id, { tool_id: 'rewrite', description: 'plan', planned_by: 'llm' });
      tx.applyFix(id, { applied_fix_description: 'did', applied_by: 'llm', tool_used: 'other' });
    });
    clock.advance(1_000);
    const { successor } = await workflow.transaction(handle, (tx) => tx.recordRecheck(id, recheck));
    expect(successor).toMatchObject({ state: 'New', related_issue_ids: [id], recurrence_depth: 1 });
    const actor = initiator;
    const events = await eventsOf(store, 'session/S1');
    for (const { version, at } of events) {
      const view = await workflow.at('S1', { version }, { actor });
      expect(view.version).toBe(version);
      expect(
        (await workflow.at('S1', { time: new Date(at) }, { actor })).version,
      ).toBeGreaterThanOrEqual(version);
    }
    expect((await workflow.at('S1', { version: 2 }, { actor })).issues[0]?.state).toBe('New');
    const timeline = await workflow.timeline('S1', { actor, issue_id: id });
    expect(
      timeline.map(({ type, state_before: from, state_after: to }) => [type, from, to]),
    ).toEqual([
      ['issue-opened', null, 'New'],
      ['fix-planned', 'New', 'InProgress'],
      ['fix-applied', 'InProgress', 'InProgress'],
      ['fix-verified', 'InProgress', 'Recurrence'],
    ]);
    expect(await workflow.fixTrace('S1', { actor })).toMatchObject([
      {
        issue_id: id,
        match: 'other_tool',
        verified: { status: 'recurrence', recurrence_score: 0.9 },
      },
    ]);
    const open = await workflow.unresolved({ actor, min_severity: 'high' });
    expect(open.map(({ issue_id: issueId }) => issueId)).toEqual([successor?.issue_id]);
    expect(await workflow.unresolved({ actor: { id: 'stranger' } })).toEqual([]);
    expect(await workflow.unresolved({ actor, min_severity: 'critical' })).toEqual([]);
  });
});
