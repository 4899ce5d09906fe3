import type { JsonValue } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import { type IssueResolution, issueResolutionSchema } from '../entities/issue-resolution.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { ToolUnavailableError } from '../errors/workflow-errors.ts';
import { judgeRecheck, type RecheckVerdict } from '../life-cycle/judge-recheck.ts';
import { type IssueTrigger, nextIssueState } from '../life-cycle/transitions.ts';
import { successorOf } from './successor.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { RecheckRecord, Transaction } from './types.ts';

const verdictTriggers = {
  Resolved: 'verified-resolved',
  Partial: 'verified-partial',
  Recurrence: 'verified-recurrence',
} as const satisfies Record<RecheckVerdict['state'], IssueTrigger>;

/** The changes of a transaction that concern a fix: planned, applied, verified. */
export function resolutionChanges(
  changes: TransactionRecord,
  addIssue: Transaction['addIssue'],
): Pick<Transaction, 'planFix' | 'applyFix' | 'recordRecheck'> {
  const { record, issueOf, attemptsOf } = changes;
  const resolutionOf = (issueId: string): IssueResolution =>
    parseInput(issueResolutionSchema, attemptsOf(issueId).at(-1), 'issue_resolution');
  return {
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
        verdict.state === 'Recurrence' ? addIssue(successorOf(issue, recheck.successor)) : null;
      record('fix-verified', verificationData(verification, verdict, recheck, successor));
      return { issue: issueOf(issueId), successor };
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
