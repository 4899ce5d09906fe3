import type { Environment } from '@kanmon/example-shared/provider-client';
import { safeJson, safeText } from '@kanmon/example-shared/safe-text';
import { startLintThread, type StartLintThread } from '../checking/lint-in-worker.ts';
import type { Command, CommandResult } from '../commands/command-context.ts';
import { resume } from '../commands/resume.ts';
import { timeline } from '../commands/timeline.ts';
import { history, status, unresolved } from '../commands/views.ts';
import { work } from '../commands/work.ts';
import { type Arguments, guessLocale, parseArguments } from './arguments.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { CommandProblem } from './problem.ts';
import { createReporter, type ProgressStream } from './reporter.ts';
import { texts } from './texts.ts';

/** The parts of the process that a command may use. */
export interface Surroundings {
  readonly environment: Environment;
  readonly output: { write(text: string): unknown };
  readonly progress: ProgressStream;
  /** @default a thread for each command */
  readonly startLintThread?: StartLintThread;
  /** True when questions can be asked at the terminal. */
  readonly interactive: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

const commands: Readonly<Record<Exclude<Arguments['command'], 'help'>, Command>> = {
  check: (context) => work('check', context),
  polish: (context) => work('polish', context),
  status,
  history,
  resume,
  timeline,
  unresolved,
};

/** Runs one command line and gives what the process ends with. A defect is thrown on. */
export async function runCommand(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { output, progress, signal } = surroundings;
  const wantsJson = argv.includes('--json');
  const fallback = texts[guessLocale(argv)];
  const reporterOf = (args: Arguments) =>
    createReporter(progress, { locale: args.locale, silent: args.json });
  try {
    const args = parseArguments(argv);
    const says = texts[args.locale];
    if (args.command === 'help') {
      output.write(`${says.usage}\n`);
      return exitCodes.done;
    }
    const reporter = reporterOf(args);
    try {
      const { environment, interactive } = surroundings;
      const result = await commands[args.command]({
        args,
        texts: says,
        reporter,
        environment,
        startLintThread: surroundings.startLintThread ?? startLintThread,
        signal,
        interactive: interactive && !args.json,
      });
      reporter.clear();
      output.write(args.json ? toJson(result) : `${safeText(result.lines.join('\n'))}\n`);
      return result.exitCode;
    } finally {
      reporter.clear();
    }
  } catch (error) {
    if (signal.aborted) {
      progress.write(`${fallback.interrupted}\n`);
      return exitCodes.interrupted;
    }
    if (!CommandProblem.isInstance(error)) throw error;
    const { problem } = error;
    const message = fallback.problem(problem);
    const exitCode = exitCodeOf(problem);
    if (wantsJson) output.write(`${safeJson({ exit_code: exitCode, message, problem })}\n`);
    progress.write(`${safeText(message)}\n`);
    return exitCode;
  }
}

function toJson({ json, exitCode }: CommandResult): string {
  return `${safeJson({ exit_code: exitCode, ...json }, 2)}\n`;
}
