import {
  EventStoreError,
  type EventStoreErrorCode,
  FencedError,
  VersionConflictError,
} from '@kanmon/core';

/** The kit has its own assertions, so that any runner can run it without another package. */
class AssertionFailure extends Error {
  override readonly name: string = 'AssertionFailure';
}

/** Fails the test with a message. */
export function fail(message: string): never {
  throw new AssertionFailure(message);
}

/** Fails unless `condition` holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Fails unless both values are deeply equal: own enumerable members, in any order. */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isEqual(actual, expected)) {
    fail(`${what}: expected ${show(expected)}, got ${show(actual)}`);
  }
}

/** Returns the reason of a promise that must reject. */
export async function rejection(promise: Promise<unknown>, what: string): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return fail(`${what}: expected a rejection, got a result`);
}

/** Fails unless the promise rejects with an `EventStoreError` of this code. */
export async function checkRefused(
  promise: Promise<unknown>,
  code: EventStoreErrorCode,
  what: string,
): Promise<EventStoreError> {
  const error = await rejection(promise, what);
  if (!EventStoreError.isInstance(error))
    return fail(`${what}: expected ${code}, got ${show(error)}`);
  checkEqual(error.code, code, what);
  return error;
}

/** Fails unless the promise rejects with a `FencedError` of this reason. */
export async function checkFenced(
  promise: Promise<unknown>,
  reason: FencedError['reason'],
): Promise<void> {
  const error = await rejection(promise, reason);
  check(FencedError.isInstance(error), `expected a FencedError (${reason})`);
  checkEqual(error.reason, reason, 'reason');
}

/** Fails unless the promise rejects with a `VersionConflictError` that has these members. */
export async function checkConflict(
  promise: Promise<unknown>,
  expected: Partial<
    Pick<VersionConflictError, 'streamId' | 'expectedVersion' | 'actualVersion' | 'reason'>
  >,
): Promise<void> {
  const error = await rejection(promise, 'conflict');
  check(VersionConflictError.isInstance(error), 'expected a VersionConflictError');
  for (const [name, value] of Object.entries(expected)) {
    checkEqual(Reflect.get(error, name), value, name);
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) && isEqual(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}

function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
