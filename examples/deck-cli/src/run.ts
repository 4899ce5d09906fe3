import { CommanderError } from 'commander';
import { createContext } from './cli-context.ts';
import type { CommandResult } from './command-result.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import type { Host } from './host.ts';
import { createOutput, type Output } from './output.ts';
import { createProgram, type Run } from './program.ts';
import { createSay } from './say.ts';

/** Runs one command line; gives the exit code. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  const output = createOutput(host, { json: argv.includes('--json') });
  let exitCode: ExitCode = exitCodes.done;
  const runCommand: Run = async (options, act) => {
    const result = await act(createContext(options, host));
    exitCode = result.exitCode ?? exitCodes.done;
    showResult(result, output, exitCode);
  };
  const program = createProgram(createSay(languageOf(argv)), runCommand, host);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    return showError(error, output, host);
  }
}

/** Help texts are made before options are read. */
function languageOf(argv: readonly string[]): 'ja' | 'en' {
  return argv.includes('--lang=en') || argv[argv.indexOf('--lang') + 1] === 'en' ? 'en' : 'ja';
}

function showResult({ data, lines }: CommandResult, output: Output, exitCode: ExitCode): void {
  if (output.json)
    output.document({ ok: exitCode === exitCodes.done, exit_code: exitCode, ...data });
  else for (const line of lines) output.print(line);
}

function showError(error: unknown, output: Output, { signal }: Host): ExitCode {
  const { exitCode, code, message, details } = signal.aborted
    ? { exitCode: exitCodes.interrupted, code: 'interrupted', message: 'interrupted', details: [] }
    : explainError(error);
  if (output.json)
    output.document({ ok: false, exit_code: exitCode, error: { code, message, details } });
  else output.note(message);
  return exitCode;
}
