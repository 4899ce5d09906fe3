import { FencedError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import {
  AccessDeniedError,
  createWorkflowStateStore,
  SessionLockedError,
  type WorkflowStateStore,
} from '../../src/index.ts';
import { begin, eventsOf, sessionWorld } from '../support/session-world.ts';
import { newIssue, recheck } from '../support/fixtures.ts';

const initiator = { id: 'aki' };
const admin = { id: 'root', admin: true };

it('refuses a missing event store at once', () => {
  const withoutStore = (): unknown => Reflect.apply(createWorkflowStateStore, undefined, [{}]);
  expect(withoutStore).toThrow(
    'expected options.store as an EventStore; e.g. createMemoryEventStore() of @kanmon/core',
  );
});

it.each([[{ episode_number: 1.5 }], [{ episode_number: true }], [{}]])(
  'states which episode numbers are allowed, given %j',
  async (given) => {
    const { workflow } = await sessionWorld();
    const begun: Promise<unknown> = Reflect.apply(workflow.beginSession, workflow, [
      { initiator: 'aki', ...given },
    ]);
    await expect(begun).rejects.toThrow(
      'at /episode_number: give a whole number from 0, or a name of 1 to 64 characters',
    );
  },
);

describe('locks', () => {
  it('keep a second session off the episode until the first ends', async () => {
    const { workflow } = await sessionWorld();
    const handle = await begin(workflow);
    const second = () =>
      workflow.beginSession({ episode_number: 1, initiator: 'ken', session_id: 'other' });
    await expect(second()).rejects.toThrow(SessionLockedError);
    await workflow.endSession(handle);
    expect((await second()).sessionId).toBe('other');
  });

  it('are given back when an error comes before the first commit, and taken again', async () => {
    const { workflow, store, clock } = await sessionWorld();
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
    const { workflow, store, clock } = await sessionWorld();
    const handle = await begin(workflow);
    clock.advance(31_000);
    await store.acquireLease('episode/1', { owner: 'thief', ttlMs: 60_000 });
    await expect(workflow.transaction(handle, (tx) => tx.addIssue(newIssue))).rejects.toThrow(
      FencedError,
    );
    expect(handle.lost.aborted).toBe(true);
  });

  it('abort the handle when a renewal finds them lost', async () => {
    const { workflow, store, clock, sleep } = await sessionWorld();
    const handle = await begin(workflow);
    clock.advance(31_000);
    await store.acquireLease('episode/1', { owner: 'thief', ttlMs: 60_000 });
    sleep.wake();
    await new Promise((resolve) => handle.lost.addEventListener('abort', resolve, { once: true }));
    expect(handle.lost.reason).toBeInstanceOf(FencedError);
  });

  it('are renewed every third of their time', async () => {
    const { workflow, sleep, clock } = await sessionWorld();
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
    const { workflow } = await sessionWorld();
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
  /** Each way in, and what it shows of `S1`, which was begun and ended. */
  const attempts: [
    string,
    (workflow: WorkflowStateStore, id: string, actor: { id: string }) => Promise<unknown>,
    object,
  ][] = [
    [
      'view',
      (workflow, id, actor) => workflow.view(id, { actor }),
      { session: { session_id: 'S1' } },
    ],
    [
      'at',
      (workflow, id, actor) => workflow.at(id, { version: 1 }, { actor }),
      { session: { session_id: 'S1', current_status: 'running' } },
    ],
    [
      'timeline',
      (workflow, id, actor) => workflow.timeline(id, { actor }),
      [
        { type: 'session-started' },
        { type: 'session-status-changed' },
        { type: 'session-lock-changed' },
      ],
    ],
    ['fixTrace', (workflow, id, actor) => workflow.fixTrace(id, { actor }), []],
    ['unresolved', (workflow, id, actor) => workflow.unresolved({ actor, session_id: id }), []],
    [
      'resumeSession',
      async (workflow, id, actor) => {
        const handle = await workflow.resumeSession(id, { actor });
        await workflow.endSession(handle);
        return handle;
      },
      { sessionId: 'S1' },
    ],
  ];
  it.each(attempts)(
    '%s is for the initiator and admins; a stranger cannot learn whether it exists',
    async (_name, attempt, shown) => {
      const { workflow } = await sessionWorld();
      await workflow.endSession(await begin(workflow));
      const refused = await attempt(workflow, 'S1', { id: 'stranger' }).catch(
        (error: unknown) => error,
      );
      const missing = await attempt(workflow, 'nothing', admin).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AccessDeniedError);
      expect(String(missing)).toBe(String(refused));
      expect(await attempt(workflow, 'S1', admin)).toMatchObject(shown);
      expect(await attempt(workflow, 'S1', initiator)).toMatchObject(shown);
    },
  );

  it('is audited by month, and only admins read the audit', async () => {
    const { workflow } = await sessionWorld();
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
    const { workflow } = await sessionWorld();
    await expect(
      workflow.beginSession({ episode_number: 1, initiator: 'aki', session_id: sessionId }),
    ).rejects.toMatchObject({ code: 'store-invalid-id' });
    expect(workflow.queue.active).toBe(0);
  });

  it.each([
    ['', 'issue-invalid-input'],
    [1.5, 'issue-invalid-input'],
    ['x'.repeat(65), 'issue-invalid-input'],
    ['a\nb', 'store-invalid-id'],
  ])('refuses the episode %j', async (episode, code) => {
    const { workflow } = await sessionWorld();
    const beginning = workflow.beginSession({ episode_number: episode, initiator: 'aki' });
    await expect(beginning).rejects.toMatchObject({ code });
    expect(workflow.queue.active).toBe(0);
  });
});

describe('histories', () => {
  it('show every earlier moment, the states in between, and plans against deeds', async () => {
    const { workflow, store, clock } = await sessionWorld();
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
