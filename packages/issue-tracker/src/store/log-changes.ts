import { redactSecrets } from '@kanmon/core';
import { manuscriptFetchLogSchema } from '../entities/manuscript-fetch-log.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { sessionStatusSchema } from '../entities/session.ts';
import { stepExecutionSchema } from '../entities/step-execution.ts';
import { toQcCode } from '../errors/qc-codes.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { Transaction } from './types.ts';

/** Longer error messages say nothing more. */
const maxMessage = 500;

/** The changes of a transaction that concern the session: steps, fetches, disclosures, errors, status. */
export function logChanges(
  changes: TransactionRecord,
): Pick<Transaction, 'addStep' | 'addFetchLog' | 'addDisclosure' | 'recordError' | 'setStatus'> {
  const { state, sessionId, ids, qcCodes, now, assertOpen, record } = changes;
  return {
    addStep(step) {
      assertOpen();
      const attempt =
        step.attempt ?? state.steps.filter(({ step_id: id }) => id === step.step_id).length + 1;
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
      record('excerpt-disclosed', toEventData({ ...meta, purpose }));
    },
    recordError(error, stepId) {
      const qcCode = toQcCode(error, qcCodes);
      record('error-recorded', {
        error_code: codeOf(error),
        qc_code: qcCode ?? null,
        step_id: stepId ?? null,
        message: redactSecrets(messageOf(error)).slice(0, maxMessage),
      });
      return qcCode;
    },
    setStatus(status) {
      record('session-status-changed', {
        current_status: parseInput(sessionStatusSchema, status, 'status'),
      });
    },
  };
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'a value that is no error was thrown';
}
