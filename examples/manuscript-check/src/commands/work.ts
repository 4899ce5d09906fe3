import { toSarif } from '@kanmon/issue-tracker/sarif';
import type { WorkCommand } from '../cli/arguments.ts';
import { rulesFor } from '../checking/rules-for.ts';
import { sayIn } from '../cli/say.ts';
import { beginTask, waiting } from '../loop/begin-task.ts';
import { carryOut } from '../loop/carry-out.ts';
import { createAnswer } from '../loop/create-answer.ts';
import { chooseModel } from '../model/choose-model.ts';
import { isUnchanged, readManuscript } from '../workshop/manuscript-file.ts';
import { assertWritable, outputPath, writeOutput } from '../workshop/output-file.ts';
import type { CommandContext, CommandResult } from './command-context.ts';
import { showResult } from './show-result.ts';
import { withWorkshop } from './with-workshop.ts';

/** `check` and `polish`: read the manuscript, begin a task, do it. */
export async function work(command: WorkCommand, context: CommandContext): Promise<CommandResult> {
  const { args, texts, reporter, environment, startLintThread, signal } = context;
  // Impossible requests are refused before anything is written down.
  const file = readManuscript(args.target ?? '');
  const output = outputPath(command, file.path, args);
  if (output !== null && !args.inPlace) assertWritable('--output', output, [file.path]);
  if (args.sarif !== null) {
    assertWritable('--sarif', args.sarif, [file.path, ...(output === null ? [] : [output])]);
  }
  const rules = rulesFor(file.text, args.rules, sayIn(args.locale));
  const model = await chooseModel(environment, rules);
  return withWorkshop(context, async (workshop) => {
    const wait = waiting(args.waitSeconds ?? 0, signal, reporter);
    const request = { command, args, rules, model: model !== null };
    const open = await beginTask(workshop, file, request, wait);
    const answer = createAnswer(workshop, open.task, context);
    const result = await carryOut(open, {
      workshop,
      model,
      reporter,
      answer,
      startLintThread,
      signal,
      force: args.force,
    });
    if (args.sarif !== null) {
      const sarif = toSarif(result.after, {
        baseline: result.before,
        artifactUri: () => encodeURI(open.task.file),
      });
      writeOutput(args.sarif, `${JSON.stringify(sarif, null, 2)}\n`, workshop, {
        force: args.force,
      });
    }
    const shown = showResult(result, { texts, artefacts: workshop.artefacts });
    if (command === 'polish' || isUnchanged(file)) return shown;
    return {
      ...shown,
      lines: [...shown.lines, texts.fileChanged],
      json: { ...shown.json, file_changed: true },
    };
  });
}
