import type { JsonValue } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { foldSession, type SessionView } from '../../src/index.ts';

type Data = { readonly [key: string]: JsonValue };
type Entry = readonly [type: string, data: JsonValue];

const id = 'ISSUE-1-0000000000';
const other = 'ISSUE-1-0000000001';

/** When the event of a version happened. */
const at = (version: number): string => `2026-01-01T00:00:0${version}.000Z`;

/** The view after these events, one version and one second each. */
function viewOf(...entries: readonly Entry[]): SessionView {
  return foldSession(
    entries.map(([type, data], index) => ({ type, data, version: index + 1, at: at(index + 1) })),
  );
}

const started: Entry = ['session-started', { session_id: 'S', episode_number: 1, initiator: 'i' }];
const opened: Entry = ['issue-opened', { issue_id: id, category: 'c', severity: 'low' }];
const planned = (fields: Data = {}): Entry => [
  'fix-planned',
  { issue_id: id, resolution_attempt: 1, planned_tool: 't', planned_by: 'p', ...fields },
];
const applied = (fields: Data = {}): Entry => [
  'fix-applied',
  {
    issue_id: id,
    resolution_attempt: 1,
    applied_fix_description: 'did',
    applied_by: 'p',
    tool_used: 't',
    diff_ref: null,
    manuscript_hash: 'after',
    ...fields,
  },
];
const verified = (fields: Data = {}): Entry => [
  'fix-verified',
  {
    issue_id: id,
    resolution_attempt: 1,
    recurrence_score: 0.1,
    recurrence_flag: false,
    verification_status: 'resolved',
    verification_snapshot_id: 's',
    state: 'Resolved',
    reason: 'score',
    successor_issue_id: null,
    ...fields,
  },
];

describe('foldSession', () => {
  it('returns a session that no actor can read when there are no events', () => {
    expect(foldSession([])).toEqual({
      session: {
        session_id: '',
        episode_number: 0,
        initiator: '',
        created_at: '1970-01-01T00:00:00.000Z',
        current_status: 'aborted',
        iteration_policy: { count: 3, until_pass: true, time_budget_sec: null, min_improvement: 0 },
        lock_status: { state: 'released', resource: '', owner: '', token: 0 },
        state_version: 0,
        template_hashes: {},
        updated_at: '1970-01-01T00:00:00.000Z',
      },
      steps: [],
      issues: [],
      resolutions: [],
      fetch_logs: [],
      confirmations: [],
      version: 0,
      unknown_events: 0,
    });
  });

  it('fills in defaults for fields that an older version did not write', () => {
    const view = viewOf(
      started,
      ['issue-opened', { issue_id: id }],
      ['step-completed', { step_id: 'style' }],
      ['fix-planned', { issue_id: id, resolution_attempt: 1 }],
      ['manuscript-fetched', { fetch_id: 'f' }],
    );
    expect(view.unknown_events).toBe(0);
    expect(view.issues).toEqual([
      {
        issue_id: id,
        text_range: null,
        range_checksum: null,
        description: '',
        suggested_fixes: [],
        related_issue_ids: [],
        adjustment_method: null,
        confidence_score: 1,
        adjustment_attempts: [],
        adjustment_delta: null,
        anchor: null,
        scope: 'range',
        state: 'InProgress',
        state_reason: null,
        defer_reason: null,
        recurrence_depth: 0,
        created_at: at(2),
        updated_at: at(4),
      },
    ]);
    expect(view.steps).toEqual([
      {
        step_id: 'style',
        output_snapshot_hash: null,
        issues_detected: [],
        duration_ms: 0,
        fallback_reason: null,
        available_tools: [],
        tool_selection_status: 'not_offered',
        manuscript_hash_refs: [],
        qc_code: null,
        completed_at: at(3),
      },
    ]);
    expect(view.resolutions).toEqual([
      {
        issue_id: id,
        resolution_attempt: 1,
        applied_fix_description: null,
        applied_by: null,
        applied_at: null,
        tool_used: null,
        diff_ref: null,
        verification_status: 'pending',
        verification_snapshot_id: null,
        recurrence_score: null,
        recurrence_flag: null,
        planned_tool: null,
        plan_description: null,
        planned_by: null,
        planned_at: at(4),
        verification_votes: null,
      },
    ]);
    expect(view.fetch_logs).toEqual([{ fetch_id: 'f', qc_code: null, at: at(5) }]);
  });

  it('takes times from the event, unless its data has a creation time', () => {
    const view = viewOf(
      started,
      ['issue-opened', { issue_id: id, created_at: at(0), updated_at: at(0) }],
      ['issue-relocated', { issue_id: id, confidence_score: 0.5, updated_at: at(0) }],
      ['step-completed', { step_id: 'style', completed_at: at(0) }],
    );
    expect(view.issues[0]).toMatchObject({ created_at: at(0), updated_at: at(3) });
    expect(viewOf(started, opened).issues[0]).toMatchObject({
      created_at: at(2),
      updated_at: at(2),
    });
    expect(view.steps[0]).toMatchObject({ completed_at: at(0) });
    expect(view.session).toMatchObject({ created_at: at(1), updated_at: at(4), state_version: 4 });
  });
});

describe('an event of foldSession', () => {
  it.each([null, undefined, 5, 'event', []])('is an object: %j is refused', (event) => {
    expect(() => foldSession([event as never])).toThrow(/^expected each event of foldSession/);
  });

  it.each<[string, Entry]>([
    ['a session without an id', ['session-started', { initiator: 'evil' }]],
    ['a step without an id', ['step-completed', { duration_ms: 1 }]],
    ['an issue without an id', ['issue-opened', { category: 'c' }]],
    ['an issue that is open already', ['issue-opened', { issue_id: id, category: 'other' }]],
    ['a relocation of no issue', ['issue-relocated', { confidence_score: 0 }]],
    ['a relocation of an unknown issue', ['issue-relocated', { issue_id: other }]],
    ['a plan for an unknown issue', planned({ issue_id: other })],
    ['a fix of an unknown issue', applied({ issue_id: other })],
    ['a check of an unknown issue', verified({ issue_id: other })],
    ['a deferral of an unknown issue', ['issue-deferred', { issue_id: other, defer_reason: '' }]],
    ['a resumption of an unknown issue', ['issue-resumed', { issue_id: other }]],
    ['a question about no issue', ['confirmation-requested', { kind: 'tool' }]],
    ['a question of no known kind', ['confirmation-requested', { issue_id: id, kind: 'mood' }]],
    ['a fetch without an id', ['manuscript-fetched', { tool_id: 't' }]],
    ['an effect without a key', ['effect-recorded', { output: 1 }]],
    ['an effect without an output', ['effect-recorded', { key: 'k' }]],
    ['an unknown type', ['issue-praised', { issue_id: id }]],
    ['the name of a method', ['constructor', {}]],
    ['null', ['session-status-changed', null]],
    ['a list', ['session-status-changed', ['failed']]],
    ['a text', ['session-status-changed', 'failed']],
  ])('counts %s and changes nothing else', (_name, entry) => {
    const before = viewOf(started, opened);
    const after = viewOf(started, opened, entry);
    expect(after).toEqual({
      ...before,
      session: { ...before.session, state_version: 3, updated_at: at(3) },
      version: 3,
      unknown_events: 1,
    });
  });

  it.each<[string, Entry]>([
    ['a disclosure', ['excerpt-disclosed', { purpose: 'check' }]],
    ['an error', ['error-recorded', { error_code: 'x' }]],
    ['an effect', ['effect-recorded', { key: 'k', output: null }]],
    ['an answer to no question', ['confirmation-given', { issue_id: id, kind: 'tool' }]],
  ])('knows %s, which changes no entity', (_name, entry) => {
    const before = viewOf(started, opened);
    expect(viewOf(started, opened, entry)).toEqual({
      ...before,
      session: { ...before.session, state_version: 3, updated_at: at(3) },
      version: 3,
    });
  });

  it('changes the status and the lock of a session and keeps the rest', () => {
    const lock = { state: 'held', resource: 'episode/1', owner: 'o', token: 7 };
    const view = viewOf(
      started,
      ['session-status-changed', { current_status: 'running' }],
      ['session-lock-changed', { lock_status: lock }],
    );
    expect(view.session).toMatchObject({
      session_id: 'S',
      initiator: 'i',
      current_status: 'running',
      lock_status: lock,
    });
    expect(view.unknown_events).toBe(0);
  });
});

describe('the attempts of an issue in foldSession', () => {
  it('follows one attempt from its plan over the fix to the check', () => {
    const view = viewOf(
      started,
      opened,
      planned({ plan_description: 'd' }),
      applied(),
      verified({ verification_votes: { for: 2, of: 3 } }),
    );
    expect(view.resolutions).toEqual([
      {
        issue_id: id,
        resolution_attempt: 1,
        planned_tool: 't',
        plan_description: 'd',
        planned_by: 'p',
        planned_at: at(3),
        applied_fix_description: 'did',
        applied_by: 'p',
        applied_at: at(4),
        tool_used: 't',
        diff_ref: null,
        recurrence_score: 0.1,
        recurrence_flag: false,
        verification_status: 'resolved',
        verification_snapshot_id: 's',
        verification_votes: { for: 2, of: 3 },
      },
    ]);
    expect(view.issues[0]).toMatchObject({
      state: 'Resolved',
      state_reason: 'score',
      updated_at: at(5),
    });
    expect(view.unknown_events).toBe(0);
  });

  it('keeps attempts and issues apart', () => {
    const view = viewOf(
      started,
      opened,
      ['issue-opened', { issue_id: other, category: 'c' }],
      planned(),
      planned({ issue_id: other, planned_tool: 'u' }),
      planned({ resolution_attempt: 2, planned_tool: 'v' }),
      applied({ resolution_attempt: 2 }),
    );
    expect(view.issues.map(({ issue_id }) => issue_id)).toEqual([id, other]);
    expect(
      view.resolutions.map(({ issue_id, resolution_attempt, planned_tool, applied_by }) => [
        issue_id,
        resolution_attempt,
        planned_tool,
        applied_by,
      ]),
    ).toEqual([
      [id, 1, 't', null],
      [id, 2, 'v', 'p'],
      [other, 1, 'u', null],
    ]);
  });

  it('counts a plan, a fix and a check that name no attempt', () => {
    const withoutAttempt = { resolution_attempt: null };
    const entry = [planned(withoutAttempt), applied(withoutAttempt), verified(withoutAttempt)];
    const view = viewOf(started, opened, ...entry);
    expect(view.unknown_events).toBe(3);
    expect(view.resolutions).toEqual([]);
  });

  it('brings a planned issue and a fixed one into progress, and forgets why it was partial', () => {
    const partial = verified({ state: 'Partial', reason: 'low_confidence' });
    const before = viewOf(started, opened, partial).issues[0];
    expect(before).toMatchObject({ state: 'Partial', state_reason: 'low_confidence' });
    const plannedAgain = viewOf(started, opened, partial, planned()).issues[0];
    expect(plannedAgain).toMatchObject({ state: 'InProgress', state_reason: null });
    const fixed = viewOf(started, opened, applied()).issues[0];
    expect(fixed).toMatchObject({ state: 'InProgress' });
    expect(fixed).not.toHaveProperty('manuscript_hash');
  });

  it('leaves the state alone when an older check did not write it', () => {
    const entry: Entry = [
      'fix-verified',
      { issue_id: id, resolution_attempt: 1, recurrence_score: 0.2 },
    ];
    expect(viewOf(started, opened, entry)).toMatchObject({
      issues: [{ state: 'New', state_reason: null }],
      resolutions: [{ recurrence_score: 0.2 }],
      unknown_events: 0,
    });
  });
});

describe('the questions about an issue in foldSession', () => {
  it('defers with a reason, and resumes without one', () => {
    const deferred: Entry = ['issue-deferred', { issue_id: id, defer_reason: 'later' }];
    expect(viewOf(started, opened, deferred).issues[0]).toMatchObject({
      state: 'Deferred',
      defer_reason: 'later',
    });
    const resumed: Entry = ['issue-resumed', { issue_id: id }];
    expect(viewOf(started, opened, deferred, resumed).issues[0]).toMatchObject({
      state: 'InProgress',
      defer_reason: null,
      updated_at: at(4),
    });
    const unexplained: Entry = ['issue-deferred', { issue_id: id }];
    expect(viewOf(started, opened, unexplained).issues[0]).toMatchObject({
      state: 'Deferred',
      defer_reason: null,
    });
  });

  it('holds questions open until each is answered, by issue and kind', () => {
    const ask = (issueId: string, kind: string, fields: Data = {}): Entry => [
      'confirmation-requested',
      { issue_id: issueId, kind, ...fields },
    ];
    const questions = [
      ask(id, 'tool', { resolution_attempt: 2 }),
      ask(id, 'alignment'),
      ask(other, 'tool', { resolution_attempt: 1 }),
    ];
    const open = [
      { issue_id: id, kind: 'tool', resolution_attempt: 2 },
      { issue_id: id, kind: 'alignment', resolution_attempt: 0 },
      { issue_id: other, kind: 'tool', resolution_attempt: 1 },
    ];
    expect(viewOf(started, opened, ...questions)).toMatchObject({
      confirmations: open,
      unknown_events: 0,
    });
    const answer: Entry = [
      'confirmation-given',
      { issue_id: id, kind: 'tool', decision: 'approve' },
    ];
    expect(viewOf(started, opened, ...questions, answer).confirmations).toEqual(open.slice(1));
    const nameless: Entry = ['confirmation-given', { kind: 1, issue_id: null }];
    expect(viewOf(started, opened, ...questions, nameless).confirmations).toEqual(open);
  });
});
