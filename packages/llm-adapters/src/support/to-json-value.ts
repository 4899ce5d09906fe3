import { InvalidArgumentError, type JsonValue } from '@kanmon/core';
import { isRecord, toWellFormed } from '@kanmon/core/kit';

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
  const members = Object.entries(value).filter(
    ([, member]) => member !== undefined && typeof member !== 'function',
  );
  return Object.fromEntries(
    members.map(([key, member]) => [key, convert(member, rewrite, depth + 1)]),
  );
}
