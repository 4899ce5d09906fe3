/* oxlint-disable no-await-in-loop -- events are written in one order */
import type { CheckFinding } from '../recurrence/types.ts';
import type { LoopContext } from './loop-context.ts';
import { type SaneFindings, sanitiseFindings, toNewIssue } from './sanitise-findings.ts';
import { isOpen } from './track-issues.ts';
import type { FixLoopState } from './types.ts';

/** Issues opened in one append; an append holds 1,000 events. */
const issuesPerAppend = 500;

/** First look at the manuscript: every step's findings become issues. */
export async function checkNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const { settings } = context;
  await settings.workflow.transaction(settings.session, (transaction) => {
    // A session whose last run failed runs again.
    if (transaction.view.session.current_status === 'failed') transaction.setStatus('running');
  });
  const text = await context.readText(state.manuscript_hash);
  await context.once(context.key(state, 'start'), () => ({ started_at: context.now() }));
  for (const stepId of settings.step_ids) await checkStep(context, state, stepId, text);
  const { open } = await context.once(context.key(state, 'check'), ({ view }) => ({
    open: view.issues.filter(isOpen).length,
  }));
  const view = await context.view();
  const passed = open === 0 && view.session.iteration_policy.until_pass;
  return passed
    ? { ...state, iteration: 1, status: 'passed', reason: 'passed' }
    : { ...state, iteration: 1, status: 'running', reason: null };
}

async function checkStep(
  context: LoopContext,
  state: FixLoopState,
  stepId: string,
  text: string,
): Promise<void> {
  const key = context.key(state, 'check', stepId);
  if (context.recall(key) !== undefined) return;
  const begin = context.now();
  const { findings, rejected } = await runCheck(context, stepId, 1, text, state.manuscript_hash);
  const where = {
    text,
    stepId,
    manuscriptHash: state.manuscript_hash,
    manuscriptVersionId: state.manuscript_hash,
    salt: context.salt,
  };
  const parts = partsOf(findings);
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
      attempt: 1,
      input_snapshot_hash: state.manuscript_hash,
      issues_detected: [...issueIds, ...last],
      duration_ms: Math.max(0, context.now() - begin),
      fallback_reason: rejectedReason(rejected),
      manuscript_hash_refs: [state.manuscript_hash],
    });
    return { issues: issueIds.length + last.length };
  });
}

function partsOf(findings: readonly CheckFinding[]): CheckFinding[][] {
  const parts: CheckFinding[][] = [];
  for (let start = 0; start < findings.length; start += issuesPerAppend) {
    parts.push(findings.slice(start, start + issuesPerAppend));
  }
  return parts;
}

/** One run of a checker; what it gives is not believed. */
export async function runCheck(
  context: LoopContext,
  stepId: string,
  attempt: number,
  text: string,
  manuscriptHash: string,
): Promise<SaneFindings> {
  const given = await context.settings.ports.check({
    step_id: stepId,
    attempt,
    text,
    manuscript_hash: manuscriptHash,
    signal: context.signal,
  });
  return sanitiseFindings(text, given);
}

/** What a step says about findings that could not be used. */
export function rejectedReason(rejected: number): string | null {
  return rejected === 0 ? null : `findings_rejected:${rejected}`;
}
