import { isRecord } from '@kanmon/core/kit';

/** A value that has members; what every reader of a provider's answer starts from. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** `value` as a record, empty when it is none: a missing branch reads like an empty one. */
export function asRecord(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** Returns a member of any value; undefined when it has none or reading it throws. */
export function member(value: unknown, name: string): unknown {
  return attempt((): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
  );
}

/** Returns what `read` returns, or undefined when it throws: foreign objects may be proxies or have getters. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
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
