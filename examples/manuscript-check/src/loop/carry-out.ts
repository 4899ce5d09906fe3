import { FencedError } from '@kanmon/core';
import {
  type FixLoopOptions,
  type PendingConfirmation,
  type SessionView,
  toQcCode,
} from '@kanmon/issue-tracker';
import type { StartLintThread } from '../checking/lint-in-worker.ts';
import { CommandProblem, type Problem } from '../cli/problem.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { ManuscriptModel } from '../model/manuscript-model.ts';
import { replaceManuscript, writeOutput } from '../workshop/output-file.ts';
import type { LoggedTask } from '../workshop/task-log.ts';
import type { Workshop } from '../workshop/workshop.ts';
import type { OpenTask } from './begin-task.ts';
import { createPorts, stepIds } from './ports.ts';
import { type Answer, type LoopEnd, runCheckOnly, runEngine } from './run-engine.ts';
import { toolMap } from './tools.ts';

/** The result of a task. */
export interface TaskResult {
  readonly task: LoggedTask;
  readonly status: 'done' | 'waiting';
  readonly before: SessionView;
  readonly after: SessionView;
  readonly manuscriptHash: string;
  readonly pending: readonly PendingConfirmation[];
  /** The file that was written, when one was. */
  readonly written: string | null;
  /** The reason why the text could not be written to its target. */
  readonly problem: Problem | null;
}

/** The parts that a task needs besides the journal. */
export interface TaskSurroundings {
  readonly workshop: Workshop;
  readonly model: ManuscriptModel | null;
  readonly reporter: Reporter;
  readonly answer: Answer;
  readonly startLintThread: StartLintThread;
  readonly signal: AbortSignal;
  /** Overwrite an output that this tool did not write. */
  readonly force: boolean;
}

/**
 * Runs a task to its end, or to questions without an answer. Recorded work is not done again,
 * so the same call goes on after a crash. Throws `CommandProblem`, or the signal's reason.
 */
export async function carryOut(
  { task, handle }: OpenTask,
  surroundings: TaskSurroundings,
): Promise<TaskResult> {
  const { workshop, signal } = surroundings;
  const { workflow, actor } = workshop;
  const stop = AbortSignal.any([signal, handle.lost]);
  try {
    const { session_id: sessionId, session_version: version } = task;
    const before = await workflow.at(sessionId, { version }, { actor });
    const end = await runLoop({ task, handle }, { ...surroundings, signal: stop });
    const after = await workflow.view(sessionId, { actor });
    const common = { task, before, after, manuscriptHash: end.manuscript_hash };
    if (end.status === 'waiting_for_user') {
      await workflow.leaveSession(handle);
      return { ...common, status: 'waiting', pending: end.pending, written: null, problem: null };
    }
    const output = writeResult(task, end, surroundings);
    const isClean =
      end.reason !== 'findings_rejected' && after.issues.every(({ state }) => !isOpenState(state));
    await workshop.tasks.finish(
      task.episode,
      {
        task_id: task.task_id,
        outcome: isClean ? 'clean' : 'open',
        manuscript_hash: end.manuscript_hash,
      },
      handle.lease,
    );
    await workflow.endSession(handle);
    return { ...common, status: 'done', pending: [], ...output };
  } catch (error) {
    await leaveQuietly(workshop, handle);
    if (signal.aborted || CommandProblem.isInstance(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    const qcCode = toQcCode(error) ?? null;
    throw new CommandProblem({ kind: 'failed', detail, qcCode }, { cause: error });
  }
}

/** Returns true for a state that still needs work: new, in progress or partial. */
export function isOpenState(state: string): boolean {
  return state === 'New' || state === 'InProgress' || state === 'Partial';
}

async function runLoop(
  { task, handle }: OpenTask,
  { workshop, model, reporter, answer, startLintThread, signal }: TaskSurroundings,
): Promise<LoopEnd> {
  const { artefacts, workflow, clock } = workshop;
  const textlint = startLintThread(task.rules, task.file);
  const options: FixLoopOptions = {
    workflow,
    session: handle,
    manuscript_hash: task.manuscript_hash,
    run_id: task.task_id,
    step_ids: task.model ? [stepIds.rules, stepIds.model] : [stepIds.rules],
    category_tool_map: toolMap(task.ask),
    clock,
    signal,
    ports: createPorts({
      lint: textlint.lint,
      model: task.model ? model : null,
      artefacts,
      reporter,
    }),
  };
  try {
    if (task.command === 'polish') return await runEngine(task.engine, options, answer);
    return await runCheckOnly(options);
  } finally {
    await textlint.close();
  }
}

function writeResult(
  task: LoggedTask,
  end: LoopEnd,
  { workshop, force }: TaskSurroundings,
): Pick<TaskResult, 'written' | 'problem'> {
  if (task.output === null) return { written: null, problem: null };
  const { artefacts } = workshop;
  const after = artefacts.get(end.manuscript_hash) ?? '';
  const path = workshop.fromJournalPath(task.output);
  const byteOrderMark = task.byte_order_mark;
  const isForced = force || task.force;
  if (task.in_place) {
    const before = artefacts.get(task.manuscript_hash) ?? '';
    const texts = { before, after, byteOrderMark };
    const { path: written, replaced } = replaceManuscript(path, texts, workshop, isForced);
    return { written, problem: replaced ? null : { kind: 'file-changed', path, kept: written } };
  }
  writeOutput(path, after, workshop, { force: isForced, byteOrderMark });
  return { written: path, problem: null };
}

/** A lost lock cannot be given back; the error that is already thrown explains more. */
async function leaveQuietly({ workflow }: Workshop, handle: OpenTask['handle']): Promise<void> {
  try {
    await workflow.leaveSession(handle);
  } catch (error) {
    if (!FencedError.isInstance(error)) throw error;
  }
}
