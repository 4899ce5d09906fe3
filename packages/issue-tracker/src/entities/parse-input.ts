import { formatPointer, type JsonValue } from '@kanmon/core';
import type * as z from 'zod';
import { InvalidInputError } from '../errors/issue-errors.ts';

/** The value by its schema. Throws `InvalidInputError` with the JSON Pointer of the first problem. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  const path = formatPointer((problem?.path ?? []).map(String));
  throw new InvalidInputError(
    `expected a valid ${what}, got a problem at ${path === '' ? 'its root' : path}: ${problem?.message ?? 'unknown'}`,
    { path, cause: result.error },
  );
}

/** Plain JSON of a value: what an event carries. Undefined members are left out, undefined is null. */
export function toEventData(value: unknown): JsonValue {
  // What JSON.stringify has written is JSON, which its type does not say.
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}
