import {
  type AvailableTool,
  type CheckFinding,
  createAnchor,
  type Issue,
  ManualAlignmentRequired,
  type NewIssue,
  type RecurrenceResult,
  scoreRecurrence,
  selectTools,
  type SessionHandle,
  type StepExecution,
  type Transaction,
} from '@kanmon/issue-tracker';
import { redactExcerpts, takeExcerpt } from '@kanmon/issue-tracker/manuscript';
import type { ServerContext } from '../server/context.ts';
import { hashOf } from '../server/text-store.ts';
import { categoryTools } from './category-tools.ts';
import type { CheckTask } from './check-task.ts';
import { trackIssues } from './track-issues.ts';

/** A fix that the client reports for an issue before it sends the new text. */
export interface AppliedFixInput {
  readonly issue_id: string;
  readonly description: string;
  readonly tool_used?: string | undefined;
}

/** Everything of one attempt, before it is written. */
interface Attempt {
  readonly task: CheckTask;
  readonly text: string;
  /** Issues of earlier attempts that are looked for again. */
  readonly open: readonly Issue[];
  readonly findings: readonly CheckFinding[];
  /** Findings beyond the limit. */
  readonly dropped: number;
  readonly appliedFixes: readonly AppliedFixInput[];
  readonly durationMs: number;
}

/** Below this confidence the place of an issue is not certain, and a person has to confirm it. */
const certainFrom = 0.6;

/** Excerpts that an answer shows; each is disclosed in the history. */
export const maxExcerpts = 50;

/** Writes an attempt in one transaction: fixes, moved places, verdicts, new issues, the step itself. */
export function recordAttempt(
  { workflow, texts, actor }: ServerContext,
  handle: SessionHandle,
  attempt: Attempt,
): Promise<StepExecution> {
  const { task, text, open, findings, dropped } = attempt;
  const hash = hashOf(text);
  const { tracked, relocationOf } = trackIssues(open, text, (old) => texts.read(old));
  const { results, newFindings } = scoreRecurrence(tracked, findings, {
    oldText: null,
    newText: text,
  });
  const newIssue = (index: number): NewIssue | undefined =>
    toNewIssue(findings[index], { task, text, hash });

  return workflow.transaction(handle, (transaction) => {
    if (transaction.view.session.current_status !== 'running') transaction.setStatus('running');
    recordFixes(transaction, attempt, actor.id);
    const detected: string[] = [];
    const unsure: string[] = [];
    for (const [index, issue] of open.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      const id = settle(transaction, issue, result, { hash, relocationOf, newIssue });
      if (result.finding !== null) detected.push(id);
      if (needsAlignment(transaction, id)) unsure.push(id);
    }
    for (const index of newFindings) {
      const issue = newIssue(index);
      if (issue !== undefined) detected.push(transaction.addIssue(issue).issue_id);
    }
    for (const issueId of unsure) requestAlignment(transaction, issueId);
    disclose(transaction, task, text, hash);
    const offered = offeredTools(transaction, task);
    return transaction.addStep({
      step_id: task.step_id,
      available_tools: offered,
      tool_selection_status: selectionStatus(attempt, offered),
      input_snapshot_hash: hash,
      issues_detected: [...new Set(detected)],
      duration_ms: attempt.durationMs,
      fallback_reason: dropped === 0 ? null : `findings_rejected:${dropped}`,
      manuscript_hash_refs: [hash],
      qc_code: unsure.length === 0 ? null : 'QC-013',
    });
  });
}

/** A fix is planned and applied at once: the client did both before it called. */
function recordFixes(transaction: Transaction, attempt: Attempt, by: string): void {
  const { text, appliedFixes } = attempt;
  for (const { issue_id, description, tool_used } of appliedFixes) {
    // An id of another session, or an invented one, ends the whole call: UnknownIssueError.
    const issue = attempt.open.find((each) => each.issue_id === issue_id);
    const { available_tools } = selectTools(issue ?? unknownIssue, categoryTools);
    const words = redactExcerpts(description, text);
    const tool_id = tool_used ?? available_tools[0]?.tool_id ?? '';
    transaction.planFix(issue_id, { tool_id, description: words, planned_by: by, available_tools });
    transaction.applyFix(issue_id, {
      applied_fix_description: words,
      applied_by: by,
      tool_used: tool_id,
      manuscript_hash: hashOf(text),
    });
  }
}

const unknownIssue = { category: 'unknown', severity: 'low' } as const;

/** Moves and judges one issue; gives the id under which its finding goes on. */
function settle(
  transaction: Transaction,
  issue: Issue,
  result: RecurrenceResult,
  attempt: {
    readonly hash: string;
    readonly relocationOf: ReturnType<typeof trackIssues>['relocationOf'];
    readonly newIssue: (finding: number) => NewIssue | undefined;
  },
): string {
  const { issue_id: id } = issue;
  // A deferred issue absorbs its finding, else it would come back under a new id each time.
  if (issue.state === 'Deferred') return id;
  const relocation = attempt.relocationOf(issue);
  if (relocation !== undefined) transaction.relocateIssue(id, relocation);
  // Only what was worked on can recur: met again without a fix in between, it is the same finding.
  const worked = transaction.view.issues.some(
    (each) => each.issue_id === id && each.state === 'InProgress',
  );
  const isGone = issue.state === 'New' && result.finding === null;
  if (!worked && !isGone && result.state !== 'Resolved') return id;
  const successor = result.finding === null ? undefined : attempt.newIssue(result.finding);
  const judged = transaction.recordRecheck(id, {
    recurrence_score: result.recurrence_score,
    checksum_changed: result.checksum_changed,
    same_category_found: result.same_category_found,
    confidence_score: result.confidence_score,
    text_removed: result.text_removed,
    verification_snapshot_id: attempt.hash,
    ...(successor === undefined ? {} : { successor }),
  });
  return judged.successor?.issue_id ?? id;
}

function toNewIssue(
  finding: CheckFinding | undefined,
  { task, text, hash }: { readonly task: CheckTask; readonly text: string; readonly hash: string },
): NewIssue | undefined {
  if (finding?.text_range === undefined || finding.text_range === null) return undefined;
  const { start, end } = finding.text_range;
  return {
    step_id: task.step_id,
    manuscript_version_id: hash,
    manuscript_hash: hash,
    category: finding.category,
    severity: finding.severity,
    text_range: { start, end, unit: 'utf16' },
    range_checksum: hashOf(text.slice(start, end)),
    // A model may quote: no text of the manuscript goes into the history.
    description: redactExcerpts(finding.description, text),
    anchor: createAnchor(text, { start, end }),
  };
}

function offeredTools(transaction: Transaction, { step_id: stepId }: CheckTask): AvailableTool[] {
  const offers = transaction.view.issues
    .filter((issue) => issue.step_id === stepId && isOpen(issue.state))
    .flatMap((issue) => selectTools(issue, categoryTools).available_tools);
  return [...new Map(offers.map((tool) => [tool.tool_id, tool])).values()];
}

function selectionStatus(
  { appliedFixes }: Attempt,
  offered: readonly AvailableTool[],
): StepExecution['tool_selection_status'] {
  if (appliedFixes.length > 0) return 'selected';
  return offered.length > 0 ? 'offered' : 'not_offered';
}

function needsAlignment(transaction: Transaction, issueId: string): boolean {
  const issue = transaction.view.issues.find((each) => each.issue_id === issueId);
  return issue?.text_range !== null && (issue?.confidence_score ?? 1) < certainFrom;
}

function requestAlignment(transaction: Transaction, issueId: string): void {
  transaction.recordError(
    new ManualAlignmentRequired(
      `the place of ${issueId} is not certain; a person must confirm it`,
      {
        issueId,
      },
    ),
  );
  transaction.requestConfirmation(issueId, 'alignment');
}

/** Records the parts of the text that the answer will show: offsets and hashes, no words. */
function disclose(transaction: Transaction, task: CheckTask, text: string, hash: string): void {
  const shown = excerptedIssues(transaction.view.issues, task.step_id, hash);
  for (const { text_range: range } of shown) {
    if (range !== null) transaction.addDisclosure(takeExcerpt(text, range).meta, 'check-result');
  }
}

/** Issues whose place an answer shows: open ones of the step with a place in this text, up to the limit. */
export function excerptedIssues(
  issues: readonly Issue[],
  stepId: string,
  hash: string,
): readonly Issue[] {
  return issues
    .filter(({ step_id: id, state }) => id === stepId && isOpen(state))
    .filter((issue) => issue.text_range !== null && issue.manuscript_hash === hash)
    .slice(0, maxExcerpts);
}

/** Returns true for issues that still need work. */
export function isOpen(state: Issue['state']): boolean {
  return state === 'New' || state === 'InProgress' || state === 'Partial';
}
