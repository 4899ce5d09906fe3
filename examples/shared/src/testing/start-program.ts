import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** The end of a program. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that is running. */
export interface StartedProgram {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ending>;
  /** Returns the output so far. */
  shown(): Omit<Ending, 'code'>;
}

/** Starts a program as a user does: in a separate process, with only the variables that are passed. */
export function startProgram(
  file: string,
  args: readonly string[],
  options: {
    readonly directory: string;
    readonly variables?: Readonly<Record<string, string>>;
  },
): StartedProgram {
  const { directory, variables = {} } = options;
  const child = spawn(process.execPath, ['--conditions=@kanmon/source', file, ...args], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
      ...variables,
    },
  });
  let stdout = '';
  let stderr = '';
  // A character may come in two chunks.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, shown: () => ({ stdout, stderr }) };
}
