import type { IssueState, TimelineEntry } from '@kanmon/issue-tracker';
import { exitCodes } from '../cli/exit-codes.ts';
import type { Command } from './command-context.ts';
import { ofManuscript } from './views.ts';

/** The life of one issue: its state after each look at the manuscript; null before it was found. */
export interface IssueLife {
  readonly issue_id: string;
  readonly category: string;
  readonly states: readonly (IssueState | null)[];
}

const marks: Readonly<Record<IssueState, string>> = {
  New: '●',
  InProgress: '◐',
  Partial: '◑',
  Deferred: '‖',
  Resolved: '✓',
  Recurrence: '↻',
};

/** Each finding's life on the axis of looks: when it came, what became of it, what it went on as. */
export const timeline: Command = (context) =>
  ofManuscript(context, async (workshop, task) => {
    const { actor, workflow } = workshop;
    const entries = await workflow.timeline(task.session_id, { actor });
    const { issues, steps } = await workflow.view(task.session_id, { actor });
    const categories = new Map(issues.map(({ issue_id: id, category }) => [id, category]));
    const lives = livesOf(entries, categories);
    const looks = lives[0]?.states.length ?? 0;
    const { texts } = context;
    const width = Math.max(0, ...lives.map(({ category }) => category.length));
    return {
      lines: [
        task.file,
        texts.timeline.legend,
        `${texts.timeline.issue.padEnd(10)}  ${texts.timeline.category.padEnd(width)}  ${Array.from({ length: looks }, (_, index) => index + 1).join(' ')}`,
        ...lives.map(
          ({ issue_id: id, category, states }) =>
            `${id.slice(-10)}  ${category.padEnd(width)}  ${states.map((state, index) => markOf(state).padEnd(String(index + 1).length)).join(' ')}`,
        ),
      ],
      json: { file: task.file, session_id: task.session_id, looks: steps.length, lives },
      exitCode: exitCodes.done,
    };
  });

/** Lives on the axis of `step-completed`; a look with several steps counts once. */
export function livesOf(
  entries: readonly TimelineEntry[],
  categories: ReadonlyMap<string, string>,
): IssueLife[] {
  const looks = lookVersions(entries);
  return [...categories].map(([id, category]) => {
    const own = entries.filter(({ issue_id: issueId }) => issueId === id);
    return {
      issue_id: id,
      category,
      states: looks.map(
        (version) => own.findLast((entry) => entry.version <= version)?.state_after ?? null,
      ),
    };
  });
}

/** Versions at which a look was over: the last of each run of finished steps. */
function lookVersions(entries: readonly TimelineEntry[]): number[] {
  const steps = entries.filter(({ type }) => type === 'step-completed');
  return steps.flatMap(({ version, summary }, index) => {
    const next = steps[index + 1];
    const attempt = attemptOf(summary);
    return next !== undefined && attemptOf(next.summary) === attempt ? [] : [version];
  });
}

function attemptOf(summary: string): string | undefined {
  return /\battempt=(\d+)/u.exec(summary)?.[1];
}

function markOf(state: IssueState | null): string {
  return state === null ? '·' : marks[state];
}
