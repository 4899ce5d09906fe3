import { EventStoreError } from '@kanmon/core';
import { errorCode } from './error-code.ts';
import { journalFormat } from './journal-line.ts';

/** Something that was acknowledged is missing or damaged. */
export function corruptError(details: {
  readonly file: string;
  readonly offset: number;
  readonly what: string;
  readonly sequence?: number;
  readonly lost?: readonly [number, number];
  readonly lastGood?: { readonly sequence: number; readonly at: string };
}): EventStoreError {
  const { what, ...facts } = details;
  return new EventStoreError(
    `${details.file}: ${what} at byte ${details.offset}; restore the file from a copy, or open it with { readOnly: true, salvage: true } to read what comes before`,
    { code: 'store-corrupt', details: facts },
  );
}

/** The journal was written by a newer version of this package. */
export function formatError(file: string, format: number): EventStoreError {
  return new EventStoreError(
    `${file}: journal format ${format} is newer than ${journalFormat}, the newest this version reads; update @kanmon/event-store`,
    { code: 'store-format', details: { file, format, supported: journalFormat } },
  );
}

/** The file has the name of a segment, but no journal wrote it. */
export function foreignError(file: string): EventStoreError {
  return new EventStoreError(
    `${file}: this is no journal of @kanmon/event-store; move the file away or choose another directory`,
    { code: 'store-format', details: { file } },
  );
}

/** The outcome of an append is unknown. */
export function writeFailedError(file: string, what: string, cause?: unknown): EventStoreError {
  const reason = cause === undefined ? what : `${what}: ${errorCode(cause)}`;
  return new EventStoreError(
    `${file}: ${reason}; the outcome is unknown, append again with the same idempotency key`,
    {
      code: 'store-write-failed',
      details: { file, reason },
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** Other writers were faster too often. */
export function busyError(file: string, rounds: number): EventStoreError {
  return new EventStoreError(
    `${file}: ${rounds} attempts lost against other writers; nothing was written, try again later`,
    { code: 'store-busy', details: { file, rounds } },
  );
}
