import type { JsonValue } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { SessionView } from '../history/session-state.ts';
import { scoreRecurrence } from '../recurrence/score-recurrence.ts';
import type { CheckFinding, RecurrenceResult, TrackedIssue } from '../recurrence/types.ts';
import type { Transaction } from '../store/types.ts';
import { nextAttempt, recordRejected, rejectedReason, runCheck, toNewIssue } from './findings.ts';
import type { LoopContext } from './loop-context.ts';
import { isOpen, relocationOf, trackIssues } from './track-issues.ts';

/** Changes written in one append; one change is at most three events, an append holds 1,000. */
const changesPerAppend = 250;

interface StepFindings {
  readonly stepId: string;
  readonly from: number;
  readonly to: number;
  readonly rejected: number;
  readonly problem: string | null;
  readonly durationMs: number;
}

/** The text that is checked now. */
export interface Revision {
  readonly text: string;
  readonly manuscriptHash: string;
  readonly manuscriptVersionId: string;
}

/** Issues whose findings go on under their id: what is open, and what was put off. */
export function isFollowed(issue: Issue): boolean {
  return isOpen(issue) || issue.state === 'Deferred';
}

/**
 * Checks a revision, finds out which findings are issues of the session again, moves and judges those,
 * and opens the rest; once under `key`, together with what `conclude` makes of the outcome and of the
 * number of findings that could not be used.
 */
export async function followIssues<T extends JsonValue>(
  context: LoopContext,
  key: string,
  revision: Revision,
  conclude: (transaction: Transaction, rejected: number) => T,
): Promise<T> {
  if (context.recall(key) !== undefined) {
    return context.once(key, (transaction) => conclude(transaction, 0));
  }
  const changes = await planChanges(context, revision);
  await writeEarly(context, changes.list);
  return context.once(key, (transaction) => {
    for (const change of changes.list) change(transaction);
    changes.addSteps(transaction);
    return conclude(transaction, changes.rejected);
  });
}

type Change = (transaction: Transaction) => void;

/**
 * Writes what does not fit into the last append. Not under a key: a rerun works out anew what is left,
 * and what is done is not done again.
 */
async function writeEarly(context: LoopContext, changes: Change[]): Promise<void> {
  while (changes.length > changesPerAppend) {
    const part = changes.splice(0, changesPerAppend);
    await context.transaction((transaction) => {
      for (const change of part) change(transaction);
    });
  }
}

async function planChanges(
  context: LoopContext,
  revision: Revision,
): Promise<{ readonly list: Change[]; readonly addSteps: Change; readonly rejected: number }> {
  const { text, manuscriptHash, manuscriptVersionId } = revision;
  const view = await context.view();
  const { findings, steps } = await checkAll(context, view, revision);
  const issues = view.issues.filter(isFollowed);
  const tracked = await trackIssues(context, issues, text, manuscriptHash);
  const { results, newFindings } = scoreRecurrence(tracked, findings, {
    oldText: null,
    newText: text,
  });
  const fixed = fixedIssues(view);
  const detected = new Map<number, string>();
  const stepOf = (finding: number): string =>
    steps.find(({ from, to }) => from <= finding && finding < to)?.stepId ?? '';
  const newIssue = (finding: number): Parameters<Transaction['addIssue']>[0] | undefined => {
    const found = findings[finding];
    return found === undefined
      ? undefined
      : toNewIssue(found, {
          text,
          stepId: stepOf(finding),
          manuscriptHash,
          manuscriptVersionId,
          salt: context.salt,
        });
  };
  const list: Change[] = issues.flatMap((issue, index): Change[] => {
    const result = results[index];
    const place = tracked[index];
    if (result === undefined || place === undefined) return [];
    if (result.finding !== null) detected.set(result.finding, issue.issue_id);
    return [
      (transaction) => {
        const id = settle(transaction, issue, place, result, {
          revision,
          salt: context.salt,
          newIssue,
          wasFixed: fixed.has(issue.issue_id),
        });
        if (result.finding !== null) detected.set(result.finding, id);
      },
    ];
  });
  for (const finding of newFindings) {
    const issue = newIssue(finding);
    if (issue !== undefined) {
      list.push((transaction) => detected.set(finding, transaction.addIssue(issue).issue_id));
    }
  }
  return {
    list,
    addSteps: (transaction) => {
      for (const step of steps) {
        const { stepId, from, to, rejected, durationMs } = step;
        transaction.addStep({
          step_id: stepId,
          input_snapshot_hash: manuscriptHash,
          issues_detected: idsBetween(detected, from, to),
          duration_ms: durationMs,
          fallback_reason: rejectedReason(rejected),
          manuscript_hash_refs: [manuscriptHash],
        });
        recordRejected(transaction, stepId, step);
      }
    },
    rejected: steps.reduce((sum, { rejected }) => sum + rejected, 0),
  };
}

async function checkAll(
  context: LoopContext,
  view: SessionView,
  { text, manuscriptHash }: Revision,
): Promise<{ readonly findings: CheckFinding[]; readonly steps: StepFindings[] }> {
  const findings: CheckFinding[] = [];
  const steps: StepFindings[] = [];
  for (const stepId of context.settings.step_ids) {
    const begin = context.now();
    const from = findings.length;
    const checked = await runCheck(
      context,
      stepId,
      nextAttempt(view, stepId),
      text,
      manuscriptHash,
    );
    for (const finding of checked.findings) findings.push(finding);
    steps.push({
      stepId,
      from,
      to: findings.length,
      rejected: checked.rejected,
      problem: checked.problem,
      durationMs: Math.max(0, context.now() - begin),
    });
  }
  return { findings, steps };
}

/** Moves and judges one issue; gives the id under which its finding goes on. */
function settle(
  transaction: Transaction,
  issue: Issue,
  place: TrackedIssue,
  result: RecurrenceResult,
  round: {
    readonly revision: Revision;
    readonly salt: string | undefined;
    readonly newIssue: (finding: number) => Parameters<Transaction['addIssue']>[0] | undefined;
    readonly wasFixed: boolean;
  },
): string {
  const { revision, salt, newIssue, wasFixed } = round;
  // A refused issue absorbs its finding, else it would come back under a new id each round.
  if (issue.state === 'Deferred') return issue.issue_id;
  const relocation = relocationOf(issue, place.remap, { ...revision, salt });
  if (relocation !== null) transaction.relocateIssue(issue.issue_id, relocation);
  if (!changesAnything(issue, result, wasFixed)) return issue.issue_id;
  const successor = result.finding === null ? undefined : newIssue(result.finding);
  const judged = transaction.recordRecheck(issue.issue_id, {
    recurrence_score: result.recurrence_score,
    checksum_changed: result.checksum_changed,
    same_category_found: result.same_category_found,
    confidence_score: result.confidence_score,
    text_removed: result.text_removed,
    verification_snapshot_id: revision.manuscriptHash,
    ...(successor === undefined ? {} : { successor }),
    ...(result.verification_votes === null
      ? {}
      : { verification_votes: result.verification_votes }),
  });
  return judged.successor?.issue_id ?? issue.issue_id;
}

/** Only what was fixed can recur; a finding met again without a fix in between is the same issue. */
function changesAnything(issue: Issue, result: RecurrenceResult, wasFixed: boolean): boolean {
  if (result.state === 'Resolved') return true;
  if (issue.state === 'InProgress' && wasFixed) return true;
  return (issue.state === 'New' || issue.state === 'InProgress') && result.finding === null;
}

/** Issues with a fix that no recheck has judged yet. */
function fixedIssues({ resolutions }: SessionView): ReadonlySet<string> {
  return new Set(
    resolutions
      .filter(
        ({ applied_at: at, verification_status: status }) => at !== null && status === 'pending',
      )
      .map(({ issue_id: id }) => id),
  );
}

function idsBetween(detected: ReadonlyMap<number, string>, from: number, to: number): string[] {
  const ids: string[] = [];
  for (let finding = from; finding < to; finding += 1) {
    const id = detected.get(finding);
    if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}
