import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Ending, startProgram } from '@kanmon/example-shared/testing';

export const storyFolder = join(import.meta.dirname, '..');
export const output = join(storyFolder, 'out');

/** The story in a separate process. */
export function runStory(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  fromSources = false,
): Promise<Ending> {
  return startProgram('main.ts', args, { directory: storyFolder, variables, fromSources }).ended;
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

/** Removes the measured times, which differ from run to run. */
function withoutTimes(content: string): string {
  return content.replaceAll(/<span class="measured">[^<]*<\/span>/g, '');
}
