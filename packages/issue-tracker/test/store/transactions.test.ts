import { EventStoreError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  createWorkflowStateStore,
  issueIdPattern,
  StatePersistenceError,
  toQcCode,
  type Transaction,
} from '../../src/index.ts';
import { manualSleep } from '../../src/testing.ts';
import { backends, begin, eventsOf, sessionWorld } from '../support/session-world.ts';
import { newIssue, recheck } from '../support/fixtures.ts';

describe.each(Object.keys(backends))('transactions on the %s store', (backend) => {
  it('are one append, or nothing', async () => {
    const { workflow, store } = await sessionWorld({ backend });
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
    const { workflow } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    const step = { step_id: 'style', input_snapshot_hash: newIssue.manuscript_hash };
    const fetchLog = {
      manuscript_hash: newIssue.manuscript_hash,
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
    const view = await workflow.view('S1', { actor: { id: 'aki' } });
    expect(view.steps).toHaveLength(1);
    expect(view.fetch_logs).toHaveLength(1);
  });

  it('create ids without a source of random numbers', async () => {
    const { store } = await sessionWorld({ backend });
    const issueIdOf = async (episode: number): Promise<string> => {
      const clock = createManualClock('2026-03-01T00:00:00.000Z'); // each clock counts for itself
      const workflow = createWorkflowStateStore({ store, clock, timer: manualSleep() });
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
    ['an unknown kind of question', (tx, id) => tx.requestConfirmation(id, 'tools' as never)],
    [
      'an unknown decision',
      (tx, id) => tx.giveConfirmation(id, 'tool', { decision: 'approved' as never, by: 'aki' }),
    ],
    [
      'an answer to an unknown kind of question',
      (tx, id) => tx.giveConfirmation(id, 'tools' as never, { decision: 'defer', by: 'aki' }),
    ],
    ['half a decision', (tx, id) => tx.giveConfirmation(id, 'tool', { by: 'aki' } as never)],
    [
      'half a relocation',
      (tx, id) => tx.relocateIssue(id, { text_range: { start: 50, end: 60 } } as never),
    ],
    ['half a plan', (tx, id) => tx.planFix(id, { description: 'd', planned_by: 'p' } as never)],
    [
      'tools that are no list',
      (tx, id) =>
        tx.planFix(id, {
          tool_id: 't',
          description: 'd',
          planned_by: 'p',
          available_tools: 5 as never,
        }),
    ],
    [
      'a hash that is none',
      (tx, id) =>
        tx.applyFix(id, { applied_fix_description: 'd', applied_by: 'p', manuscript_hash: 'x' }),
    ],
    ['half a character', (tx) => tx.addIssue({ ...newIssue, description: '\ud83d' })],
    ['half a character in a reason', (tx, id) => tx.deferIssue(id, '\ud83d')],
    [
      'relocateIssue',
      (tx, id) => tx.relocateIssue(id, { ...tx.addIssue(newIssue), confidence_score: Number.NaN }),
    ],
  ];
  it.each(calls)('leave the stream as it was when %s throws', async (_name, call) => {
    const { workflow, store } = await sessionWorld({ backend });
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

  const wrong: readonly unknown[] = [undefined, null, 5, {}];
  const untyped: Readonly<Record<string, (transaction: Transaction, value: never) => unknown>> = {
    issue: (tx, value) => tx.issue(value),
    resolutions: (tx, value) => tx.resolutions(value),
    'deferIssue without an id': (tx, value) => tx.deferIssue(value, 'later'),
    resumeIssue: (tx, value) => tx.resumeIssue(value),
    addStep: (tx, value) => tx.addStep(value),
    addIssue: (tx, value) => tx.addIssue(value),
    addFetchLog: (tx, value) => tx.addFetchLog(value),
    relocateIssue: (tx, value) => tx.relocateIssue(tx.addIssue(newIssue).issue_id, value),
    planFix: (tx, value) => tx.planFix(tx.addIssue(newIssue).issue_id, value),
    recordRecheck: (tx, value) => tx.recordRecheck(tx.addIssue(newIssue).issue_id, value),
    giveConfirmation: (tx, value) =>
      tx.giveConfirmation(tx.addIssue(newIssue).issue_id, 'tool', value),
    applyFix: (tx, value) => {
      const { issue_id: id } = tx.addIssue(newIssue);
      tx.planFix(id, { tool_id: 't', description: 'd', planned_by: 'p' });
      return tx.applyFix(id, value);
    },
    addDisclosure: (tx, value) => tx.addDisclosure(value, value),
    'recordError of a step': (tx, value) => tx.recordError(new Error('e'), value ?? (5 as never)),
    setStatus: (tx, value) => tx.setStatus(value),
  };
  it.each(Object.entries(untyped))('refuse what %s cannot use', async (_name, call) => {
    const { workflow } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    for (const value of wrong) {
      await expect(
        workflow.transaction(handle, (tx) => void call(tx, value as never)),
      ).rejects.toMatchObject({ code: 'issue-invalid-input' });
    }
    expect((await workflow.view('S1', { actor: { id: 'aki' } })).issues).toEqual([]);
  });

  it('are one at a time on a handle', async () => {
    const { workflow } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    const open = await workflow.beginTransaction(handle);
    await expect(workflow.beginTransaction(handle)).rejects.toMatchObject({
      code: 'issue-transaction-open',
    });
    await workflow.rollback(open);
    expect((await workflow.beginTransaction(handle)).view.issues).toEqual([]);
  });

  it('run once under a key, also in another process', async () => {
    const { workflow, store, clock } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    let runs = 0;
    const body = () => {
      runs += 1;
      return { runs };
    };
    expect(await workflow.once(handle, 'k', body)).toEqual({ runs: 1 });
    expect(await workflow.transaction(handle, body, { idempotencyKey: 'k' })).toEqual({ runs: 1 });
    await workflow.endSession(handle);
    const other = createWorkflowStateStore({ store, clock, timer: manualSleep() });
    const resumed = await other.resumeSession('S1', { actor: { id: 'aki' } });
    expect(await other.once(resumed, 'k', body)).toEqual({ runs: 1 });
    expect(runs).toBe(1);
  });

  it('return the same output the first and the second time under a key', async () => {
    const { workflow } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    for (const [key, output] of Object.entries<unknown>({
      undefined: undefined,
      members: { a: undefined, b: [1] },
      text: '日本',
      zero: -0,
    })) {
      const body = (): never => output as never;
      const first = await workflow.once(handle, key, body);
      expect(await workflow.once(handle, key, body)).toStrictEqual(first);
      const again = workflow.transaction(handle, body, { idempotencyKey: key });
      expect(await again).toStrictEqual(first);
    }
  });

  it.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['a bigint', 5n],
    ['a Date', new Date(0)],
    ['a Map', { found: new Map([[1, 2]]) }],
    ['a hole in a list', [undefined]],
    ['a lone surrogate', '\ud800'],
  ])('refuse %s as output under a key, and write nothing', async (_, output) => {
    const { workflow } = await sessionWorld({ backend });
    const handle = await begin(workflow);
    const { version } = handle;
    await expect(workflow.once(handle, 'k', () => output as never)).rejects.toMatchObject({
      code: 'issue-invalid-input',
    });
    expect(handle.version).toBe(version);
    expect(workflow.recall(handle, 'k')).toBeUndefined();
    expect(await workflow.once(handle, 'k', () => 1)).toBe(1);
    expect(await workflow.transaction(handle, () => output)).toBe(output);
  });

  it('turn a broken store into StatePersistenceError', async () => {
    let broken = false;
    const { workflow } = await sessionWorld({
      backend,
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
