import type { JsonValue } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { ManuscriptFetchLog } from '../entities/manuscript-fetch-log.ts';
import type { Session } from '../entities/session.ts';
import type { StepExecution } from '../entities/step-execution.ts';
import type { OpenConfirmation, SessionView } from './session-view.ts';

/** A session while it is folded; changed in place, so that a fold is linear. */
export interface SessionState {
  session: Session;
  readonly steps: StepExecution[];
  readonly issues: Map<string, Issue>;
  /** By issue, in the order of attempts. */
  readonly resolutions: Map<string, IssueResolution[]>;
  readonly fetchLogs: ManuscriptFetchLog[];
  /** Outputs of what was done once, by key. */
  readonly effects: Map<string, JsonValue>;
  readonly confirmations: Map<string, OpenConfirmation>;
  version: number;
  unknownEvents: number;
}

const epoch = '1970-01-01T00:00:00.000Z';

/** A history before its first event: a session with an empty id, which nobody may read. */
export function emptySessionState(): SessionState {
  return {
    session: {
      session_id: '',
      episode_number: 0,
      initiator: '',
      created_at: epoch,
      current_status: 'aborted',
      iteration_policy: { count: 3, until_pass: true, time_budget_sec: null, min_improvement: 0 },
      lock_status: { state: 'released', resource: '', owner: '', token: 0 },
      state_version: 0,
      template_hashes: {},
      updated_at: epoch,
    },
    steps: [],
    issues: new Map(),
    resolutions: new Map(),
    fetchLogs: [],
    effects: new Map(),
    confirmations: new Map(),
    version: 0,
    unknownEvents: 0,
  };
}

/** A copy to try events on; entities are never changed in place, so they are shared. */
export function copySessionState(state: SessionState): SessionState {
  return {
    ...state,
    steps: [...state.steps],
    issues: new Map(state.issues),
    resolutions: new Map(
      Array.from(state.resolutions, ([issueId, attempts]) => [issueId, [...attempts]]),
    ),
    fetchLogs: [...state.fetchLogs],
    effects: new Map(state.effects),
    confirmations: new Map(state.confirmations),
  };
}

/** What callers see of a state. */
export function toSessionView(state: SessionState): SessionView {
  return {
    session: state.session,
    steps: [...state.steps],
    issues: [...state.issues.values()],
    resolutions: [...state.resolutions.values()].flat(),
    fetch_logs: [...state.fetchLogs],
    confirmations: [...state.confirmations.values()],
    version: state.version,
    unknown_events: state.unknownEvents,
  };
}
