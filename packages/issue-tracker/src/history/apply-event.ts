import type { JsonValue, NewEvent, StoredEvent } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { ManuscriptFetchLog } from '../entities/manuscript-fetch-log.ts';
import type { Session } from '../entities/session.ts';
import type { StepExecution } from '../entities/step-execution.ts';
import { defaultsOf } from './entity-defaults.ts';
import { emptySessionState, type SessionState, toSessionView } from './session-state.ts';
import type { SessionView } from './session-view.ts';

/** An event of a session stream, stored or about to be. */
export type SessionEvent = NewEvent & Pick<StoredEvent, 'at' | 'version'>;

type Fields = { readonly [key: string]: JsonValue };

/**
 * Folds the events of one session. Pure, total and linear: what it does not know is counted, what an
 * older version did not write gets its default.
 */
export function foldSession(events: Iterable<SessionEvent>): SessionView {
  const state = emptySessionState();
  for (const event of events) applyEvent(state, event);
  return toSessionView(state);
}

/** Brings a state one event further, in place. */
export function applyEvent(state: SessionState, event: SessionEvent): void {
  const known =
    isFields(event.data) && reducers.get(event.type)?.(state, event.data, event.at) === true;
  if (!known) state.unknownEvents += 1;
  state.version = event.version;
  state.session = { ...state.session, state_version: event.version, updated_at: event.at };
}

/** Gives false when the data is not what the type promises. */
type Reducer = (state: SessionState, data: Fields, at: string) => boolean;

const reducers: ReadonlyMap<string, Reducer> = new Map<string, Reducer>([
  [
    'session-started',
    (state, data, at) => {
      if (typeof data['session_id'] !== 'string') return false;
      state.session = complete<Session>(state.session, data, { created_at: at });
      return true;
    },
  ],
  ['session-status-changed', changeSession],
  ['session-lock-changed', changeSession],
  [
    'step-completed',
    (state, data, at) => {
      if (typeof data['step_id'] !== 'string') return false;
      state.steps.push(complete<StepExecution>(defaultsOf.step, data, { completed_at: at }));
      return true;
    },
  ],
  [
    'issue-opened',
    (state, data, at) => {
      const id = data['issue_id'];
      if (typeof id !== 'string' || state.issues.has(id)) return false;
      const issue = complete<Issue>(defaultsOf.issue, data, { created_at: at });
      state.issues.set(id, { ...issue, updated_at: at });
      return true;
    },
  ],
  ['issue-relocated', (state, data, at) => changeIssue(state, data, at, data)],
  [
    'fix-planned',
    (state, data, at) => {
      const { issue_id, resolution_attempt, planned_tool, plan_description, planned_by } = data;
      return (
        changeIssue(state, data, at, { state: 'InProgress', state_reason: null }) &&
        changeResolution(state, {
          ...defined({ issue_id, resolution_attempt, planned_tool, plan_description, planned_by }),
          planned_at: at,
        })
      );
    },
  ],
  [
    'confirmation-requested',
    (state, data) => {
      const { issue_id: id, kind, resolution_attempt: attempt } = data;
      if (typeof id !== 'string' || (kind !== 'tool' && kind !== 'alignment')) return false;
      state.confirmations.set(confirmationKey(id, kind), {
        issue_id: id,
        kind,
        resolution_attempt: typeof attempt === 'number' ? attempt : 0,
      });
      return true;
    },
  ],
  [
    'confirmation-given',
    (state, data) => {
      state.confirmations.delete(confirmationKey(textOf(data['issue_id']), textOf(data['kind'])));
      return true;
    },
  ],
  [
    'fix-applied',
    (state, data, at) => {
      const { manuscript_hash: _after, ...fix } = data;
      return (
        changeIssue(state, data, at, { state: 'InProgress' }) &&
        changeResolution(state, { ...fix, applied_at: at })
      );
    },
  ],
  [
    'fix-verified',
    (state, data, at) => {
      const { state: nextState, reason, successor_issue_id: _successor, ...verification } = data;
      return (
        changeIssue(state, data, at, defined({ state: nextState, state_reason: reason })) &&
        changeResolution(state, verification)
      );
    },
  ],
  [
    'issue-deferred',
    (state, data, at) =>
      changeIssue(state, data, at, {
        state: 'Deferred',
        defer_reason: data['defer_reason'] ?? null,
      }),
  ],
  [
    'issue-resumed',
    (state, data, at) => changeIssue(state, data, at, { state: 'InProgress', defer_reason: null }),
  ],
  [
    'manuscript-fetched',
    (state, data, at) => {
      if (typeof data['fetch_id'] !== 'string') return false;
      state.fetchLogs.push(complete<ManuscriptFetchLog>(defaultsOf.fetchLog, data, { at }));
      return true;
    },
  ],
  ['excerpt-disclosed', () => true],
  ['error-recorded', () => true],
  [
    'effect-recorded',
    (state, data) => {
      const { key, output } = data;
      if (typeof key !== 'string' || output === undefined) return false;
      state.effects.set(key, output);
      return true;
    },
  ],
]);

function changeSession(state: SessionState, data: Fields): boolean {
  state.session = complete<Session>(state.session, data, {});
  return true;
}

function changeIssue(state: SessionState, data: Fields, at: string, change: Fields): boolean {
  const id = data['issue_id'];
  const issue = typeof id === 'string' ? state.issues.get(id) : undefined;
  if (issue === undefined) return false;
  state.issues.set(issue.issue_id, complete<Issue>(issue, change, { updated_at: at }));
  return true;
}

/** The attempt is begun by whatever names it first: a plan, a fix by hand, or a recheck. */
function changeResolution(state: SessionState, change: Fields): boolean {
  const { issue_id: id, resolution_attempt: attempt } = change;
  if (typeof id !== 'string' || typeof attempt !== 'number') return false;
  const attempts = state.resolutions.get(id) ?? [];
  const index = attempts.findIndex(({ resolution_attempt: known }) => known === attempt);
  const before = attempts[index] ?? defaultsOf.resolution;
  const after = complete<IssueResolution>(before, change, {});
  if (index === -1) attempts.push(after);
  else attempts[index] = after;
  state.resolutions.set(id, attempts);
  return true;
}

/** Key of a pending question. */
function confirmationKey(issueId: string, kind: string): string {
  return `${kind} ${issueId}`;
}

/**
 * An entity from what it was and what an event says. Values were checked when they were written and
 * are covered by the hash chain; checking them again would cost a fold four times the parsing.
 */
function complete<T extends object>(
  before: Partial<T>,
  data: Fields,
  times: { readonly [key: string]: string },
): T {
  const entity: unknown = { ...before, ...times, ...data, ...('updated_at' in times ? times : {}) };
  return entity as T;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Without what an older event does not have. */
function defined(fields: { readonly [key: string]: JsonValue | undefined }): Fields {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[key, value]],
  );
  return Object.fromEntries(entries);
}

function isFields(data: JsonValue): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
