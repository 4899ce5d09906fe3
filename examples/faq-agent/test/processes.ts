import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ending, type StartedProgram, startProgram } from '@kanmon/example-shared/testing';

const directory = join(import.meta.dirname, '..');

/** A program of which a test waits for what it shows. */
export interface Running extends StartedProgram {
  /** Resolves as soon as the output holds the text; rejects when the program ends before. */
  shows(text: string): Promise<string>;
}

/** Starts the program from its bundle, or another program as a user does. */
export function start(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  file = 'main.ts',
  fromSources = file !== 'main.ts',
): Running {
  const program = startProgram(file, args, { directory, variables, fromSources });
  const { child, shown } = program;
  const shows = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const { stdout } = shown();
        if (stdout.includes(text)) resolve(stdout);
      };
      look();
      child.stdout.on('data', look);
      child.on('close', () => {
        const { stdout, stderr } = shown();
        reject(new Error(`it ended without showing ${text}:\n${stdout}\n${stderr}`));
      });
    });
  return { ...program, shows };
}

/** Runs the program to its end with a text as its input. */
export function run(
  args: readonly string[],
  input = '',
  variables: Readonly<Record<string, string>> = {},
  fromSources = false,
): Promise<Ending> {
  const running = start(args, variables, 'main.ts', fromSources);
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

/** Returns a new path for a history. */
export function freshData(): string {
  return join(mkdtempSync(join(tmpdir(), 'kanmon-faq-')), 'dialogs');
}
