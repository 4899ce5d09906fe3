import type { JsonPointer, JsonValue } from '@kanmon/core';
import { childPath } from '@kanmon/core/kit';

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A container and the way to it. Pointers are built for the one that is reported, not for all. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly parent: Place | null;
}

/**
 * Returns the pointer of a key that could reach a prototype, at any depth, or null. Uses a stack
 * instead of recursion: the input chooses the depth.
 */
export function findForbiddenKey(value: JsonValue): JsonPointer | null {
  if (typeof value !== 'object' || value === null) return null;
  const open: Place[] = [{ value, key: '', parent: null }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const [key, member] of Object.entries(place.value) as [string, JsonValue][]) {
      if (forbidden.has(key)) return childPath(pointerOf(place), key);
      if (typeof member === 'object' && member !== null) {
        open.push({ value: member, key, parent: place });
      }
    }
  }
  return null;
}

function pointerOf(place: Place): JsonPointer {
  const keys: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) keys.push(at.key);
  return keys.reduceRight(childPath, '');
}
