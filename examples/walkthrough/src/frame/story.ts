import { join, relative } from 'node:path';
import { type Clock, type IdSource, randomIds, systemClock } from '@kanmon/core';
import { createManualClock, createSequentialIds } from '@kanmon/core/testing';
import { Listr } from 'listr2';
import { safeText } from '@kanmon/example-shared/safe-text';
import { importInput } from '../content/import-input.ts';
import { reportPage, type ReportEntry } from '../report/page.ts';
import type { StoryOptions } from './arguments.ts';
import { createArtefacts } from './artefacts.ts';
import { createChecks, type Checks } from './checks.ts';
import { createJournals } from './journals.ts';
import { chooseModel } from './model.ts';
import type { Model, Step, StepContext } from './step.ts';

const outputDirectory = join(import.meta.dirname, '../../out');

/** Runs the chosen steps, writes every artefact and the report; true when each promise was kept. */
export async function runStory(
  steps: readonly Step[],
  { locale, only, input }: StoryOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const model = await chooseModel(environment, locale);
  const chosen = steps.filter((step) => only.includes(step.number));
  const { clock, ids } = timeAndIds(model);
  const imported = input === null ? null : await importInput(input, { locale, clock });
  const willKeep = chosen.some(({ journal }) => journal !== undefined);
  const journals = createJournals(outputDirectory, { fresh: willKeep, clock });
  try {
    for (const step of chosen) step.precondition?.({ locale, journals, willKeep });
    return await runSteps(chosen, { locale, model, clock, ids, journals, input: imported });
  } finally {
    journals.dispose();
  }
}

async function runSteps(
  steps: readonly Step[],
  run: Pick<StepContext, 'locale' | 'model' | 'clock' | 'ids' | 'journals' | 'input'>,
): Promise<boolean> {
  const { locale, model, clock, journals } = run;
  const artefacts = createArtefacts();
  const checks = createChecks(model.kind);
  const entries: ReportEntry[] = [];

  const list = new Listr(
    steps.map((step) => ({
      title: `${step.number}. ${step.title[locale]}`,
      task: async (_, task) => {
        const before = checks.all.length;
        const report = await step.run({
          ...run,
          artefacts,
          checks,
          progress: (line) => {
            task.output = safeText(line);
          },
        });
        entries.push({ step, report, checks: checks.all.slice(before) });
        task.title = `${step.number}. ${step.title[locale]}: ${safeText(report.headline)}`;
      },
      rendererOptions: { persistentOutput: true, outputBar: Number.POSITIVE_INFINITY },
    })),
    { fallbackRenderer: 'simple' },
  );
  await list.run();

  artefacts.add('report.html', reportPage({ locale, model, entries, at: clock.now() }));
  artefacts.write(outputDirectory);
  journals.publish();
  printClosing(checks, artefacts.names.length);
  return checks.broken.length === 0;
}

/** Recorded answers play under a fixed clock and counted ids, so that every run gives the same bytes. */
function timeAndIds(model: Model): { clock: Clock; ids: IdSource } {
  return model.kind === 'recorded'
    ? { clock: createManualClock(), ids: createSequentialIds() }
    : { clock: systemClock, ids: randomIds() };
}

function printClosing(checks: Checks, files: number): void {
  const kept = checks.all.filter((check) => check.kept).length;
  const report = relative(process.cwd(), join(outputDirectory, 'report.html'));
  for (const { promise } of checks.broken)
    process.stdout.write(`not as promised: ${safeText(promise)}\n`);
  process.stdout.write(
    `${kept} of ${checks.all.length} promises kept; ${files} files, open ${report}\n`,
  );
}
