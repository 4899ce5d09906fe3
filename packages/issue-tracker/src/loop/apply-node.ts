import * as z from 'zod';
import { parseInput } from '../entities/fields.ts';
import type { Issue } from '../entities/issue.ts';
import { createFixDiff } from '../manuscript/fix-diff.ts';
import { answerKey } from './confirm-node.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { roundPlan } from './plan-node.ts';
import { trackIssues } from './track-issues.ts';
import type { AppliedText, FixLoopState, PlannedFix } from './types.ts';

/** The manuscript after a fix; null hashes when there was no fix. */
type AppliedRecord = {
  readonly manuscript_hash: string | null;
  readonly manuscript_version_id: string | null;
};

const appliedTextSchema: z.ZodType<AppliedText | null> = z
  .looseObject({ text: z.string(), description: z.string(), applied_by: z.string() })
  .nullable();

/** Makes the approved fixes from the end of the text to its start, so that earlier places stay put. */
export async function applyNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const { issues } = await roundPlan(context, state);
  const approved = issues
    .filter(({ issue_id: issueId }) => isApproved(context, state, issueId))
    .toSorted(
      (left, right) => right.start - left.start || (left.issue_id < right.issue_id ? -1 : 1),
    );
  let current = state.manuscript_hash;
  for (const { issue_id: issueId } of approved) {
    const before = current;
    const record = await context.once(
      context.key(state, 'apply', issueId),
      (transaction): Promise<AppliedRecord> =>
        applyIssue(context, state, issueId, before, transaction),
    );
    current = record.manuscript_hash ?? current;
  }
  return { ...state, manuscript_hash: current };
}

/** Version id of the manuscript after the fixes of a round, as the manuscript port gave it. */
export async function versionOf(context: LoopContext, state: FixLoopState): Promise<string> {
  const { issues } = await roundPlan(context, state);
  for (const { issue_id: issueId } of issues) {
    const record = context.recall(context.key(state, 'apply', issueId));
    const version = memberOf(record, 'manuscript_version_id');
    if (
      memberOf(record, 'manuscript_hash') === state.manuscript_hash &&
      typeof version === 'string'
    ) {
      return version;
    }
  }
  return state.manuscript_hash;
}

function isApproved(context: LoopContext, state: FixLoopState, issueId: string): boolean {
  const plan = context.recall(context.key(state, 'plan', issueId));
  if (memberOf(plan, 'tool_id') === null) return false;
  if (memberOf(plan, 'asks') !== true) return true;
  const answer = context.recall(answerKey(context, state, { issue_id: issueId }));
  return memberOf(answer, 'decision') === 'approve';
}

async function applyIssue(
  context: LoopContext,
  state: FixLoopState,
  issueId: string,
  currentHash: string,
  transaction: Parameters<Parameters<LoopContext['once']>[1]>[0],
): Promise<AppliedRecord> {
  const nothing = { manuscript_hash: null, manuscript_version_id: null };
  const { view } = transaction;
  const issue = view.issues.find(({ issue_id: id }) => id === issueId);
  const planned = view.resolutions.findLast(({ issue_id: id }) => id === issueId);
  if (issue?.state !== 'InProgress' || planned === undefined) return nothing;
  const text = await context.readText(currentHash);
  const placed = await placeNow(context, issue, text, currentHash);
  // An earlier fix of this round rewrote the place: the recheck decides what is left of the issue.
  if (placed === null) return nothing;
  const plan: PlannedFix = {
    tool_id: planned.planned_tool ?? '',
    description: planned.plan_description ?? '',
    planned_by: planned.planned_by ?? '',
  };
  const given = await context.settings.ports.apply({
    issue: placed,
    plan,
    text,
    effect_key: context.key(state, 'apply', issueId),
    signal: context.signal,
  });
  const fix = parseInput(appliedTextSchema, given, 'answer of the apply port (an object or null)');
  // Without a change there is nothing to verify: the issue stays open under its id.
  if (fix === null || fix.text === text) return nothing;
  const written = await context.writeText(fix.text);
  const diff = createFixDiff(text, fix.text);
  await context.settings.ports.artifacts?.write(diff.diff_ref, diff.text);
  transaction.applyFix(issueId, {
    applied_fix_description: context.redact(fix.description).slice(0, 4_000),
    applied_by: context.redact(fix.applied_by),
    tool_used: plan.tool_id,
    diff_ref: diff.diff_ref,
    manuscript_hash: written.manuscript_hash,
  });
  return {
    manuscript_hash: written.manuscript_hash,
    manuscript_version_id: written.manuscript_version_id,
  };
}

/** The issue with its place in the text as it is after the fixes of this round so far. */
async function placeNow(
  context: LoopContext,
  issue: Issue,
  text: string,
  hash: string,
): Promise<Issue | null> {
  if (issue.text_range === null || issue.manuscript_hash === hash) return issue;
  const [tracked] = await trackIssues(context, [issue], text, hash);
  return tracked?.remap.status === 'mapped' ? { ...issue, text_range: tracked.remap.range } : null;
}
