import type { SessionView } from '@kanmon/issue-tracker';
import { exitCodes } from '../cli/exit-codes.ts';
import { isOpenState } from '../loop/carry-out.ts';
import type { LoggedTask } from '../workshop/task-log.ts';
import type { Workshop } from '../workshop/workshop.ts';
import { chooseTask } from './choose-task.ts';
import type { Command, CommandContext, CommandResult } from './command-context.ts';
import { issueRow, issueRows } from './issue-rows.ts';
import { showIssues } from './show-issues.ts';
import { withReader } from './with-workshop.ts';

/** Shows the state of each manuscript; looking writes nothing. */
export const status: Command = (context) => {
  const { texts } = context;
  const empty = { lines: [texts.nothingYet], json: { manuscripts: [] }, exitCode: exitCodes.done };
  return withReader(
    context,
    async (workshop) => {
      const tasks = await workshop.tasks.latest();
      const manuscripts = await Promise.all(tasks.map((task) => statusOf(workshop, task)));
      if (manuscripts.length === 0) return empty;
      return {
        lines: manuscripts.map((row) =>
          texts.status({
            ...row,
            status:
              row.finished || row.status === 'waiting_for_user'
                ? texts.statuses[row.status]
                : texts.unfinished,
          }),
        ),
        json: { manuscripts },
        exitCode: exitCodes.done,
      };
    },
    () => empty,
  );
};

/** Shows the work that is left: open findings, deferred ones, and questions that wait for an answer. */
export const unresolved: Command = (context) =>
  ofManuscript(context, async (workshop, task) => {
    const { texts } = context;
    const view = await viewOf(workshop, task);
    const asked = new Set(view.confirmations.map(({ issue_id: id }) => id));
    const left = view.issues.filter(({ state }) => isOpenState(state) || state === 'Deferred');
    const rows = issueRows(left, workshop.artefacts);
    const questions = view.issues
      .filter(({ issue_id: id }) => asked.has(id))
      .map((issue) => issueRow(issue, workshop.artefacts));
    return {
      lines: [
        task.file,
        ...(rows.length === 0 ? [texts.clean] : showIssues(rows, texts)),
        ...(questions.length === 0 ? [] : [texts.waiting(questions.length)]),
        ...questions.map(
          ({ issue_id: id, category, excerpt }) => `  ${id}  ${category}  ${excerpt}`,
        ),
      ],
      json: { file: task.file, session_id: task.session_id, issues: rows, questions },
      exitCode: rows.some(({ state }) => isOpenState(state)) ? exitCodes.open : exitCodes.done,
    };
  });

/** Everything that happened, in order. */
export const history: Command = (context) =>
  ofManuscript(context, async (workshop, task) => {
    const { actor } = workshop;
    const entries = await workshop.workflow.timeline(task.session_id, { actor });
    return {
      lines: [
        task.file,
        ...entries.map(({ version, at, actor: by, issue_id: id, summary }) =>
          [version, at, by ?? '-', id?.slice(-10) ?? '-', summary].join('  '),
        ),
      ],
      json: { file: task.file, session_id: task.session_id, entries },
      exitCode: exitCodes.done,
    };
  });

/** Shows the requested manuscript, or reports that nothing was checked yet. */
export function ofManuscript(
  context: CommandContext,
  show: (workshop: Workshop, task: LoggedTask) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { args, texts } = context;
  const nothing = { lines: [texts.nothingYet], json: {}, exitCode: exitCodes.done };
  return withReader(
    context,
    async (workshop) => {
      const task = await chooseTask(workshop, args.target);
      return task === null ? nothing : show(workshop, task);
    },
    () => nothing,
  );
}

function viewOf({ workflow, actor }: Workshop, task: LoggedTask): Promise<SessionView> {
  return workflow.view(task.session_id, { actor });
}

async function statusOf(workshop: Workshop, task: LoggedTask) {
  const { session, issues } = await viewOf(workshop, task);
  const count = (matches: (state: string) => boolean): number =>
    issues.filter(({ state }) => matches(state)).length;
  return {
    file: task.file,
    session_id: task.session_id,
    command: task.command,
    status: session.current_status,
    finished: task.end !== null,
    open: count(isOpenState),
    resolved: count((state) => state === 'Resolved'),
    deferred: count((state) => state === 'Deferred'),
    updated_at: session.updated_at,
  };
}
