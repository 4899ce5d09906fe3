import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join, resolve as absolutePath } from 'node:path';

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

/**
 * Returns the arguments of Node for a program. Tests run it from the bundle that their project made of it, because
 * loading the sources costs more than most commands do; with `fromSources` they run it as a user does.
 */
export function programArguments(file: string, fromSources = false): readonly string[] {
  const bundles = process.env['KANMON_PROGRAMS'];
  if (bundles === undefined || fromSources) return ['--conditions=@kanmon/source', file];
  return ['--conditions=@kanmon/source', join(bundles, file.replace(/ts$/, 'mjs'))];
}

/** Starts a program in a separate process, with only the variables that are passed. */
export function startProgram(
  file: string,
  args: readonly string[],
  options: {
    readonly directory: string;
    readonly variables?: Readonly<Record<string, string>>;
    /** Starts the documented command. @default false */
    readonly fromSources?: boolean;
  },
): StartedProgram {
  const { directory, variables = {}, fromSources = false } = options;
  const command = programArguments(absolutePath(directory, file), fromSources);
  const child = spawn(process.execPath, [...command, ...args], {
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
