import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const storyFolder = join(import.meta.dirname, '..');
export const output = join(storyFolder, 'out');

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The story as a user starts it: a process of its own, with the variables it is given and no others. */
export function runStory(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const child = spawn(process.execPath, ['--conditions=@kanmon/source', 'main.ts', ...args], {
    cwd: storyFolder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
      ...variables,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Every file of the last run but the journals themselves: their lines hold a random name of their writer. */
export function readOutputs(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.jsonl'))
      .map(({ parentPath, name }) => join(relative(output, parentPath), name))
      .map((name) => [name, withoutTimes(readFileSync(join(output, name), 'utf8'))]),
  );
}

/** What the page measured differs from run to run. */
function withoutTimes(content: string): string {
  return content.replaceAll(/<span class="measured">[^<]*<\/span>/g, '');
}
