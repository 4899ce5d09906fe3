import type { ExitCode } from './exit-codes.ts';

/** The result of a command: the same outcome for programs and for people. */
export interface CommandResult {
  /** Members of the JSON answer. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /** @default 0 */
  readonly exitCode?: ExitCode;
}
