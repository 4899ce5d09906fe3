import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ExtractOptions } from '../../src/json.ts';

/** A text of any length: a head, then runs of equal length that repeat one unit each, then a tail. */
export interface HostileShape {
  readonly name: string;
  readonly head?: string;
  /** `%` in a unit becomes a number that counts up. */
  readonly runs: readonly string[];
  readonly tail?: string;
  readonly options?: ExtractOptions;
}

/** What `extractJson` did on one text. */
export interface Work {
  /** Executed code: for each character of the source, how many times its block ran. */
  readonly blocks: number;
  /** Characters that built-in functions read. */
  readonly native: number;
  /** Allocated bytes, collected ones included. */
  readonly bytes: number;
}

/** Returns the text of a shape, give or take a unit. */
export function hostileText({ head = '', runs, tail = '' }: HostileShape, length: number): string {
  const parts = [head];
  for (const unit of runs) {
    const count = (length - head.length - tail.length) / runs.length / unit.length;
    for (let index = 0; index < count; index += 1) parts.push(unit.replace('%', String(index)));
  }
  return parts.join('') + tail;
}

/** V8 flags under which equal runs give equal counts. */
const steady = ['--no-opt', '--no-maglev', '--predictable', '--hash-seed=1', '--random-seed=1'];

/**
 * Counts the work on each shape at each length, in a separate process: its built-in functions are
 * replaced, and its counts must not mix with the coverage of the tests.
 */
export function countWork(
  shapes: readonly HostileShape[],
  lengths: readonly number[],
): readonly (readonly Work[])[] {
  const child = fileURLToPath(new URL('work-meter-child.ts', import.meta.url));
  const { NODE_V8_COVERAGE: _coverage, NODE_OPTIONS: _options, ...env } = process.env;
  const printed = execFileSync(process.execPath, ['--no-warnings', ...steady, child], {
    env,
    encoding: 'utf8',
    input: JSON.stringify({ shapes, lengths }),
    maxBuffer: 10_000_000,
  });
  return JSON.parse(printed) as readonly (readonly Work[])[]; // the child prints nothing else
}
