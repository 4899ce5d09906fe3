import type { Writable } from 'node:stream';

/** The process, or what stands for it in a test: the one way in and out of a run. */
export interface Host {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** True when a person sits at the terminal and can be asked. */
  readonly isInteractive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** This process. The first Ctrl-C lets a run end in order; a second one ends it at once. */
export function processHost(): Host {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupt.abort());
  const { stdin, stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedReader);
  return {
    stdout,
    stderr,
    isInteractive: stdin.isTTY && stdout.isTTY,
    environment: env,
    workingDirectory: startFolder(env),
    signal: interrupt.signal,
  };
}

/** `pnpm deck` runs in the folder of the repository and passes the user's folder in INIT_CWD. */
function startFolder(environment: Host['environment']): string {
  const isScript = environment['npm_lifecycle_event'] === 'deck';
  return (isScript ? environment['INIT_CWD'] : undefined) ?? process.cwd();
}

/** `deck list | head` closes the pipe; that is no failure. */
function ignoreClosedReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}
