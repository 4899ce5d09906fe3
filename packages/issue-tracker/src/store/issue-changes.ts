import * as z from 'zod';
import {
  assertObject,
  descriptionSchema,
  hashSchema,
  idSchema,
  parseInput,
  storableText,
  toEventData,
} from '../entities/fields.ts';
import {
  type Issue,
  issueFields,
  type IssueResolution,
  issueSchema,
  type NewIssue,
  resolutionFields,
} from '../entities/issue.ts';
import { IssueExistsError, ToolUnavailableError } from '../errors/errors.ts';
import { judgeRecheck, type RecheckVerdict } from '../life-cycle/judge-recheck.ts';
import { nextIssueState } from '../life-cycle/transitions.ts';
import type { Draft } from './draft.ts';
import type { FixPlan, Transaction } from './types.ts';

const deferReasonSchema = storableText.trim().min(1).max(500);

const kindSchema = z.enum(['tool', 'alignment']);
const decisionSchema = z.object({
  kind: kindSchema,
  decision: z.enum(['approve', 'reject', 'defer']),
  by: idSchema,
});
const offeredSchema = z.array(z.looseObject({ tool_id: idSchema }));

// The data of the events, in the order in which they are stored.
const relocationSchema = z.object(issueFields).pick({
  issue_id: true,
  text_range: true,
  range_checksum: true,
  anchor: true,
  manuscript_hash: true,
  manuscript_version_id: true,
  adjustment_method: true,
  adjustment_delta: true,
  confidence_score: true,
  adjustment_attempts: true,
});
const resolutionSchema = z.object(resolutionFields);
const planSchema = z.object({
  issue_id: idSchema,
  resolution_attempt: resolutionFields.resolution_attempt,
  planned_tool: idSchema,
  plan_description: descriptionSchema,
  planned_by: idSchema,
});
const fixSchema = z.object({
  issue_id: idSchema,
  resolution_attempt: resolutionFields.resolution_attempt,
  applied_fix_description: descriptionSchema,
  applied_by: idSchema,
  tool_used: resolutionFields.tool_used,
  diff_ref: resolutionFields.diff_ref,
  manuscript_hash: hashSchema.nullable(),
});
const verificationSchema = resolutionSchema.pick({
  issue_id: true,
  resolution_attempt: true,
  recurrence_score: true,
  recurrence_flag: true,
  verification_status: true,
  verification_snapshot_id: true,
  verification_votes: true,
});

/** Trigger and verification status of each verdict. */
const verdicts = {
  Resolved: { trigger: 'verified-resolved', status: 'resolved' },
  Partial: { trigger: 'verified-partial', status: 'partial' },
  Recurrence: { trigger: 'verified-recurrence', status: 'recurrence' },
} as const satisfies Record<RecheckVerdict['state'], object>;

/** The changes of a transaction that concern one issue and its fixes. */
export function issueChanges(
  draft: Draft,
): Pick<
  Transaction,
  | 'addIssue'
  | 'relocateIssue'
  | 'deferIssue'
  | 'resumeIssue'
  | 'requestConfirmation'
  | 'giveConfirmation'
  | 'planFix'
  | 'applyFix'
  | 'recordRecheck'
> {
  const { record } = draft;
  const attemptsOf = (issueId: string): number => draft.resolutions(issueId).length;
  const lastResolution = (issueId: string): IssueResolution =>
    // The event that was recorded before this call began the attempt or changed it.
    draft.resolutions(issueId).at(-1) as IssueResolution;

  const addIssue: Transaction['addIssue'] = (newIssue) => {
    draft.assertOpen();
    const at = draft.now();
    const assigned = { issue_id: draft.ids('ISSUE'), session_id: draft.sessionId, state: 'New' };
    const issue = parseInput(
      issueSchema,
      { ...newIssue, ...assigned, created_at: at, updated_at: at },
      'issue',
    );
    if (draft.state.tables.issues.has(issue.issue_id)) {
      throw new IssueExistsError(
        `issue ${issue.issue_id} was opened before; check the source of random numbers`,
      );
    }
    record('issue-opened', toEventData(issue));
    return issue;
  };

  return {
    addIssue,
    relocateIssue(issueId, relocation) {
      draft.issue(issueId);
      // All of it: a range with the checksum of other words would contradict itself.
      const moved = parseInput(
        relocationSchema,
        { ...relocation, issue_id: issueId },
        'relocation',
      );
      record('issue-relocated', toEventData(moved));
      return draft.issue(issueId);
    },
    deferIssue(issueId, reason) {
      nextIssueState(draft.issue(issueId).state, 'deferred');
      const deferReason = parseInput(deferReasonSchema, reason, 'defer_reason');
      record('issue-deferred', { issue_id: issueId, defer_reason: deferReason });
      return draft.issue(issueId);
    },
    resumeIssue(issueId) {
      nextIssueState(draft.issue(issueId).state, 'resumed');
      record('issue-resumed', { issue_id: issueId });
      return draft.issue(issueId);
    },
    requestConfirmation(issueId, kind) {
      draft.issue(issueId);
      record('confirmation-requested', {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId),
        kind: parseInput(kindSchema, kind, 'kind of question'),
      });
    },
    giveConfirmation(issueId, kind, decision) {
      draft.issue(issueId);
      record('confirmation-given', {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId),
        ...parseInput(decisionSchema, { ...decision, kind }, 'decision'),
      });
    },
    planFix(issueId, plan) {
      nextIssueState(draft.issue(issueId).state, 'fix-planned');
      assertObject(plan, 'plan');
      parseInput(offeredSchema.optional(), plan.available_tools, 'available_tools');
      const planned = {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId) + 1,
        planned_tool: plan.tool_id,
        plan_description: plan.description,
        planned_by: plan.planned_by,
      };
      const data = parseInput(planSchema, planned, 'issue_resolution');
      assertOffered(plan);
      const { available_tools: tools = [] } = plan;
      record('fix-planned', toEventData({ ...data, available_tools: tools }));
      return lastResolution(issueId);
    },
    applyFix(issueId, fix) {
      nextIssueState(draft.issue(issueId).state, 'fix-applied');
      assertObject(fix, 'fix');
      const last = draft.resolutions(issueId).at(-1);
      const isNext = last === undefined || last.applied_at !== null;
      const applied = {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId) + (isNext ? 1 : 0),
        applied_fix_description: fix.applied_fix_description,
        applied_by: fix.applied_by,
        tool_used: fix.tool_used ?? (isNext ? null : last.planned_tool),
        diff_ref: fix.diff_ref ?? null,
        manuscript_hash: fix.manuscript_hash ?? null,
      };
      record('fix-applied', parseInput(fixSchema, applied, 'issue_resolution'));
      return lastResolution(issueId);
    },
    recordRecheck(issueId, recheck) {
      const issue = draft.issue(issueId);
      assertObject(recheck, 'recheck');
      const { state, reason } = judgeRecheck(recheck);
      const { trigger, status } = verdicts[state];
      nextIssueState(issue.state, trigger);
      const verification = {
        issue_id: issueId,
        resolution_attempt: Math.max(1, attemptsOf(issueId)),
        recurrence_score: recheck.recurrence_score,
        recurrence_flag: state === 'Recurrence',
        verification_status: reason === 'unverified_unchanged' ? 'unverified' : status,
        verification_snapshot_id: recheck.verification_snapshot_id,
        verification_votes: recheck.verification_votes,
      };
      const data = parseInput(verificationSchema, verification, 'issue_resolution');
      const successor =
        state === 'Recurrence' ? addIssue(successorOf(issue, recheck.successor)) : null;
      const successorId = successor?.issue_id ?? null;
      record(
        'fix-verified',
        toEventData({ ...data, state, reason, successor_issue_id: successorId }),
      );
      return { issue: draft.issue(issueId), successor };
    },
  };
}

function assertOffered({ tool_id: toolId, available_tools: tools }: FixPlan): void {
  if (tools === undefined || tools.some(({ tool_id: offered }) => offered === toolId)) return;
  throw new ToolUnavailableError(
    `expected one of the offered tools (${tools.map(({ tool_id: offered }) => offered).join(', ')}), got ${JSON.stringify(toolId.slice(0, 80))}; plan with a tool that was offered`,
    { toolId },
  );
}

/**
 * Returns the new issue for a recurrence: the finding of the checker, else a copy of the old issue,
 * linked to all its predecessors.
 */
function successorOf(issue: Issue, found: NewIssue | undefined): NewIssue {
  const related = [issue.issue_id, ...issue.related_issue_ids, ...(found?.related_issue_ids ?? [])];
  return {
    step_id: issue.step_id,
    manuscript_version_id: issue.manuscript_version_id,
    manuscript_hash: issue.manuscript_hash,
    category: issue.category,
    severity: issue.severity,
    text_range: issue.text_range,
    range_checksum: issue.range_checksum,
    description: issue.description,
    suggested_fixes: issue.suggested_fixes,
    anchor: issue.anchor,
    scope: issue.scope,
    ...found,
    related_issue_ids: [...new Set(related)],
    recurrence_depth: issue.recurrence_depth + 1,
  };
}
