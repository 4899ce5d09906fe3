import fc from 'fast-check';
import type { JsonValue } from '@kanmon/core';
import { anyCharacter, type CaseReader, caseReader } from '@kanmon/test-support';

export const readCases: CaseReader = caseReader(new URL('cases/', import.meta.url));

/** `JSON.parse` with the type it has. */
export const parseJson: (text: string) => JsonValue = JSON.parse;

/** Anything JSON can carry: astral characters, empty and dangerous keys included. */
export function jsonValues(): fc.Arbitrary<JsonValue> {
  return fc.json({ stringUnit: anyCharacter }).map(parseJson);
}

/** Returns the error that `operation` throws; fails the test when it does not throw. */
export function thrownBy(operation: () => unknown): unknown {
  try {
    operation();
  } catch (error) {
    return error;
  }
  throw new Error('expected a throw, but nothing was thrown');
}

/** Returns the error that `operation` rejects with; fails the test when it does not. */
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
