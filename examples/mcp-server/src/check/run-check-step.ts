import {
  type CheckFinding,
  IterationBudgetExceededError,
  type Issue,
  type SessionHandle,
  type StepExecution,
  TemplateMismatchError,
  toQcCode,
} from '@kanmon/issue-tracker';
import type { ServerContext } from '../server/context.ts';
import { hashOf } from '../server/text-store.ts';
import type { CheckTask } from './check-task.ts';
import { ToolInputError } from './errors.ts';
import { type AppliedFixInput, recordAttempt } from './record-attempt.ts';
import { type ManuscriptInput, resolveText } from './resolve-text.ts';

/** One call of `execute_check_step`. */
export interface CheckStepInput extends ManuscriptInput {
  readonly session_id: string;
  readonly step_id: string;
  readonly applied_fixes: readonly AppliedFixInput[];
}

/** The result of an attempt. */
export interface CheckStepOutcome {
  readonly step: StepExecution;
  /** Issues of the step in their present state, closed ones included. */
  readonly issues: readonly Issue[];
  readonly text: string;
  /** The same text was checked before, and nothing was written. */
  readonly replayed: boolean;
}

/**
 * An append holds 1,000 events. One issue that is followed takes up to five (moved, judged, successor,
 * error, question), 50 fixes take two each, 100 findings and 50 excerpts one: 852 with the step itself.
 */
const maxOpenIssues = 120;
const maxFindings = 100;

const severities = ['low', 'medium', 'high', 'critical'];

/**
 * Checks a text by one step: the first attempt opens issues, every later one follows them to the new
 * text and judges what was done about them. All of an attempt is written, or nothing.
 */
export function runCheckStep(
  context: ServerContext,
  input: CheckStepInput,
  signal: AbortSignal,
): Promise<CheckStepOutcome> {
  return context.sessions.use(input.session_id, { signal }, async (handle) => {
    const task = taskOf(context, input.step_id);
    try {
      return await attempt(context, handle, task, input, signal);
    } catch (error) {
      // An error with a QC code is recorded in the history, except a lost lock (QC-008) and a failed write (QC-009).
      const qcCode = toQcCode(error);
      if (qcCode !== undefined && qcCode !== 'QC-008' && qcCode !== 'QC-009') {
        await context.workflow.transaction(handle, (transaction) => {
          transaction.recordError(error, input.step_id);
        });
      }
      throw error;
    }
  });
}

async function attempt(
  context: ServerContext,
  handle: SessionHandle,
  task: CheckTask,
  input: CheckStepInput,
  signal: AbortSignal,
): Promise<CheckStepOutcome> {
  const { workflow, actor, texts } = context;
  const text = await resolveText(context, handle, input, signal);
  const hash = hashOf(text);
  const view = await workflow.view(handle.sessionId, { actor });
  const { iteration_policy: policy, template_hashes: revisions, created_at } = view.session;
  if (revisions[task.step_id] !== task.revision) {
    throw new TemplateMismatchError(
      `step ${task.step_id} is not the one the session was started with; begin a new session with get_check_tasks`,
      { stepId: task.step_id },
    );
  }
  const attempts = view.steps.filter(({ step_id: id }) => id === task.step_id);
  const last = attempts.at(-1);
  const isSame = last?.input_snapshot_hash === hash && input.applied_fixes.length === 0;
  if (last !== undefined && isSame && policy.until_pass) {
    return { step: last, issues: issuesOf(view.issues, task), text, replayed: true };
  }
  const seconds = (Date.now() - Date.parse(created_at)) / 1_000;
  if (attempts.length >= policy.count || seconds >= (policy.time_budget_sec ?? Infinity)) {
    throw new IterationBudgetExceededError(
      `the session's policy allows ${policy.count} attempts of a step and ${policy.time_budget_sec ?? 'any number of'} seconds; ${attempts.length} attempts were made`,
      { reason: attempts.length >= policy.count ? 'count' : 'time' },
    );
  }

  const begin = performance.now();
  const found = await task.check(text, { signal });
  signal.throwIfAborted();
  const open = issuesOf(view.issues, task).filter(({ state }) => followed.has(state));
  if (open.length > maxOpenIssues) {
    throw new ToolInputError(
      `step ${task.step_id} has ${open.length} open issues, at most ${maxOpenIssues} can be followed; fix some and begin a new session`,
      { code: 'too-many-open-issues' },
    );
  }
  texts.write(text);
  const step = await recordAttempt(context, handle, {
    task,
    text,
    open,
    findings: worstFirst(found).slice(0, maxFindings),
    dropped: Math.max(0, found.length - maxFindings),
    appliedFixes: input.applied_fixes,
    durationMs: Math.round(performance.now() - begin),
  });
  const after = await workflow.view(handle.sessionId, { actor });
  return { step, issues: issuesOf(after.issues, task), text, replayed: false };
}

/** States in which an issue is looked for again. A deferred one absorbs its finding. */
const followed: ReadonlySet<string> = new Set(['New', 'InProgress', 'Partial', 'Deferred']);

function taskOf({ tasks }: ServerContext, stepId: string): CheckTask {
  const task = tasks.find(({ step_id: id }) => id === stepId);
  if (task !== undefined) return task;
  throw new ToolInputError(
    `expected a step of this server (${tasks.map(({ step_id: id }) => id).join(', ')}), got ${JSON.stringify(stepId.slice(0, 80))}`,
    { code: 'unknown-step' },
  );
}

function issuesOf(issues: readonly Issue[], { step_id: stepId }: CheckTask): readonly Issue[] {
  return issues.filter((issue) => issue.step_id === stepId);
}

function worstFirst(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return findings.toSorted(
    (left, right) =>
      severities.indexOf(right.severity) - severities.indexOf(left.severity) ||
      (left.text_range?.start ?? 0) - (right.text_range?.start ?? 0),
  );
}
