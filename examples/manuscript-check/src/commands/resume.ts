import { CommandProblem } from '../cli/problem.ts';
import { reopenTask, waiting } from '../loop/begin-task.ts';
import { carryOut } from '../loop/carry-out.ts';
import { createAnswer } from '../loop/create-answer.ts';
import { chooseModel } from '../model/choose-model.ts';
import type { Command } from './command-context.ts';
import { chooseTask } from './choose-task.ts';
import { showResult } from './show-result.ts';
import { withWorkshop } from './with-workshop.ts';

/** Goes on with unfinished work: of the manuscript that is named, else of the one worked on last. */
export const resume: Command = (context) => {
  const { args, texts, reporter, environment, startLintThread, signal } = context;
  return withWorkshop(context, async (workshop) => {
    const task = await chooseTask(workshop, args.target, ({ end }) => end === null);
    if (task === null) throw new CommandProblem({ kind: 'nothing-to-resume' });
    const model = task.model ? await chooseModel(environment, task.rules) : null;
    // The lock of a process that died stays for a while; waiting it out is what resume is for.
    const wait = waiting(args.waitSeconds ?? args.lockSeconds + 1, signal, reporter);
    const open = await reopenTask(workshop, task, wait);
    const answer = createAnswer(workshop, task, context);
    const result = await carryOut(open, {
      workshop,
      model,
      reporter,
      answer,
      startLintThread,
      signal,
      force: args.force,
    });
    return showResult(result, { texts, artefacts: workshop.artefacts });
  });
};
