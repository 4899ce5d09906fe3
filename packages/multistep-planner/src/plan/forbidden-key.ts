import type { JsonPointer, JsonValue } from '@kanmon/core';

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Place of the first key that could reach a prototype, at any depth, or null. A stack of its own
 * instead of recursion: depth is the input's to choose.
 */
export function findForbiddenKey(value: JsonValue): JsonPointer | null {
  const open: { readonly value: JsonValue; readonly path: JsonPointer }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, member] of Object.entries(next.value)) {
      if (forbidden.has(key)) return `${next.path}/${key}`;
      if (typeof member === 'object' && member !== null) {
        open.push({ value: member, path: `${next.path}/${key.slice(0, 64)}` });
      }
    }
  }
  return null;
}
