import { isRecord } from '@kanmon/core';

/** A value that has members; what every reader of a provider's answer starts from. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** `value` as a record, empty when it is none: a missing branch reads like an empty one. */
export function asRecord(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** `value` as a list, empty when it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `value` when it is a string that says something. */
export function filledString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `{ [key]: value }`, or nothing when the value is absent: only what is known is set. */
export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
