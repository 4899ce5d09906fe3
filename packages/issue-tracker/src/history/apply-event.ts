import type { JsonObject, JsonValue, NewEvent, StoredEvent } from '@kanmon/core';
import { checkArgument, isJsonObject, withoutUndefined } from '@kanmon/core/kit';
import type * as z from 'zod';
import {
  type Issue,
  issueFields,
  type IssueResolution,
  resolutionFields,
} from '../entities/issue.ts';
import type { Session } from '../entities/session.ts';
import {
  fetchLogFields,
  type ManuscriptFetchLog,
  type StepExecution,
  stepFields,
} from '../entities/step-log.ts';
import {
  emptySessionState,
  type SessionState,
  type SessionView,
  toSessionView,
} from './session-state.ts';

/** An event of a session stream, stored or about to be. */
export type SessionEvent = NewEvent & Pick<StoredEvent, 'at' | 'version'>;

/**
 * Folds the events of one session into its view. Pure, total and linear: unknown events are counted, and
 * a field that an older version did not write gets its default.
 */
export function foldSession(events: Iterable<SessionEvent>): SessionView {
  checkArgument('events of foldSession', 'an iterable', events);
  const state = emptySessionState();
  for (const event of events) {
    checkArgument('each event of foldSession', 'an object', event);
    applyEvent(state, event);
  }
  return toSessionView(state);
}

/** Applies one event to a state, in place. */
export function applyEvent(state: SessionState, event: SessionEvent): void {
  const { type, data, at, version } = event;
  const known = isJsonObject(data) && reducers.get(type)?.(state, data, at) === true;
  if (!known) state.unknownEvents += 1;
  state.version = version;
  state.session = { ...state.session, state_version: version, updated_at: at };
}

/** Applies the data of one event type; returns false when the data does not have the type's shape. */
type Reducer = (state: SessionState, data: JsonObject, at: string) => boolean;

const reducers = new Map<string, Reducer>(
  Object.entries<Reducer>({
    'session-started': (state, data, at) => {
      if (typeof data['session_id'] !== 'string') return false;
      state.session = complete<Session>({ ...state.session, created_at: at }, data);
      return true;
    },
    'session-status-changed': changeSession,
    'session-lock-changed': changeSession,
    'step-completed': ({ tables: { steps, attempts } }, data, at) => {
      const { step_id: id } = data;
      if (typeof id !== 'string') return false;
      steps.set(steps.size, complete<StepExecution>({ ...newStep, completed_at: at }, data));
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
      return true;
    },
    'issue-opened': ({ tables: { issues } }, data, at) => {
      const { issue_id: id } = data;
      if (typeof id !== 'string' || issues.has(id)) return false;
      issues.set(id, complete<Issue>({ ...newIssue, created_at: at }, data, { updated_at: at }));
      return true;
    },
    'issue-relocated': (state, data, at) => changeIssue(state, data, at, data),
    'fix-planned': (state, data, at) => {
      const { issue_id, resolution_attempt, planned_tool, plan_description, planned_by } = data;
      const plan = { issue_id, resolution_attempt, planned_tool, plan_description, planned_by };
      return (
        changeIssue(state, data, at, { state: 'InProgress', state_reason: null }) &&
        changeResolution(state, { ...withoutUndefined(plan), planned_at: at })
      );
    },
    'confirmation-requested': ({ tables: { confirmations } }, data) => {
      const { issue_id: id, kind, resolution_attempt: attempt } = data;
      if (typeof id !== 'string' || (kind !== 'tool' && kind !== 'alignment')) return false;
      confirmations.set(`${kind} ${id}`, {
        issue_id: id,
        kind,
        resolution_attempt: typeof attempt === 'number' ? attempt : 0,
      });
      return true;
    },
    'confirmation-given': ({ tables: { confirmations } }, { kind, issue_id: id }) => {
      confirmations.delete(`${textOf(kind)} ${textOf(id)}`);
      return true;
    },
    'fix-applied': (state, data, at) => {
      const { manuscript_hash: _after, ...fix } = data;
      return (
        changeIssue(state, data, at, { state: 'InProgress' }) &&
        changeResolution(state, { ...fix, applied_at: at })
      );
    },
    'fix-verified': (state, data, at) => {
      const { state: next, reason, successor_issue_id: _successor, ...verification } = data;
      return (
        changeIssue(state, data, at, withoutUndefined({ state: next, state_reason: reason })) &&
        changeResolution(state, verification)
      );
    },
    'issue-deferred': (state, data, at) => {
      const { defer_reason: reason = null } = data;
      return changeIssue(state, data, at, { state: 'Deferred', defer_reason: reason });
    },
    'issue-resumed': (state, data, at) =>
      changeIssue(state, data, at, { state: 'InProgress', defer_reason: null }),
    'manuscript-fetched': ({ tables: { fetchLogs } }, data, at) => {
      if (typeof data['fetch_id'] !== 'string') return false;
      fetchLogs.set(fetchLogs.size, complete<ManuscriptFetchLog>({ ...newFetchLog, at }, data));
      return true;
    },
    'excerpt-disclosed': () => true,
    'error-recorded': () => true,
    'effect-recorded': ({ tables: { effects } }, { key, output }) => {
      if (typeof key !== 'string' || output === undefined) return false;
      effects.set(key, output);
      return true;
    },
  }),
);

function changeSession(state: SessionState, data: JsonObject): boolean {
  state.session = complete<Session>(state.session, data);
  return true;
}

function changeIssue(
  { tables: { issues } }: SessionState,
  { issue_id: id }: JsonObject,
  at: string,
  change: JsonObject,
): boolean {
  const issue = typeof id === 'string' ? issues.get(id) : undefined;
  if (issue === undefined) return false;
  issues.set(issue.issue_id, complete<Issue>(issue, change, { updated_at: at }));
  return true;
}

/** The first event that names an attempt begins it: a plan, a fix by hand, or a recheck. */
function changeResolution({ tables: { resolutions } }: SessionState, change: JsonObject): boolean {
  const { issue_id: id, resolution_attempt: attempt } = change;
  if (typeof id !== 'string' || typeof attempt !== 'number') return false;
  const attempts = resolutions.get(id) ?? [];
  const index = attempts.findIndex(({ resolution_attempt: known }) => known === attempt);
  const changed = complete<IssueResolution>(attempts[index] ?? newResolution, change);
  resolutions.set(id, index === -1 ? [...attempts, changed] : attempts.with(index, changed));
  return true;
}

/**
 * Merges the data of an event into an entity. Not checked: values were checked when they were written and
 * are covered by the hash chain; checking them again would cost a fold four times the parsing.
 */
function complete<Entity extends object>(
  before: Partial<Entity>,
  data: JsonObject,
  after?: Partial<Entity>,
): Entity {
  // The writer of the event checked `data` against the schema of the entity.
  return { ...before, ...data, ...after } as Entity;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Values of fields that an older version did not write; null where nothing was recorded. */
const newIssue: Partial<Issue> = {
  text_range: null,
  range_checksum: null,
  description: '',
  ...defaultsOf(issueFields),
};
const newStep: Partial<StepExecution> = defaultsOf(stepFields);
const newResolution: Partial<IssueResolution> = defaultsOf(resolutionFields);
const newFetchLog: Partial<ManuscriptFetchLog> = defaultsOf(fetchLogFields);

/** Returns the default of every field that has one. */
function defaultsOf<Shape extends Readonly<Record<string, z.ZodType>>>(
  fields: Shape,
): { [Name in keyof Shape]?: z.output<Shape[Name]> } {
  const entries = Object.entries(fields).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    return success ? [[name, data]] : [];
  });
  // Each value is what the schema of its name returned.
  return Object.fromEntries(entries) as { [Name in keyof Shape]?: z.output<Shape[Name]> };
}
