import { isRecord, toWellFormed } from '@kanmon/core/kit';
import { InvalidArgumentError, type JsonValue } from '@kanmon/core';

/** A value that has members; what every reader of a provider's answer starts from. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns `value`, or an empty record when it is not a record: a missing branch reads like an empty one. */
export function asRecord(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** Returns a member of any value, or a member of that member; undefined when it has none or reading it throws. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (inner, name) =>
      attempt((): unknown =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
      ),
    value,
  );
}

/**
 * Returns what `read` returns, or undefined when it throws: foreign objects may be proxies or have getters, and
 * the error of a listener must not change the call it watches.
 */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Calls a listener whose errors, and promises that reject, are ignored. */
export function notify(listener: () => unknown): void {
  const returned = attempt(listener);
  if (returned instanceof Promise) returned.catch(() => undefined);
}

/** Returns `value`, or an empty list when it is not a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns `value` when it is a string that is not empty. */
export function filledString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the signal under a name of an options object; undefined when it is absent. */
export function signalIn(options: unknown, name = 'signal'): AbortSignal | undefined {
  const signal = member(options, name);
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Returns the texts of blocks or parts as one, those under `key` of each. */
export function joinTexts(parts: readonly UnknownRecord[], key = 'text'): string {
  return parts.map((part) => filledString(part[key]) ?? '').join('');
}

/** Returns the words of a text as a set. A call at the top of a module is marked as pure, so that bundlers can drop it. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Far more than any request nests, far less than the stack holds; it also ends cycles. */
const maxDepth = 500;

/**
 * `value` as JSON would carry it: absent members and functions gone, NaN null, lone surrogates replaced
 * (no hash or file can hold them), and every text through `rewrite`. Throws `InvalidArgumentError` for cycles.
 */
export function toJsonValue(value: unknown, rewrite: Rewrite = asWritten): JsonValue {
  return convert(value, rewrite, 0);
}

type Rewrite = (text: string) => string;

const asWritten: Rewrite = (text) => text;

function convert(value: unknown, rewrite: Rewrite, depth: number): JsonValue {
  if (depth > maxDepth) {
    throw new InvalidArgumentError(
      `expected plain data, got an object that contains itself or is nested more than ${maxDepth} levels deep`,
    );
  }
  if (typeof value === 'string') return rewrite(toWellFormed(value));
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item: unknown) => convert(item, rewrite, depth + 1));
  if (!isRecord(value)) return null;
  const data = Object.entries(value).filter(
    ([, entry]) => entry !== undefined && typeof entry !== 'function',
  );
  return Object.fromEntries(data.map(([key, entry]) => [key, convert(entry, rewrite, depth + 1)]));
}
