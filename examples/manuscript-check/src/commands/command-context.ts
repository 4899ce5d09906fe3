import type { Environment } from '@kanmon/example-shared/provider-client';
import type { StartLintThread } from '../checking/lint-in-worker.ts';
import type { Arguments } from '../cli/arguments.ts';
import type { ExitCode } from '../cli/exit-codes.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { Texts } from '../cli/texts.ts';

/** The input of every command. */
export interface CommandContext {
  readonly args: Arguments;
  readonly texts: Texts;
  readonly reporter: Reporter;
  readonly environment: Environment;
  readonly startLintThread: StartLintThread;
  readonly signal: AbortSignal;
  /** True when a person at a terminal can be asked. */
  readonly interactive: boolean;
}

/** The result of a command: lines for people, one object for machines, and the exit code. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly json: object;
  readonly exitCode: ExitCode;
}

/** One command. */
export type Command = (context: CommandContext) => Promise<CommandResult>;
