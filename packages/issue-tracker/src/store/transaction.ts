import type { Clock, JsonValue, NewEvent } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import { TransactionClosedError, UnknownIssueError } from '../errors/issue-errors.ts';
import type { QcCodeMap } from '../errors/qc-codes.ts';
import { applyEvent } from '../history/apply-event.ts';
import { copySessionState, type SessionState, toSessionView } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import { issueChanges } from './issue-changes.ts';
import { logChanges } from './log-changes.ts';
import { resolutionChanges } from './resolution-changes.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { Transaction } from './types.ts';

/** A transaction with what the store needs to write it. */
export interface TransactionRecorder {
  readonly transaction: Transaction;
  /** The events so far. */
  readonly events: readonly NewEvent[];
  /** Adds an event that is no entity (an effect). */
  record(type: string, data: JsonValue): void;
  /** Every later use throws `TransactionClosedError`. */
  close(): void;
}

/** Collects events on a copy of the state; the copy is what the transaction's view shows. */
export function recordTransaction(
  base: SessionState,
  options: {
    readonly actor: string;
    readonly clock: Clock;
    readonly ids: TimedIds;
    readonly qcCodes: QcCodeMap;
  },
): TransactionRecorder {
  const { actor, clock, ids, qcCodes } = options;
  const state = copySessionState(base);
  const sessionId = base.session.session_id;
  const events: NewEvent[] = [];
  let open = true;

  const now = (): string => clock.now().toISOString();
  const assertOpen = (): void => {
    if (open) return;
    throw new TransactionClosedError(
      'the transaction was committed or rolled back before; begin a new one',
    );
  };
  const record = (type: string, data: JsonValue): void => {
    assertOpen();
    const event: NewEvent = { type, data, actor };
    events.push(event);
    applyEvent(state, { ...event, at: now(), version: state.version + 1 });
  };
  const issueOf = (issueId: string): Issue => {
    assertOpen();
    const issue = state.issues.get(issueId);
    if (issue !== undefined) return issue;
    throw new UnknownIssueError(
      `expected an issue of session ${sessionId}, got ${JSON.stringify(issueId.slice(0, 80))}; read the view for the ids it has`,
    );
  };

  const changes: TransactionRecord = {
    state,
    sessionId,
    ids,
    qcCodes,
    now,
    assertOpen,
    record,
    issueOf,
    attemptsOf: (issueId) => state.resolutions.get(issueId) ?? [],
  };
  const ofIssues = issueChanges(changes);
  const transaction: Transaction = {
    get view() {
      assertOpen();
      return toSessionView(state);
    },
    ...ofIssues,
    ...resolutionChanges(changes, ofIssues.addIssue),
    ...logChanges(changes),
  };

  return {
    transaction,
    events,
    record,
    close() {
      open = false;
    },
  };
}
