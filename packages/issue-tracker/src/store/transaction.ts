import { type Clock, type JsonValue, type NewEvent, redactSecrets } from '@kanmon/core';
import { parseInput, toEventData } from '../entities/fields.ts';
import { sessionStatusSchema } from '../entities/session.ts';
import { manuscriptFetchLogSchema, stepExecutionSchema } from '../entities/step-log.ts';
import { TransactionClosedError, UnknownIssueError } from '../errors/errors.ts';
import { type QcCodeMap, toQcCode } from '../errors/qc-codes.ts';
import { applyEvent } from '../history/apply-event.ts';
import { draftState, type SessionState, toSessionView } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import { type Draft, issueChanges } from './issue-changes.ts';
import type { Transaction } from './types.ts';

/** Longer error messages are cut. */
const maxMessage = 500;

/** A transaction with the members that the store needs to write it. */
export interface OpenTransaction {
  readonly transaction: Transaction;
  /** The events so far. */
  readonly events: readonly NewEvent[];
  /** Adds an event that changes no entity. */
  record(type: string, data: JsonValue): void;
  /** Every later use throws `TransactionClosedError`. */
  close(): void;
}

/** Collects events on a draft of the session's state. Costs as much as the changes, not as the session. */
export function openTransaction(
  base: SessionState,
  options: {
    readonly actor: string;
    readonly clock: Clock;
    readonly ids: TimedIds;
    readonly qcCodes: QcCodeMap;
  },
): OpenTransaction {
  const { actor, clock, ids, qcCodes } = options;
  const state = draftState(base);
  const sessionId = base.session.session_id;
  const events: NewEvent[] = [];
  let open = true;

  const draft: Draft = {
    sessionId,
    ids,
    now: () => clock.now().toISOString(),
    assertOpen() {
      if (!open) throw transactionClosed();
    },
    record(type, data) {
      draft.assertOpen();
      const event: NewEvent = { type, data, actor };
      events.push(event);
      applyEvent(state, { ...event, at: draft.now(), version: state.version + 1 });
    },
    hasIssue: (issueId) => state.tables.issues.has(issueId),
    issue(issueId) {
      draft.assertOpen();
      const issue = state.tables.issues.get(issueId);
      if (issue !== undefined) return issue;
      throw new UnknownIssueError(
        `expected an issue of session ${sessionId}, got ${JSON.stringify(issueId.slice(0, 80))}; read the view for the ids it has`,
      );
    },
    resolutions: (issueId) => state.tables.resolutions.get(issueId) ?? [],
  };

  const transaction: Transaction = {
    get view() {
      draft.assertOpen();
      return toSessionView(state);
    },
    get session() {
      draft.assertOpen();
      return state.session;
    },
    resolutions(issueId) {
      draft.issue(issueId);
      return draft.resolutions(issueId);
    },
    issue: draft.issue,
    ...issueChanges(draft),
    addStep(step) {
      draft.assertOpen();
      const attempt = step.attempt ?? (state.tables.attempts.get(step.step_id) ?? 0) + 1;
      const entity = parseInput(
        stepExecutionSchema,
        { ...step, attempt, session_id: sessionId, completed_at: draft.now() },
        'step_execution',
      );
      draft.record('step-completed', toEventData(entity));
      return entity;
    },
    addFetchLog(log) {
      draft.assertOpen();
      const entity = parseInput(
        manuscriptFetchLogSchema,
        { fetch_id: ids('FETCH'), at: draft.now(), ...log, session_id: sessionId },
        'manuscript_fetch_log',
      );
      draft.record('manuscript-fetched', toEventData(entity));
      return entity;
    },
    addDisclosure(meta, purpose) {
      draft.record('excerpt-disclosed', toEventData({ ...meta, purpose }));
    },
    recordError(error, stepId) {
      const qcCode = toQcCode(error, qcCodes);
      const { code, message } = describeError(error);
      draft.record('error-recorded', {
        error_code: code,
        qc_code: qcCode ?? null,
        step_id: stepId ?? null,
        message: redactSecrets(message).slice(0, maxMessage),
      });
      return qcCode;
    },
    setStatus(status) {
      const current = parseInput(sessionStatusSchema, status, 'status');
      draft.record('session-status-changed', { current_status: current });
    },
  };

  return {
    transaction,
    events,
    record: draft.record,
    close() {
      open = false;
    },
  };
}

/** Creates the error for the use of a transaction that is over. */
export function transactionClosed(): TransactionClosedError {
  return new TransactionClosedError(
    'the transaction was committed or rolled back before; begin a new one',
  );
}

/** Returns the code (else the name) and the message of whatever was thrown. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) {
    return { code: 'unknown', message: 'a value that is not an error was thrown' };
  }
  const code: unknown = Reflect.get(error, 'code');
  return { code: typeof code === 'string' ? code : error.name, message: error.message };
}
