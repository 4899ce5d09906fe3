import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundledProgram } from '@kanmon/test-support';

/** A child that runs one of test/children with the sources of the workspace. */
export interface Child {
  readonly process: ChildProcess;
  /** Lines it has printed. */
  readonly lines: readonly string[];
  /** Resolves when it has printed a line. */
  waitFor(line: string): Promise<void>;
  /** Resolves with its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** Children never outlive this, whatever they do. */
const longestMs = 60_000;

/** Starts a script of test/children with arguments. */
export function startChild(script: string, ...values: readonly string[]): Child {
  const path = bundledProgram(new URL(`../children/${script}.ts`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path, ...values],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
        // Set for the tests themselves, to keep their coverage exact.
        NODE_DISABLE_COMPILE_CACHE: undefined,
      },
    },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const exited = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(
    () => child.exitCode,
  );

  return {
    process: child,
    lines,
    exited,
    async waitFor(line) {
      const until = Date.now() + longestMs;
      while (!lines.includes(line)) {
        if (child.exitCode !== null || Date.now() > until) {
          throw new Error(`the child ended before it printed ${line}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
