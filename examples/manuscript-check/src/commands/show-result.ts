import type { Issue } from '@kanmon/issue-tracker';
import { exitCodeOf, exitCodes } from '../cli/exit-codes.ts';
import type { Texts } from '../cli/texts.ts';
import { isOpenState, type TaskResult } from '../loop/carry-out.ts';
import type { Artefacts } from '../workshop/artefacts.ts';
import type { CommandResult } from './command-context.ts';
import { issueRow, issueRows } from './issue-rows.ts';
import { showIssues } from './show-issues.ts';

/** Formats the findings, fixes and open issues of a task as a command's result. */
export function showResult(
  result: TaskResult,
  { texts, artefacts }: { readonly texts: Texts; readonly artefacts: Artefacts },
): CommandResult {
  const { task, after, pending } = result;
  const open = after.issues.filter(({ state }) => isOpenState(state));
  const rows = issueRows(open, artefacts);
  const counts = countsOf(result);
  const text = artefacts.get(result.manuscriptHash) ?? '';
  const questions = pending.flatMap(({ issue_id: id, kind }) => {
    const issue = after.issues.find(({ issue_id: known }) => known === id);
    return issue === undefined ? [] : [{ kind, ...issueRow(issue, artefacts) }];
  });
  return {
    lines: [
      texts.manuscript(task.file, text.length, task.rules),
      ...showIssues(rows, texts),
      open.length === 0 ? texts.clean : '',
      texts.counts(counts),
      ...(result.written === null ? [] : [texts.written(result.written)]),
      ...(result.problem === null ? [] : [texts.problem(result.problem)]),
      ...(questions.length === 0 ? [] : [texts.waiting(questions.length)]),
      ...questions.map(({ issue_id: id, category, excerpt }) => `  ${id}  ${category}  ${excerpt}`),
    ].filter((line) => line !== ''),
    json: {
      command: task.command,
      file: task.file,
      session_id: task.session_id,
      status: result.status,
      manuscript_hash: result.manuscriptHash,
      written: result.written,
      problem: result.problem,
      counts,
      issues: rows,
      questions,
    },
    exitCode: exitCodeFor(result, open),
  };
}

function exitCodeFor(
  { status, problem }: TaskResult,
  open: readonly Issue[],
): CommandResult['exitCode'] {
  if (problem !== null) return exitCodeOf(problem);
  if (status === 'waiting') return exitCodes.waiting;
  return open.length === 0 ? exitCodes.done : exitCodes.open;
}

/** Against the session as it was when the task began. */
function countsOf({ before, after }: TaskResult): {
  readonly open: number;
  readonly fresh: number;
  readonly resolved: number;
  readonly deferred: number;
} {
  const states = new Map(before.issues.map(({ issue_id: id, state }) => [id, state]));
  const count = (matches: (issue: Issue) => boolean): number => after.issues.filter(matches).length;
  return {
    open: count(({ state }) => isOpenState(state)),
    fresh: count(({ issue_id: id, state }) => isOpenState(state) && !states.has(id)),
    resolved: count(
      ({ issue_id: id, state }) => state === 'Resolved' && states.get(id) !== 'Resolved',
    ),
    deferred: count(({ state }) => state === 'Deferred'),
  };
}
