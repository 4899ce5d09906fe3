import { type Clock, type JsonValue, type NewEvent, redactSecrets } from '@kanmon/core';
import { z } from 'zod';
import { type Issue, issueSchema, newIssueSchema } from '../entities/issue.ts';
import { type IssueResolution, issueResolutionSchema } from '../entities/issue-resolution.ts';
import { manuscriptFetchLogSchema } from '../entities/manuscript-fetch-log.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { sessionStatusSchema } from '../entities/session.ts';
import { idSchema } from '../entities/shared-schemas.ts';
import { stepExecutionSchema } from '../entities/step-execution.ts';
import {
  IssueExistsError,
  TransactionClosedError,
  UnknownIssueError,
} from '../errors/issue-errors.ts';
import { type QcCodeMap, toQcCode } from '../errors/qc-codes.ts';
import { ToolUnavailableError } from '../errors/workflow-errors.ts';
import { applyEvent } from '../history/apply-event.ts';
import { copySessionState, type SessionState, toSessionView } from '../history/session-state.ts';
import { judgeRecheck, type RecheckVerdict } from '../life-cycle/judge-recheck.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import { type IssueTrigger, nextIssueState } from '../life-cycle/transitions.ts';
import { successorOf } from './successor.ts';
import type { RecheckRecord, Transaction } from './types.ts';

/** Longer error messages say nothing more. */
const maxMessage = 500;
const deferReasonSchema = z.string().trim().min(1).max(500);

const verdictTriggers = {
  Resolved: 'verified-resolved',
  Partial: 'verified-partial',
  Recurrence: 'verified-recurrence',
} as const satisfies Record<RecheckVerdict['state'], IssueTrigger>;

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
  const attemptsOf = (issueId: string): readonly IssueResolution[] =>
    state.resolutions.get(issueId) ?? [];
  const resolutionOf = (issueId: string): IssueResolution =>
    parseInput(issueResolutionSchema, attemptsOf(issueId).at(-1), 'issue_resolution');

  const transaction: Transaction = {
    get view() {
      assertOpen();
      return toSessionView(state);
    },
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
    addIssue(newIssue) {
      assertOpen();
      const complete = parseInput(newIssueSchema, newIssue, 'issue');
      const at = now();
      const issue = parseInput(
        issueSchema,
        {
          ...complete,
          issue_id: ids('ISSUE'),
          session_id: sessionId,
          state: 'New',
          created_at: at,
          updated_at: at,
        },
        'issue',
      );
      if (state.issues.has(issue.issue_id)) {
        throw new IssueExistsError(
          `issue ${issue.issue_id} was opened before; check the source of random numbers`,
        );
      }
      record('issue-opened', toEventData(issue));
      return issue;
    },
    relocateIssue(issueId, relocation) {
      const { issue_id } = issueOf(issueId);
      const moved = parseInput(issueSchema, { ...issueOf(issueId), ...relocation }, 'issue');
      record(
        'issue-relocated',
        toEventData({
          issue_id,
          text_range: moved.text_range,
          range_checksum: moved.range_checksum,
          anchor: moved.anchor,
          manuscript_hash: moved.manuscript_hash,
          manuscript_version_id: moved.manuscript_version_id,
          adjustment_method: moved.adjustment_method,
          adjustment_delta: moved.adjustment_delta,
          confidence_score: moved.confidence_score,
          adjustment_attempts: moved.adjustment_attempts,
        }),
      );
      return issueOf(issueId);
    },
    planFix(issueId, plan) {
      nextIssueState(issueOf(issueId).state, 'fix-planned');
      const { available_tools: tools, tool_id: toolId } = plan;
      if (tools !== undefined && !tools.some(({ tool_id: offered }) => offered === toolId)) {
        throw new ToolUnavailableError(
          `expected one of the offered tools (${tools.map(({ tool_id: offered }) => offered).join(', ')}), got ${JSON.stringify(toolId.slice(0, 80))}; plan with a tool that was offered`,
          { toolId },
        );
      }
      const planned = parseInput(
        issueResolutionSchema,
        {
          issue_id: issueId,
          resolution_attempt: attemptsOf(issueId).length + 1,
          planned_tool: toolId,
          plan_description: plan.description,
          planned_by: plan.planned_by,
        },
        'issue_resolution',
      );
      record(
        'fix-planned',
        toEventData({
          issue_id: issueId,
          resolution_attempt: planned.resolution_attempt,
          planned_tool: toolId,
          plan_description: planned.plan_description,
          planned_by: planned.planned_by,
          available_tools: tools ?? [],
        }),
      );
      return resolutionOf(issueId);
    },
    applyFix(issueId, fix) {
      nextIssueState(issueOf(issueId).state, 'fix-applied');
      const last = attemptsOf(issueId).at(-1);
      const isNext = last === undefined || last.applied_at !== null;
      const applied = parseInput(
        issueResolutionSchema,
        {
          issue_id: issueId,
          resolution_attempt: attemptsOf(issueId).length + (isNext ? 1 : 0),
          applied_fix_description: fix.applied_fix_description,
          applied_by: fix.applied_by,
          tool_used: fix.tool_used ?? (isNext ? null : last.planned_tool),
          diff_ref: fix.diff_ref ?? null,
        },
        'issue_resolution',
      );
      record(
        'fix-applied',
        toEventData({
          issue_id: issueId,
          resolution_attempt: applied.resolution_attempt,
          applied_fix_description: applied.applied_fix_description,
          applied_by: applied.applied_by,
          tool_used: applied.tool_used,
          diff_ref: applied.diff_ref,
          manuscript_hash: fix.manuscript_hash ?? null,
        }),
      );
      return resolutionOf(issueId);
    },
    recordRecheck(issueId, recheck) {
      const issue = issueOf(issueId);
      const verdict = judgeRecheck(recheck);
      nextIssueState(issue.state, verdictTriggers[verdict.state]);
      const attempt = Math.max(1, attemptsOf(issueId).length);
      const verification = parseInput(
        issueResolutionSchema,
        {
          issue_id: issueId,
          resolution_attempt: attempt,
          recurrence_score: recheck.recurrence_score,
          recurrence_flag: verdict.state === 'Recurrence',
          verification_status: statusOf(verdict),
          verification_snapshot_id: recheck.verification_snapshot_id,
          verification_votes: recheck.verification_votes ?? null,
        },
        'issue_resolution',
      );
      const successor =
        verdict.state === 'Recurrence'
          ? transaction.addIssue(successorOf(issue, recheck.successor))
          : null;
      record('fix-verified', verificationData(verification, verdict, recheck, successor));
      return { issue: issueOf(issueId), successor };
    },
    deferIssue(issueId, reason) {
      nextIssueState(issueOf(issueId).state, 'deferred');
      const deferReason = parseInput(deferReasonSchema, reason, 'defer_reason');
      record('issue-deferred', { issue_id: issueId, defer_reason: deferReason });
      return issueOf(issueId);
    },
    resumeIssue(issueId) {
      nextIssueState(issueOf(issueId).state, 'resumed');
      record('issue-resumed', { issue_id: issueId });
      return issueOf(issueId);
    },
    requestConfirmation(issueId, kind) {
      issueOf(issueId);
      const attempt = attemptsOf(issueId).length;
      record('confirmation-requested', { issue_id: issueId, resolution_attempt: attempt, kind });
    },
    giveConfirmation(issueId, kind, { decision, by }) {
      issueOf(issueId);
      record('confirmation-given', {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId).length,
        kind,
        decision,
        by: parseInput(idSchema, by, 'decision'),
      });
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

  return {
    transaction,
    events,
    record,
    close() {
      open = false;
    },
  };
}

function statusOf({ state, reason }: RecheckVerdict): IssueResolution['verification_status'] {
  if (state === 'Resolved') return 'resolved';
  if (state === 'Recurrence') return 'recurrence';
  return reason === 'unverified_unchanged' ? 'unverified' : 'partial';
}

function verificationData(
  verification: IssueResolution,
  verdict: RecheckVerdict,
  recheck: RecheckRecord,
  successor: Issue | null,
): JsonValue {
  return toEventData({
    issue_id: verification.issue_id,
    resolution_attempt: verification.resolution_attempt,
    recurrence_score: recheck.recurrence_score,
    recurrence_flag: verification.recurrence_flag,
    verification_status: verification.verification_status,
    verification_snapshot_id: verification.verification_snapshot_id,
    verification_votes: verification.verification_votes,
    state: verdict.state,
    reason: verdict.reason,
    successor_issue_id: successor?.issue_id ?? null,
  });
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'a value that is no error was thrown';
}
