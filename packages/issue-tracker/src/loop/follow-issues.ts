import type { JsonValue } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { Issue, NewIssue } from '../entities/issue.ts';
import type { SessionView } from '../history/session-state.ts';
import { scoreRecurrence } from '../recurrence/score-recurrence.ts';
import type { CheckFinding, RecurrenceResult, TrackedIssue } from '../recurrence/types.ts';
import { createRemapper } from '../remap/remapper.ts';
import type { Remap } from '../remap/types.ts';
import type { Transaction } from '../store/types.ts';
import { type CheckedStep, recordStep, runCheck, toNewIssue } from './findings.ts';
import type { LoopContext } from './loop-context.ts';
import { isOpen, relocationOf, type Revision, trackIssues } from './track-issues.ts';

/** Changes written in one append; one change is at most three events, an append holds 1,000. */
const changesPerAppend = 250;

type Change = (transaction: Transaction) => void;

/** True for issues whose findings continue under their id: the open and the deferred ones. */
function isFollowed(issue: Issue): boolean {
  return isOpen(issue) || issue.state === 'Deferred';
}

/** True for issues that a finding may be again: the followed ones, and those that were resolved before. */
export function mayReturn(issue: Issue): boolean {
  return isFollowed(issue) || issue.state === 'Resolved';
}

/**
 * Checks a revision, matches the findings with the issues of the session, moves and judges those, and opens
 * the rest. Runs once under `key`, together with `conclude`, which receives the number of findings that
 * could not be used.
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
  const { changes, steps, detected } = await planChanges(context, revision);
  // Without a key: a rerun plans the changes that are left, and does not repeat those that are written.
  while (changes.length > changesPerAppend) {
    const part = changes.splice(0, changesPerAppend);
    await context.transaction((transaction) => {
      for (const change of part) change(transaction);
    });
  }
  return context.once(key, (transaction) => {
    for (const change of changes) change(transaction);
    let from = 0;
    for (const step of steps) {
      const to = from + step.findings.length;
      recordStep(transaction, step, idsBetween(detected, from, to), revision.manuscriptHash);
      from = to;
    }
    return conclude(
      transaction,
      steps.reduce((sum, { rejected }) => sum + rejected, 0),
    );
  });
}

interface ChangePlan {
  readonly changes: Change[];
  readonly steps: readonly CheckedStep[];
  /** Id of the issue of each finding, by its number over all steps. */
  readonly detected: ReadonlyMap<number, string>;
}

async function planChanges(context: LoopContext, revision: Revision): Promise<ChangePlan> {
  const steps: CheckedStep[] = [];
  for (const stepId of context.settings.step_ids) {
    steps.push(await runCheck(context, stepId, revision));
  }
  const found = steps.flatMap(({ stepId, findings }) =>
    findings.map((finding) => ({ stepId, finding })),
  );
  const newIssue = (index: number | null): NewIssue | undefined => {
    const entry = index === null ? undefined : found[index];
    return entry === undefined ? undefined : toNewIssue(entry.finding, entry.stepId, revision);
  };
  const view = await context.view();
  const issues = view.issues.filter(isFollowed);
  const tracked = await trackIssues(context, issues, revision.text, revision.manuscriptHash);
  const { results, newFindings } = scoreRecurrence(
    tracked,
    found.map(({ finding }) => finding),
    { oldText: null, newText: revision.text },
  );
  const fixed = fixedIssues(view);
  const detected = new Map<number, string>();
  const changes = issues.flatMap((issue, index): Change[] => {
    const result = results[index];
    const place = tracked[index];
    if (result === undefined || place === undefined) return [];
    const { finding } = result;
    return [
      (transaction) => {
        // A resolved issue keeps its last words and place, by which its return is recognised.
        if (result.state !== 'Resolved') moveIssue(transaction, issue, place, revision);
        const id = changesAnything(issue, result, fixed.has(issue.issue_id))
          ? judgeIssue(transaction, result, newIssue(finding), revision)
          : issue.issue_id;
        if (finding !== null) detected.set(finding, id);
      },
    ];
  });
  const unmatched = newFindings.flatMap((index) => found[index]?.finding ?? []);
  const returned = returnedIssues(context, view, unmatched, revision.text);
  for (const [position, finding] of newFindings.entries()) {
    const issue = newIssue(finding);
    if (issue === undefined) continue;
    const result = returned.get(position);
    if (result !== undefined) {
      changes.push((transaction) => {
        detected.set(finding, judgeIssue(transaction, result, issue, revision));
      });
      continue;
    }
    changes.push((transaction) => detected.set(finding, transaction.addIssue(issue).issue_id));
  }
  return { changes, steps, detected };
}

/**
 * Finds the resolved issues that came back, by the index of their finding: the same category at the same words in
 * their old surroundings. The texts of all earlier rounds need not be read for it.
 */
function returnedIssues(
  context: LoopContext,
  { issues }: SessionView,
  findings: readonly CheckFinding[],
  text: string,
): ReadonlyMap<number, RecurrenceResult> {
  const categories = new Set(findings.map(({ category }) => category));
  const resolved = issues.filter(
    ({ state, category }) => state === 'Resolved' && categories.has(category),
  );
  if (resolved.length === 0) return new Map();
  const remapper = createRemapper(null, text, context.settings.remap);
  const anchors = resolved.flatMap(({ anchor }) => anchor ?? []);
  const remaps = new Map(remapper.remapAll(anchors).map((remap, index) => [anchors[index], remap]));
  const lost: Remap = { status: 'lost', reason: 'no_source', attempts: [] };
  const tracked = resolved.map((issue) => ({
    ...issue,
    remap: (issue.anchor === null ? undefined : remaps.get(issue.anchor)) ?? lost,
  }));
  const { results } = scoreRecurrence(tracked, findings, { oldText: null, newText: text });
  return new Map(
    results.flatMap((result) =>
      result.finding !== null && result.state === 'Recurrence' ? [[result.finding, result]] : [],
    ),
  );
}

function moveIssue(
  transaction: Transaction,
  issue: Issue,
  place: TrackedIssue,
  revision: Revision,
): void {
  if (issue.state === 'Deferred') return;
  const relocation = relocationOf(issue, place.remap, revision);
  if (relocation !== null) transaction.relocateIssue(issue.issue_id, relocation);
}

/** Records the recheck; returns the id under which the finding continues. */
function judgeIssue(
  transaction: Transaction,
  result: RecurrenceResult,
  successor: NewIssue | undefined,
  revision: Revision,
): string {
  const { verification_votes: votes, issue_id: issueId } = result;
  const judged = transaction.recordRecheck(issueId, {
    recurrence_score: result.recurrence_score,
    checksum_changed: result.checksum_changed,
    same_category_found: result.same_category_found,
    confidence_score: result.confidence_score,
    text_removed: result.text_removed,
    verification_snapshot_id: revision.manuscriptHash,
    ...withoutUndefined({ successor, verification_votes: votes ?? undefined }),
  });
  return judged.successor?.issue_id ?? issueId;
}

/** Only a fixed issue can recur; a finding met again without a fix in between is the same issue. */
function changesAnything(issue: Issue, result: RecurrenceResult, wasFixed: boolean): boolean {
  // A deferred issue absorbs its finding, else it would come back under a new id each round.
  if (issue.state === 'Deferred') return false;
  if (result.state === 'Resolved') return true;
  if (issue.state === 'InProgress' && wasFixed) return true;
  return (issue.state === 'New' || issue.state === 'InProgress') && result.finding === null;
}

/** Returns the issues with a fix that no recheck has judged yet. */
function fixedIssues({ resolutions }: SessionView): ReadonlySet<string> {
  const waiting = resolutions.filter(
    ({ applied_at: at, verification_status: status }) => at !== null && status === 'pending',
  );
  return new Set(waiting.map(({ issue_id: id }) => id));
}

function idsBetween(detected: ReadonlyMap<number, string>, from: number, to: number): string[] {
  const ids = new Set<string>();
  for (let finding = from; finding < to; finding += 1) {
    const id = detected.get(finding);
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}
