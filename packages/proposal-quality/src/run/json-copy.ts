import type { JsonValue } from '@kanmon/core';

/** Deeper and larger members than these are no facts about a node. */
const maxDepth = 32;
const maxParts = 100_000;

/**
 * A copy of a value as JSON; undefined for what is none, is nested too deep, is too large, or cannot
 * be read. Bounded, so that cycles and shared parts end it.
 */
export function jsonCopy(value: unknown): JsonValue | undefined {
  const left = { parts: maxParts };
  try {
    return copy(value, maxDepth, left);
  } catch {
    return undefined;
  }
}

function copy(value: unknown, depth: number, left: { parts: number }): JsonValue {
  left.parts -= 1;
  if (left.parts < 0 || depth < 0) throw new RangeError('too much to copy');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((element) => copy(element, depth - 1, left));
  if (typeof value !== 'object') throw new TypeError('not JSON');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, copy(member, depth - 1, left)]),
  );
}
