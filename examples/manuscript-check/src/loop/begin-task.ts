import type { Locale } from '@kanmon/core';
import {
  type IterationPolicyInput,
  type SessionHandle,
  SessionLockedError,
} from '@kanmon/issue-tracker';
import type { Arguments, WorkCommand } from '../cli/arguments.ts';
import { CommandProblem } from '../cli/problem.ts';
import { sayIn } from '../cli/say.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { ManuscriptFile } from '../workshop/manuscript-file.ts';
import { assertReplaceable, outputPath } from '../workshop/output-file.ts';
import type { LoggedTask, Task } from '../workshop/task-log.ts';
import type { Workshop } from '../workshop/workshop.ts';

/** A task under the lock of its manuscript. */
export interface OpenTask {
  readonly task: LoggedTask;
  readonly handle: SessionHandle;
}

/** The request for a task. */
export interface TaskRequest {
  readonly command: WorkCommand;
  readonly args: Arguments;
  readonly rules: Locale;
  /** True when a model reads and writes too. */
  readonly model: boolean;
}

/** Returns the policy of a new session; a round that resolves nothing is the last. */
const policyOf = (rounds: number | null): IterationPolicyInput => ({
  count: rounds ?? 5,
  min_improvement: 0.01,
});

/**
 * Takes the lock of a manuscript and writes down what is going to be done. A manuscript seen before goes
 * on in its session, so that its issues are known. Throws `CommandProblem`.
 */
export async function beginTask(
  workshop: Workshop,
  file: ManuscriptFile,
  { command, args, rules, model }: TaskRequest,
  wait: Waiting,
): Promise<OpenTask> {
  const { artefacts, tasks, workflow } = workshop;
  const episode = workshop.episodeOf(file.path);
  const output = outputPath(command, file.path, args);
  const targets = args.inPlace ? [args.sarif] : [output, args.sarif];
  for (const path of args.force ? [] : targets) {
    if (path !== null) assertReplaceable(path, workshop);
  }
  // A text is kept before anything refers to it.
  const hash = artefacts.put(file.text);

  const former = (await tasks.of(episode)).at(-1);
  if (former !== undefined && args.fresh) await giveUp(workshop, former, wait);
  const goesOn = former !== undefined && !args.fresh;
  const handle = await underLock(file.path, () =>
    goesOn
      ? workflow.resumeSession(former.session_id, { actor: workshop.actor, ...wait.options })
      : workflow.beginSession(
          {
            episode_number: episode,
            initiator: workshop.actor.id,
            iteration_policy: policyOf(args.rounds),
          },
          wait.options,
        ),
  );
  try {
    const known = await tasks.of(episode);
    const last = known.at(-1);
    if (last !== undefined && last.end === null && !args.fresh) {
      throw new CommandProblem({ kind: 'unfinished', path: file.path, command: last.command });
    }
    if (goesOn) await assertSameRounds(workshop, handle, args);
    const task: Task = {
      task_id: `T${known.length + 1}`,
      session_id: handle.sessionId,
      session_version: handle.version,
      command,
      file: workshop.toJournalPath(file.path),
      manuscript_hash: hash,
      byte_order_mark: file.byteOrderMark,
      rules,
      model,
      ask: args.ask,
      engine: args.engine,
      output: output === null ? null : workshop.toJournalPath(output),
      in_place: args.inPlace,
      force: args.force,
      by: workshop.actor.id,
    };
    await tasks.start(episode, task, handle.lease);
    return { handle, task: { ...task, episode, end: null } };
  } catch (error) {
    await workflow.leaveSession(handle);
    throw error;
  }
}

/** Takes the lock for a task that was begun before. */
export async function reopenTask(
  workshop: Workshop,
  task: LoggedTask,
  wait: Waiting,
): Promise<OpenTask> {
  const handle = await underLock(workshop.fromJournalPath(task.file), () =>
    workshop.workflow.resumeSession(task.session_id, { actor: workshop.actor, ...wait.options }),
  );
  return { task, handle };
}

/** The longest wait for a lock, and the signal that ends it. */
export interface Waiting {
  readonly options: { readonly waitMs: number; readonly signal: AbortSignal };
}

/** Returns the options for a lock, and reports a possible wait. */
export function waiting(seconds: number, signal: AbortSignal, reporter: Reporter): Waiting {
  if (seconds > 0) reporter.phase({ kind: 'waiting-for-lock', seconds });
  return { options: { waitMs: seconds * 1_000, signal } };
}

async function underLock<T>(path: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SessionLockedError)) throw error;
    throw new CommandProblem({ kind: 'locked', path }, { cause: error });
  }
}

async function giveUp(workshop: Workshop, former: LoggedTask, wait: Waiting): Promise<void> {
  const { handle } = await reopenTask(workshop, former, wait);
  if (former.end === null) {
    const end = {
      task_id: former.task_id,
      outcome: 'abandoned',
      manuscript_hash: former.manuscript_hash,
    } as const;
    await workshop.tasks.finish(former.episode, end, handle.lease);
  }
  await workshop.workflow.endSession(handle, former.end === null ? 'aborted' : 'completed');
}

async function assertSameRounds(
  { workflow }: Workshop,
  handle: SessionHandle,
  { rounds, locale }: Arguments,
): Promise<void> {
  const { count } = await workflow.transaction(handle, ({ view }) => view.session.iteration_policy);
  if (rounds === null || rounds === count) return;
  throw new CommandProblem({
    kind: 'usage',
    detail: sayIn(locale)(
      `この原稿の --rounds は、最初に ${count} と決まりました。${rounds} にするには --new で始め直してください`,
      `--rounds is ${count} for this manuscript since it was first seen; give --new to begin anew with ${rounds}`,
    ),
  });
}
