import { canonicalJson, EventStoreError, type JsonValue, type StoredEvent } from '@kanmon/core';
import { isJsonArray, isJsonObject, withoutUndefined } from '@kanmon/core/kit';

/** Returns one member of a database row. */
export function column(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

/** Returns a text column that may be null. */
export function textColumn(row: unknown, name: string): string | undefined {
  const value = column(row, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a text column that is never null. */
export function required(row: unknown, name: string): string {
  const value = textColumn(row, name);
  if (value === undefined) throw unreadable(`column ${name} holds no text`);
  return value;
}

/** Returns a whole number; drivers return 64-bit columns as number, string or bigint. */
export function numberColumn(row: unknown, name: string): number {
  const number = Number(column(row, name));
  if (Number.isSafeInteger(number)) return number;
  throw unreadable(`column ${name} holds no whole number`);
}

/** Returns the event in a row of the event table, in SQLite and PostgreSQL alike. */
export function toStoredEvent(row: unknown): StoredEvent {
  return {
    streamId: required(row, 'stream_id'),
    version: numberColumn(row, 'version'),
    position: numberColumn(row, 'position'),
    at: required(row, 'at'),
    type: required(row, 'type'),
    data: parseData(required(row, 'data')),
    ...withoutUndefined({
      actor: textColumn(row, 'actor'),
      requestId: textColumn(row, 'request_id'),
    }),
    hash: required(row, 'hash'),
  };
}

/** Parses `data` and checks that the text is the one that was written: the hash covers only the value. */
function parseData(text: string): JsonValue {
  let value: JsonValue;
  try {
    // JSON.parse returns JSON values and nothing else; its declared type is any.
    value = JSON.parse(text) as JsonValue;
    if (isCanonical(value, text)) return value;
  } catch {
    throw unreadable('column data holds no JSON');
  }
  throw unreadable('column data holds JSON that the store did not write');
}

/** Writes canonical JSON only where the shorter check does not decide: that takes three times as long. */
function isCanonical(value: JsonValue, text: string): boolean {
  return (JSON.stringify(value) === text && hasSortedKeys(value)) || canonicalJson(value) === text;
}

function hasSortedKeys(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.every(hasSortedKeys);
  if (!isJsonObject(value)) return true;
  let last = '';
  for (const [key, member] of Object.entries(value)) {
    if (key < last || !hasSortedKeys(member)) return false;
    last = key;
  }
  return true;
}

function unreadable(what: string): EventStoreError {
  return new EventStoreError(`the store cannot be read: ${what}; restore it from a copy`, {
    code: 'store-corrupt',
  });
}
