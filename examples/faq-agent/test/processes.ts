import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');

/** How a run ended. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that is still running. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ending>;
  /** Resolves as soon as the output holds the text; rejects when the program ends before. */
  shows(text: string): Promise<string>;
}

/** Starts the program as a user does: a process of its own, with the variables it is given and no others. */
export function start(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  file = 'main.ts',
): Running {
  const child = spawn(process.execPath, ['--conditions=@kanmon/source', file, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
      ...variables,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  const shows = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stdout.includes(text)) resolve(stdout);
      };
      look();
      child.stdout.on('data', look);
      child.on('close', () =>
        reject(new Error(`it ended without showing ${text}:\n${stdout}\n${stderr}`)),
      );
    });
  return { child, ended, shows };
}

/** Runs the program to its end with a text as its input. */
export function run(
  args: readonly string[],
  input = '',
  variables: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const running = start(args, variables);
  running.child.stdin.end(input);
  return running.ended;
}

/** A server of the program on a free port. */
export async function startServer(
  args: readonly string[],
): Promise<Running & { readonly url: string }> {
  const running = start([...args, '--port', '0']);
  const shown = await running.shows('\n');
  return { ...running, url: shown.split('\n')[0] ?? '' };
}

/** A path for a history that nobody else uses. */
export function freshData(): string {
  return join(mkdtempSync(join(tmpdir(), 'kanmon-faq-')), 'dialogs');
}
