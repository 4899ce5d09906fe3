import { InvalidArgumentError, isRecord, type JsonValue } from '@kanmon/core';
import { replaceLoneSurrogates } from './replace-lone-surrogates.ts';

/** Far more than any request nests, far less than the stack holds; it also ends cycles. */
const maxDepth = 500;

/**
 * `value` as JSON would carry it: absent members and functions gone, NaN null, lone surrogates replaced
 * (no hash or file can hold them). Throws `InvalidArgumentError` for cycles.
 */
export function toJsonValue(value: unknown): JsonValue {
  return convert(value, 0);
}

function convert(value: unknown, depth: number): JsonValue {
  if (depth > maxDepth) {
    throw new InvalidArgumentError(
      `expected plain data, got an object that contains itself or is nested more than ${maxDepth} levels deep`,
    );
  }
  if (typeof value === 'string') return replaceLoneSurrogates(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item: unknown) => convert(item, depth + 1));
  if (!isRecord(value)) return null;
  const members = Object.entries(value).filter(
    ([, member]) => member !== undefined && typeof member !== 'function',
  );
  return Object.fromEntries(members.map(([key, member]) => [key, convert(member, depth + 1)]));
}
