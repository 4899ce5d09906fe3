import { formatPointer, type JsonPointer } from '@kanmon/core';

/** Enough to see what changed; a wholly different request would fill pages. */
const maxDifferences = 20;

/** Pointers at which two JSON values differ, in document order, at most 20. */
export function jsonDifferences(left: unknown, right: unknown): readonly JsonPointer[] {
  const found: JsonPointer[] = [];
  const compare = (a: unknown, b: unknown, at: readonly string[]): void => {
    if (found.length >= maxDifferences) return;
    if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) {
      if (!Object.is(a, b)) found.push(formatPointer(at));
      return;
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      compare(Reflect.get(a, key), Reflect.get(b, key), [...at, key]);
    }
  };
  compare(left, right, []);
  return found;
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
