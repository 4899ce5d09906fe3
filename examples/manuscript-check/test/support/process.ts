import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '@kanmon/example-shared/testing';
import type { Desk } from './desk.ts';

const folder = join(import.meta.dirname, '../..');

/** A command line in a separate process. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly output: string;
    readonly progress: string;
  }>;
}

/** Starts the program as a user does, at a desk, with a lock that a dead owner keeps for a second. */
export function start(desk: Desk, argv: readonly string[]): Running {
  const common = ['--dir', desk.path('.manuscript-check'), '--lock-seconds', '1'];
  const { child, ended } = startProgram(join(folder, 'main.ts'), [...argv, ...common], {
    directory: desk.folder,
  });
  return {
    child,
    ended: ended.then(({ code, stdout, stderr }) => ({ code, output: stdout, progress: stderr })),
  };
}

/** Resolves when the journal has this many lines, or the process is over. */
export async function journalReaches(desk: Desk, lines: number, running: Running): Promise<void> {
  const path = desk.path('.manuscript-check/journal/journal-000001.jsonl');
  while (running.child.exitCode === null && linesOf(path) < lines) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function linesOf(path: string): number {
  try {
    return readFileSync(path, 'latin1').split('\n').length - 1;
  } catch {
    return 0;
  }
}
