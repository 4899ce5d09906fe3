import { isWellFormed } from '@kanmon/core/kit';
import * as z from 'zod';
import { cutText, parseInput } from '../entities/fields.ts';
import type { Issue } from '../entities/issue.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { createFixDiff } from '../manuscript/fix-diff.ts';
import type { Transaction } from '../store/types.ts';
import { answerKey } from './confirm-node.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { roundPlan } from './plan-node.ts';
import { trackIssues } from './track-issues.ts';
import type { AppliedText, FixLoopState } from './types.ts';

/** The record of a fix: the manuscript after it; null when there was no fix. */
type AppliedRecord = {
  readonly manuscript_hash: string | null;
  readonly manuscript_version_id: string | null;
};
const noFix: AppliedRecord = { manuscript_hash: null, manuscript_version_id: null };

const appliedTextSchema: z.ZodType<AppliedText | null> = z
  .looseObject({ text: z.string(), description: z.string(), applied_by: z.string() })
  .nullable();

/** Applies the approved fixes from the end of the text to its start, so that earlier places do not move. */
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
    const key = context.key(state, 'apply', issueId);
    const record = await context.once(key, (transaction) =>
      applyIssue(context, transaction, issueId, before, key),
    );
    current = record.manuscript_hash ?? current;
  }
  return { ...state, manuscript_hash: current };
}

/** Returns the version id that the manuscript port returned for the last fix of a round. */
export async function versionOf(context: LoopContext, state: FixLoopState): Promise<string> {
  const { issues } = await roundPlan(context, state);
  for (const { issue_id: issueId } of issues) {
    const record = context.recall(context.key(state, 'apply', issueId));
    const version = memberOf(record, 'manuscript_version_id');
    const isLast = memberOf(record, 'manuscript_hash') === state.manuscript_hash;
    if (isLast && typeof version === 'string') return version;
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
  transaction: Transaction,
  issueId: string,
  currentHash: string,
  key: string,
): Promise<AppliedRecord> {
  const issue = transaction.issue(issueId);
  const planned = transaction.resolutions(issueId).at(-1);
  if (issue.state !== 'InProgress' || planned === undefined) return noFix;
  const text = await context.readText(currentHash);
  const placed = await placeNow(context, issue, text, currentHash);
  // An earlier fix of this round rewrote the place: the recheck decides what is left of the issue.
  if (placed === null) return noFix;
  const { ports } = context.settings;
  const toolId = planned.planned_tool ?? '';
  const given = await ports.apply({
    issue: placed,
    plan: {
      tool_id: toolId,
      description: planned.plan_description ?? '',
      planned_by: planned.planned_by ?? '',
    },
    text,
    effect_key: key,
    signal: context.signal,
  });
  const fix = parseInput(appliedTextSchema, given, 'answer of the apply port (an object or null)');
  // Without a change there is nothing to verify: the issue stays open under its id. An empty text is an answer that failed.
  if (fix === null || fix.text === text || fix.text.trim() === '') return noFix;
  if (![fix.text, fix.description, fix.applied_by].every(isWellFormed)) {
    const message = 'a fix contained a lone surrogate; the issue stays as it is';
    transaction.recordError(new InvalidInputError(message), issue.step_id);
    return noFix;
  }
  const { manuscript_hash: hash, manuscript_version_id: version } = await context.writeText(
    fix.text,
  );
  const diff = createFixDiff(text, fix.text);
  await ports.artifacts?.write(diff.diff_ref, diff.text);
  transaction.applyFix(issueId, {
    applied_fix_description: cutText(context.redact(fix.description), 4_000),
    applied_by: context.redact(fix.applied_by),
    tool_used: toolId,
    diff_ref: diff.diff_ref,
    manuscript_hash: hash,
  });
  return { manuscript_hash: hash, manuscript_version_id: version };
}

/** Returns the issue with its place in the text after the fixes of this round so far. */
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
