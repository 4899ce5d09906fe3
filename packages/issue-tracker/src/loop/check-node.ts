import type { CheckFinding } from '../recurrence/types.ts';
import type { Transaction } from '../store/types.ts';
import { nextAttempt, recordRejected, rejectedReason, runCheck, toNewIssue } from './findings.ts';
import { followIssues, isFollowed } from './follow-issues.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { isOpen } from './track-issues.ts';
import type { FixLoopState } from './types.ts';

/** Issues opened in one append; an append holds 1,000 events. */
const issuesPerAppend = 500;

/**
 * The look a run begins with. In a session that has issues from an earlier run, findings that are those
 * issues go on under their id; in a fresh one every finding becomes an issue.
 */
export async function checkNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const { settings } = context;
  await context.transaction((transaction) => {
    // A session that was ended, or whose last run failed, runs again.
    const { current_status: status } = transaction.view.session;
    if (status !== 'running' && status !== 'waiting_for_user') transaction.setStatus('running');
  });
  const text = await context.readText(state.manuscript_hash);
  const start = await context.once(context.key(state, 'start'), ({ view }) => ({
    started_at: context.now(),
    follows: view.issues.some(isFollowed),
  }));
  const key = context.key(state, 'check');
  let rejected = 0;
  if (start.follows) {
    const { manuscript_hash: hash } = state;
    const revision = { text, manuscriptHash: hash, manuscriptVersionId: hash };
    await followIssues(context, key, revision, countOpen);
  } else {
    for (const stepId of settings.step_ids) {
      rejected += await checkStep(context, state, stepId, text);
    }
  }
  const found = await context.once(key, (transaction) => countOpen(transaction, rejected));
  const view = await context.view();
  const next = { ...state, iteration: 1 };
  if (found.open > 0 || !view.session.iteration_policy.until_pass) {
    return { ...next, status: 'running', reason: null };
  }
  // A history of an earlier release has no count of rejected findings.
  return (found.rejected ?? 0) === 0
    ? { ...next, status: 'passed', reason: 'passed' }
    : { ...next, status: 'stopped', reason: 'findings_rejected' };
}

type CheckRecord = { readonly open: number; readonly rejected?: number };

function countOpen({ view }: Transaction, rejected: number): CheckRecord {
  return { open: view.issues.filter(isOpen).length, rejected };
}

/** Checks one step and opens its findings as issues; returns how many findings could not be used. */
async function checkStep(
  context: LoopContext,
  state: FixLoopState,
  stepId: string,
  text: string,
): Promise<number> {
  const key = context.key(state, 'check', stepId);
  const known = context.recall(key);
  if (known !== undefined) return Number(memberOf(known, 'rejected') ?? 0);
  const begin = context.now();
  const attempt = nextAttempt(await context.view(), stepId);
  const checked = await runCheck(context, stepId, attempt, text, state.manuscript_hash);
  const where = {
    text,
    stepId,
    manuscriptHash: state.manuscript_hash,
    manuscriptVersionId: state.manuscript_hash,
    salt: context.salt,
  };
  const parts = partsOf(checked.findings);
  const issueIds: string[] = [];
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const opened = await context.once(`${key}#${index}`, (transaction) =>
      part.map((finding) => transaction.addIssue(toNewIssue(finding, where)).issue_id),
    );
    issueIds.push(...opened);
  }
  await context.once(key, (transaction) => {
    const last = (parts.at(-1) ?? []).map(
      (finding) => transaction.addIssue(toNewIssue(finding, where)).issue_id,
    );
    transaction.addStep({
      step_id: stepId,
      input_snapshot_hash: state.manuscript_hash,
      issues_detected: [...issueIds, ...last],
      duration_ms: Math.max(0, context.now() - begin),
      fallback_reason: rejectedReason(checked.rejected),
      manuscript_hash_refs: [state.manuscript_hash],
    });
    recordRejected(transaction, stepId, checked);
    return { issues: issueIds.length + last.length, rejected: checked.rejected };
  });
  return checked.rejected;
}

function partsOf(findings: readonly CheckFinding[]): CheckFinding[][] {
  const parts: CheckFinding[][] = [];
  for (let start = 0; start < findings.length; start += issuesPerAppend) {
    parts.push(findings.slice(start, start + issuesPerAppend));
  }
  return parts;
}
