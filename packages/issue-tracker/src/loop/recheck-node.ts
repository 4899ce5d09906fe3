/* oxlint-disable no-await-in-loop -- events are written in one order */
import type { Issue } from '../entities/issue.ts';
import { scoreRecurrence } from '../recurrence/score-recurrence.ts';
import type { CheckFinding, RecurrenceResult, TrackedIssue } from '../recurrence/types.ts';
import type { Transaction } from '../store/types.ts';
import { judgeRound, type StopReason } from '../tools/iteration-meter.ts';
import { versionOf } from './apply-node.ts';
import { rejectedReason, runCheck } from './check-node.ts';
import type { LoopContext } from './loop-context.ts';
import { toNewIssue } from './sanitise-findings.ts';
import { isOpen, relocationOf, trackIssues } from './track-issues.ts';
import type { FixLoopState } from './types.ts';

/** Changes written in one append; one change is at most three events, an append holds 1,000. */
const changesPerAppend = 250;

interface StepFindings {
  readonly stepId: string;
  readonly from: number;
  readonly to: number;
  readonly rejected: number;
  readonly durationMs: number;
}

/** What a round ended with, as it is recorded. */
type RoundRecord = {
  readonly open: number;
  readonly stop: boolean;
  readonly reason: StopReason | null;
};

/** Checks the new text, finds out which findings are old issues again, and judges all open issues. */
export async function recheckNode(
  context: LoopContext,
  state: FixLoopState,
): Promise<FixLoopState> {
  const key = context.key(state, 'recheck');
  const text = await context.readText(state.manuscript_hash);
  const changes =
    context.recall(key) === undefined ? await planChanges(context, state, text) : null;
  if (changes !== null) await writeEarly(context, changes.list);
  const record = await context.once(key, (transaction): RoundRecord => {
    for (const change of changes?.list ?? []) change(transaction);
    changes?.addSteps(transaction);
    const { view } = transaction;
    const open = view.issues.filter(isOpen).length;
    const verdict = judgeRound(view.session.iteration_policy, {
      iteration: state.iteration,
      previous: openAfter(context, state),
      open,
      elapsedMs: context.now() - startedAt(context, state),
    });
    return { open, stop: verdict.stop, reason: verdict.reason };
  });
  if (!record.stop) return { ...state, iteration: state.iteration + 1, pending: [] };
  const status = record.reason === 'passed' ? 'passed' : 'stopped';
  return { ...state, iteration: state.iteration + 1, status, reason: record.reason, pending: [] };
}

type Change = (transaction: Transaction) => void;

/**
 * Writes what does not fit into the last append. Not under a key: a rerun works out anew what is left,
 * and what is done is not done again.
 */
async function writeEarly({ settings }: LoopContext, changes: Change[]): Promise<void> {
  while (changes.length > changesPerAppend) {
    const part = changes.splice(0, changesPerAppend);
    await settings.workflow.transaction(settings.session, (transaction) => {
      for (const change of part) change(transaction);
    });
  }
}

async function planChanges(
  context: LoopContext,
  state: FixLoopState,
  text: string,
): Promise<{ readonly list: Change[]; readonly addSteps: Change }> {
  const { findings, steps } = await checkAll(context, state, text);
  const versionId = await versionOf(context, state);
  const view = await context.view();
  const issues = view.issues.filter((issue) => isOpen(issue) || issue.state === 'Deferred');
  const tracked = await trackIssues(context, issues, text, state.manuscript_hash);
  const { results, newFindings } = scoreRecurrence(tracked, findings, {
    oldText: null,
    newText: text,
  });
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
          manuscriptHash: state.manuscript_hash,
          manuscriptVersionId: versionId,
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
          context,
          state,
          text,
          versionId,
          newIssue,
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
      for (const { stepId, from, to, rejected, durationMs } of steps) {
        transaction.addStep({
          step_id: stepId,
          attempt: state.iteration + 1,
          input_snapshot_hash: state.manuscript_hash,
          issues_detected: idsBetween(detected, from, to),
          duration_ms: durationMs,
          fallback_reason: rejectedReason(rejected),
          manuscript_hash_refs: [state.manuscript_hash],
        });
      }
    },
  };
}

async function checkAll(
  context: LoopContext,
  state: FixLoopState,
  text: string,
): Promise<{ readonly findings: CheckFinding[]; readonly steps: StepFindings[] }> {
  const findings: CheckFinding[] = [];
  const steps: StepFindings[] = [];
  for (const stepId of context.settings.step_ids) {
    const begin = context.now();
    const from = findings.length;
    const checked = await runCheck(
      context,
      stepId,
      state.iteration + 1,
      text,
      state.manuscript_hash,
    );
    for (const finding of checked.findings) findings.push(finding);
    steps.push({
      stepId,
      from,
      to: findings.length,
      rejected: checked.rejected,
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
    readonly context: LoopContext;
    readonly state: FixLoopState;
    readonly text: string;
    readonly versionId: string;
    readonly newIssue: (finding: number) => Parameters<Transaction['addIssue']>[0] | undefined;
  },
): string {
  const { context, state, text, versionId, newIssue } = round;
  // A refused issue absorbs its finding, else it would come back under a new id each round.
  if (issue.state === 'Deferred') return issue.issue_id;
  const relocation = relocationOf(issue, place.remap, {
    text,
    manuscriptHash: state.manuscript_hash,
    manuscriptVersionId: versionId,
    salt: context.salt,
  });
  if (relocation !== null) transaction.relocateIssue(issue.issue_id, relocation);
  if (!changesAnything(issue, result)) return issue.issue_id;
  const successor = result.finding === null ? undefined : newIssue(result.finding);
  const judged = transaction.recordRecheck(issue.issue_id, {
    recurrence_score: result.recurrence_score,
    checksum_changed: result.checksum_changed,
    same_category_found: result.same_category_found,
    confidence_score: result.confidence_score,
    text_removed: result.text_removed,
    verification_snapshot_id: state.manuscript_hash,
    ...(successor === undefined ? {} : { successor }),
    ...(result.verification_votes === null
      ? {}
      : { verification_votes: result.verification_votes }),
  });
  return judged.successor?.issue_id ?? issue.issue_id;
}

/** Only what was worked on can recur; a finding met again without a fix in between is the same one. */
function changesAnything(issue: Issue, result: RecurrenceResult): boolean {
  if (issue.state === 'InProgress' || result.state === 'Resolved') return true;
  return issue.state === 'New' && result.finding === null;
}

function idsBetween(detected: ReadonlyMap<number, string>, from: number, to: number): string[] {
  const ids: string[] = [];
  for (let finding = from; finding < to; finding += 1) {
    const id = detected.get(finding);
    if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}

/** Open issues after the round before; the first round has none to compare with. */
function openAfter(context: LoopContext, state: FixLoopState): number | null {
  const before = { ...state, iteration: state.iteration - 1 };
  const record = context.recall(context.key(before, 'recheck'));
  const open: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, 'open') : null;
  return typeof open === 'number' ? open : null;
}

function startedAt(context: LoopContext, state: FixLoopState): number {
  const record = context.recall(context.key({ ...state, iteration: 0 }, 'start'));
  const at: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, 'started_at') : null;
  return typeof at === 'number' ? at : context.now();
}
