import type { JsonValue } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';

/** A check of the type of one value. */
export type Guard<T> = (value: unknown) => value is T;

/** Returns a guard for objects whose members pass these guards. Other members are ignored. */
export function shapeOf<T extends object>(members: {
  readonly [K in keyof T]-?: Guard<T[K]>;
}): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is T =>
    isRecord(value) && guards.every(([name, isFit]) => isFit(value[name]));
}

/** Returns a guard that also accepts a missing member. */
export function optional<T>(isFit: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || isFit(value);
}

/** Returns a guard for the listed values. */
export function oneOf<T>(...values: readonly T[]): Guard<T> {
  const known = new Set<unknown>(values);
  return (value): value is T => known.has(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Accepts whole numbers of at least 0. */
export function isCount(value: unknown): value is number {
  return isInteger(value) && value >= 0;
}

/** Accepts any member of parsed JSON. */
export function isPresent(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** Parses JSON; returns undefined for text that is not JSON. */
export function parseUnknown(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
