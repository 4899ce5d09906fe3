import { type Clock, redactSecrets } from '@kanmon/core';
import {
  assertObject,
  cutText,
  idSchema,
  parseInput,
  storableText,
  toEventData,
} from '../entities/fields.ts';
import { sessionStatusSchema } from '../entities/session.ts';
import { manuscriptFetchLogSchema, stepExecutionSchema } from '../entities/step-log.ts';
import { type QcCodeMap, toQcCode } from '../errors/qc-codes.ts';
import { type SessionState, toSessionView } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import { createDraft } from './draft.ts';
import { issueChanges } from './issue-changes.ts';
import type { Transaction } from './types.ts';

/** Longer error messages are cut. */
const maxMessage = 500;

/** A transaction and the draft that the store writes. */
export type OpenTransaction = ReturnType<typeof openTransaction>;

/** Begins a transaction: its changes are events on a draft of the session. */
export function openTransaction(
  base: SessionState,
  options: {
    readonly actor: string;
    readonly clock: Clock;
    readonly ids: TimedIds;
    readonly qcCodes: QcCodeMap;
  },
) {
  const draft = createDraft(base, options);
  const { state, sessionId, ids, now, assertOpen, record } = draft;
  const transaction: Transaction = {
    get view() {
      assertOpen();
      return toSessionView(state);
    },
    get session() {
      assertOpen();
      return state.session;
    },
    issue: draft.issue,
    resolutions: (issueId) => draft.resolutions(draft.issue(issueId).issue_id),
    ...issueChanges(draft),
    addStep(step) {
      assertOpen();
      assertObject(step, 'step_execution');
      const attempt = step.attempt ?? (state.tables.attempts.get(step.step_id) ?? 0) + 1;
      const entity = parseInput(
        stepExecutionSchema,
        { ...step, attempt, session_id: sessionId, completed_at: now() },
        'step_execution',
      );
      record('step-completed', toEventData(entity));
      return entity;
    },
    addFetchLog(log) {
      assertOpen();
      const entity = parseInput(
        manuscriptFetchLogSchema,
        { fetch_id: ids('FETCH'), at: now(), ...log, session_id: sessionId },
        'manuscript_fetch_log',
      );
      record('manuscript-fetched', toEventData(entity));
      return entity;
    },
    addDisclosure(meta, purpose) {
      assertObject(meta, 'excerpt');
      parseInput(storableText, purpose, 'purpose');
      record('excerpt-disclosed', toEventData({ ...meta, purpose }));
    },
    recordError(error, stepId) {
      parseInput(idSchema.optional(), stepId, 'step_id');
      const qcCode = toQcCode(error, options.qcCodes);
      const { code, message } = describeError(error);
      record('error-recorded', {
        error_code: code,
        qc_code: qcCode ?? null,
        step_id: stepId ?? null,
        message: cutText(redactSecrets(message), maxMessage),
      });
      return qcCode;
    },
    setStatus(status) {
      const current = parseInput(sessionStatusSchema, status, 'status');
      record('session-status-changed', { current_status: current });
    },
  };
  return { transaction, draft };
}

/** Returns the code (else the name) and the message of whatever was thrown. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) {
    return { code: 'unknown', message: 'a value that is not an error was thrown' };
  }
  const code: unknown = Reflect.get(error, 'code');
  return { code: typeof code === 'string' ? code : error.name, message: error.message };
}
