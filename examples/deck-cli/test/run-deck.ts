import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Ending, type StartedProgram, startProgram } from '@kanmon/example-shared/testing';
import { run } from '../src/run.ts';

export const folder = join(import.meta.dirname, '..');

/** Variables of a run beside nothing. */
type Variables = Readonly<Record<string, string>>;

/** Runs `deck` inside this process: as quick as a call, with separate streams. */
export async function runDeck(
  directory: string,
  args: readonly string[],
  environment: Variables = {},
): Promise<Ending> {
  const out = collector();
  const err = collector();
  const code = await run(args, {
    stdout: out.stream,
    stderr: err.stream,
    isInteractive: false,
    environment,
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** The answer of a run with `--json`. */
export async function askDeck(
  directory: string,
  args: readonly string[],
  environment: Variables = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await runDeck(directory, [...args, '--json'], environment);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

/** A run as a user starts it. */
export function startDeck(
  directory: string,
  args: readonly string[],
  variables: Variables = {},
): StartedProgram {
  return startProgram(join(folder, 'main.ts'), args, { directory, variables });
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
