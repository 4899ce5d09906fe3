import { EventStoreError, type JsonValue, type StoredEvent } from '@kanmon/core';

/** `JSON.parse` gives JSON values and nothing else; its declared type does not say so. */
const parseJson: (text: string) => JsonValue = JSON.parse;

/** One member of a database row. */
export function column(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

/** A text column that may be null. */
export function textColumn(row: unknown, name: string): string | undefined {
  const value = column(row, name);
  return typeof value === 'string' ? value : undefined;
}

/** A whole number; drivers give 64-bit columns as number, string or bigint. */
export function numberColumn(row: unknown, name: string): number {
  const number = Number(column(row, name));
  if (Number.isSafeInteger(number)) return number;
  throw unreadable(`column ${name} holds no whole number`);
}

/** The event in a row of the event table, in SQLite and PostgreSQL alike. */
export function toStoredEvent(row: unknown): StoredEvent {
  const actor = textColumn(row, 'actor');
  const requestId = textColumn(row, 'request_id');
  return {
    streamId: required(row, 'stream_id'),
    version: numberColumn(row, 'version'),
    position: numberColumn(row, 'position'),
    at: required(row, 'at'),
    type: required(row, 'type'),
    data: parseData(required(row, 'data')),
    ...(actor === undefined ? {} : { actor }),
    ...(requestId === undefined ? {} : { requestId }),
    hash: required(row, 'hash'),
  };
}

/** A text column that is never null. */
export function required(row: unknown, name: string): string {
  const value = textColumn(row, name);
  if (value === undefined) throw unreadable(`column ${name} holds no text`);
  return value;
}

function parseData(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw unreadable('column data holds no JSON');
  }
}

function unreadable(what: string): EventStoreError {
  return new EventStoreError(`the store cannot be read: ${what}; restore it from a copy`, {
    code: 'store-corrupt',
  });
}
