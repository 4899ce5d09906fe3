import type { Transaction } from '../store/types.ts';
import { recordStep, runCheck, toNewIssue } from './findings.ts';
import { followIssues, mayReturn } from './follow-issues.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { isOpen, type Revision } from './track-issues.ts';
import type { FixLoopState } from './types.ts';

/** Issues opened in one append; an append holds 1,000 events. */
const issuesPerAppend = 500;

/** The record of the first check; an earlier release did not record rejected findings. */
type CheckRecord = { readonly open: number; readonly rejected?: number };

/**
 * Runs the first check. In a session with issues from an earlier run, findings that are those issues
 * continue under their id; in a new one every finding becomes an issue.
 */
export async function checkNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const { manuscript_hash: hash } = state;
  await context.transaction((transaction) => {
    // A session that was ended, or whose last run failed, runs again.
    const { current_status: status } = transaction.session;
    if (status !== 'running' && status !== 'waiting_for_user') transaction.setStatus('running');
  });
  const text = await context.readText(hash);
  const start = await context.once(context.key(state, 'start'), ({ view }) => ({
    started_at: context.now(),
    follows: view.issues.some(mayReturn),
  }));
  const { salt } = context;
  const revision = { text, manuscriptHash: hash, manuscriptVersionId: hash, salt };
  const key = context.key(state, 'check');
  let rejected = 0;
  if (start.follows) {
    await followIssues(context, key, revision, countOpen);
  } else {
    for (const stepId of context.settings.step_ids) {
      rejected += await openFindings(
        context,
        context.key(state, 'check', stepId),
        stepId,
        revision,
      );
    }
  }
  const found = await context.once(key, (transaction) => countOpen(transaction, rejected));
  const { session } = await context.view();
  const next = { ...state, iteration: 1 };
  if (found.open > 0 || !session.iteration_policy.until_pass) {
    return { ...next, status: 'running', reason: null };
  }
  return (found.rejected ?? 0) === 0
    ? { ...next, status: 'passed', reason: 'passed' }
    : { ...next, status: 'stopped', reason: 'findings_rejected' };
}

function countOpen({ view }: Transaction, rejected: number): CheckRecord {
  return { open: view.issues.filter(isOpen).length, rejected };
}

/** Checks one step and opens its findings as issues; returns the number of findings that could not be used. */
async function openFindings(
  context: LoopContext,
  key: string,
  stepId: string,
  revision: Revision,
): Promise<number> {
  const known = context.recall(key);
  if (known !== undefined) return Number(memberOf(known, 'rejected') ?? 0);
  const step = await runCheck(context, stepId, revision);
  const { findings, rejected } = step;
  const issueIds: string[] = [];
  let start = 0;
  for (; start + issuesPerAppend < findings.length; start += issuesPerAppend) {
    const part = findings.slice(start, start + issuesPerAppend);
    const opened = await context.once(`${key}#${start / issuesPerAppend}`, (transaction) =>
      part.map((finding) => transaction.addIssue(toNewIssue(finding, stepId, revision)).issue_id),
    );
    issueIds.push(...opened);
  }
  await context.once(key, (transaction) => {
    for (const finding of findings.slice(start)) {
      issueIds.push(transaction.addIssue(toNewIssue(finding, stepId, revision)).issue_id);
    }
    recordStep(transaction, step, issueIds, revision.manuscriptHash);
    return { issues: issueIds.length, rejected };
  });
  return rejected;
}
