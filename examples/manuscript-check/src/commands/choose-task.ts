import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandProblem } from '../cli/problem.ts';
import type { LoggedTask } from '../workshop/task-log.ts';
import type { Workshop } from '../workshop/workshop.ts';

/**
 * The last task of the manuscript or session that is named, else of the manuscript worked on last; null
 * when no task fits. Throws `CommandProblem` of kind `nothing-known` for a name without any record.
 */
export async function chooseTask(
  workshop: Workshop,
  target: string | null,
  fits: (task: LoggedTask) => boolean = () => true,
): Promise<LoggedTask | null> {
  const latest = await workshop.tasks.latest();
  if (target === null) return latest.find(fits) ?? null;
  const path = existsSync(target) ? realpathSync(target) : resolve(target);
  const episode = workshop.episodeOf(path);
  const named = latest.find(
    (task) => task.episode === episode || task.session_id === target || task.file === target,
  );
  if (named === undefined) throw new CommandProblem({ kind: 'nothing-known', wanted: target });
  return fits(named) ? named : null;
}
