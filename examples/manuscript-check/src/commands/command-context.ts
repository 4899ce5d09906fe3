import type { Environment } from '@kanmon/example-shared/provider-client';
import type { Arguments } from '../cli/arguments.ts';
import type { ExitCode } from '../cli/exit-codes.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { Texts } from '../cli/texts.ts';

/** What every command is given. */
export interface CommandContext {
  readonly args: Arguments;
  readonly texts: Texts;
  readonly reporter: Reporter;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Whether somebody sits at a terminal and can be asked. */
  readonly interactive: boolean;
}

/** What a command leaves: lines for people, one object for machines, and how the process ends. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly json: object;
  readonly exitCode: ExitCode;
}

/** One command. */
export type Command = (context: CommandContext) => Promise<CommandResult>;
