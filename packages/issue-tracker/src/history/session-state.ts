import type { JsonValue } from '@kanmon/core';
import type { Issue, IssueResolution } from '../entities/issue.ts';
import type { Session } from '../entities/session.ts';
import type { ManuscriptFetchLog, StepExecution } from '../entities/step-log.ts';

/** A question that waits for a person. */
export interface OpenConfirmation {
  readonly issue_id: string;
  readonly kind: 'tool' | 'alignment';
  readonly resolution_attempt: number;
}

/** The five entities of one session at one moment. */
export interface SessionView {
  readonly session: Session;
  readonly steps: readonly StepExecution[];
  /** In the order they were opened. */
  readonly issues: readonly Issue[];
  readonly resolutions: readonly IssueResolution[];
  readonly fetch_logs: readonly ManuscriptFetchLog[];
  /** Questions that wait for a person. */
  readonly confirmations: readonly OpenConfirmation[];
  /** Version of the last event folded. */
  readonly version: number;
  /** Number of events whose type or shape this version of the package does not know. */
  readonly unknown_events: number;
}

/** The part of a `Map` that the fold uses; its values are never undefined. */
export interface Table<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
  entries(): Iterable<readonly [Key, Value]>;
  readonly size: number;
}

/** A session while it is folded. Tables are changed in place, entities are replaced. */
export interface SessionState {
  session: Session;
  version: number;
  unknownEvents: number;
  readonly tables: SessionTables;
}

interface SessionTables {
  /** In order, by number from 0. */
  readonly steps: Table<number, StepExecution>;
  /** Number of executions by step id. */
  readonly attempts: Table<string, number>;
  readonly issues: Table<string, Issue>;
  /** By issue, in the order of attempts. */
  readonly resolutions: Table<string, readonly IssueResolution[]>;
  /** In order, by number from 0. */
  readonly fetchLogs: Table<number, ManuscriptFetchLog>;
  /** Outputs of `once`, by key. */
  readonly effects: Table<string, JsonValue>;
  /** By kind and issue. */
  readonly confirmations: Table<string, OpenConfirmation>;
}

const epoch = '1970-01-01T00:00:00.000Z';

/** Creates the state before the first event: a session with an empty id, which no actor may read. */
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
    version: 0,
    unknownEvents: 0,
    tables: {
      steps: new Map(),
      attempts: new Map(),
      issues: new Map(),
      resolutions: new Map(),
      fetchLogs: new Map(),
      effects: new Map(),
      confirmations: new Map(),
    },
  };
}

/**
 * Returns a state that starts as `base` and keeps its own changes. Costs nothing but the changes, so
 * that a transaction does not copy the session. `base` must not change while the draft is used.
 */
export function draftState(base: SessionState): SessionState {
  const { steps, attempts, issues, resolutions, fetchLogs, effects, confirmations } = base.tables;
  return {
    ...base,
    tables: {
      steps: draftTable(steps),
      attempts: draftTable(attempts),
      issues: draftTable(issues),
      resolutions: draftTable(resolutions),
      fetchLogs: draftTable(fetchLogs),
      effects: draftTable(effects),
      confirmations: draftTable(confirmations),
    },
  };
}

function draftTable<Key, Value>(base: Table<Key, Value>): Table<Key, Value> {
  /** Undefined marks a deleted key. */
  const changes = new Map<Key, Value | undefined>();
  let growth = 0;
  const get = (key: Key): Value | undefined =>
    changes.has(key) ? changes.get(key) : base.get(key);
  const has = (key: Key): boolean => get(key) !== undefined;
  return {
    get,
    has,
    set(key, value) {
      if (!has(key)) growth += 1;
      changes.set(key, value);
    },
    delete(key) {
      if (has(key)) growth -= 1;
      changes.set(key, undefined);
    },
    *entries() {
      for (const [key, value] of base.entries()) {
        const current = changes.has(key) ? changes.get(key) : value;
        if (current !== undefined) yield [key, current];
      }
      for (const [key, value] of changes) {
        if (value !== undefined && !base.has(key)) yield [key, value];
      }
    },
    get size() {
      return base.size + growth;
    },
  };
}

/** Returns the public view of a state. O(size of the session). */
export function toSessionView({
  session,
  version,
  unknownEvents,
  tables,
}: SessionState): SessionView {
  return {
    session,
    steps: valuesOf(tables.steps),
    issues: valuesOf(tables.issues),
    resolutions: valuesOf(tables.resolutions).flat(),
    fetch_logs: valuesOf(tables.fetchLogs),
    confirmations: valuesOf(tables.confirmations),
    version,
    unknown_events: unknownEvents,
  };
}

function valuesOf<Value>(table: Table<unknown, Value>): Value[] {
  return Array.from(table.entries(), ([, value]) => value);
}
