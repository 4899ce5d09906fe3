import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { run } from '../src/run.ts';

export const folder = join(import.meta.dirname, '..');

/** How a run ended. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables of a run beside nothing. */
type Variables = Readonly<Record<string, string>>;

/** A run inside this process: as quick as a call, with streams of its own. */
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

/** A run as a user starts it: a process of its own. */
export function startDeck(
  directory: string,
  args: readonly string[],
  variables: Variables = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ending> } {
  const child = spawn(
    process.execPath,
    ['--conditions=@kanmon/source', join(folder, 'main.ts'), ...args],
    {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
        ...variables,
      },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
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
