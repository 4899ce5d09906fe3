import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { z } from 'zod';
import type { JsonValue } from '@kanmon/core';

/** The lines of `test/cases/<name>.jsonl`, checked; adding a case is adding a line. */
export function readCases<Case>(name: string, schema: z.ZodType<Case>): readonly Case[] {
  const url = new URL(`cases/${name}.jsonl`, import.meta.url);
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(parseJson(line)));
}

/** `JSON.parse` with the type it has. */
export const parseJson: (text: string) => JsonValue = JSON.parse;

/** Anything JSON can carry: astral characters, empty and dangerous keys included. */
export function jsonValues(): fc.Arbitrary<JsonValue> {
  return fc.json({ stringUnit: 'binary' }).map(parseJson);
}

/** What `operation` throws; fails the test when it does not throw. */
export function thrownBy(operation: () => unknown): unknown {
  try {
    operation();
  } catch (error) {
    return error;
  }
  throw new Error('expected a throw, but nothing was thrown');
}

/** What `operation` rejects with; fails the test when it does not. */
export async function rejectionOf(operation: () => Promise<unknown>): Promise<unknown> {
  try {
    await operation();
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection, but the promise was fulfilled');
}

/** An array nested `depth` times, built without recursion. */
export function nested(depth: number): JsonValue {
  let value: JsonValue = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** A member of whatever was thrown: its code, its reason. */
export function memberOf(error: unknown, name: 'code' | 'reason'): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** What is linear takes twice as long for twice the input; the rest is for the machine. */
export const linearGrowth = 2.4;
/** Rounds are interleaved and the best of each counts: what is left is the work, not the machine. */
const timingRounds = 5;
/** A busy machine spoils one look or two. What is worse than linear fails them all. */
const timingLooks = 6;

/**
 * How many times longer `run` takes on twice the input. Half a millisecond is added to the shorter
 * time, below which the clock and the collector say more than the work.
 */
export function growthOf(run: (text: string) => unknown, unit: string, count: number): number {
  const once = unit.repeat(count);
  const twice = unit.repeat(2 * count);
  run(twice);
  let least = Infinity;
  for (let look = 0; look < timingLooks && least >= linearGrowth; look += 1) {
    let best: readonly [number, number] = [Infinity, Infinity];
    for (let round = 0; round < timingRounds; round += 1) {
      best = [
        Math.min(best[0], milliseconds(run, once)),
        Math.min(best[1], milliseconds(run, twice)),
      ];
    }
    least = Math.min(least, best[1] / (best[0] + 0.5));
  }
  return least;
}

function milliseconds(run: (text: string) => unknown, text: string): number {
  const start = performance.now();
  run(text);
  return performance.now() - start;
}
