import { EventStoreError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { unknownOutcome } from '../../history/unknown-outcome.ts';
import { errorCode } from '../platform.ts';
import type { CommitHead } from './commit-rule.ts';
import { journalFormat } from './journal-line.ts';

/** Returns the error for an acknowledged record that is missing or damaged. */
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

/** Throws `store-corrupt` when an acknowledged record is missing. `place` is where the records should follow. */
export function assertWhole(
  head: CommitHead,
  place: { readonly file: string; readonly offset: number },
): void {
  const { sequence, durable, at } = head;
  if (durable <= sequence) return;
  throw corruptError({
    ...place,
    what: `records ${sequence + 1} to ${durable} were acknowledged and are missing or damaged`,
    sequence,
    lost: [sequence + 1, durable],
    lastGood: { sequence, at },
  });
}

/**
 * Throws `store-corrupt` when a later segment exists than the history can have reached. A segment is created after the
 * first line of the one before it was durable, so `segments` must have been listed before `head` was read.
 */
export function assertReached(
  { sequence, at, segment: opened, sealed }: CommitHead,
  place: { readonly file: string; readonly offset: number },
  segment: number,
  segments: readonly number[],
): void {
  const next = segments.find((other) => other > segment);
  if (next === undefined || (opened !== null && !sealed && next === segment + 1)) return;
  throw corruptError({
    ...place,
    what: `records that were durable before segment ${next} was created are missing`,
    sequence,
    lastGood: { sequence, at },
  });
}

/** Returns the error for a segment that no longer is the file that was read. `size` is what is left of it. */
export function replacedError(
  file: string,
  size: number,
  { sequence, at }: CommitHead,
): EventStoreError {
  return corruptError({
    file,
    offset: size,
    what: 'the file was cut, replaced or moved while the store was open, so no append is acknowledged; it ends or differs',
    sequence,
    lastGood: { sequence, at },
  });
}

/** Returns the error for a journal that a newer version of this package wrote. */
export function formatError(file: string, format: number): EventStoreError {
  return new EventStoreError(
    `${file}: journal format ${format} is newer than ${journalFormat}, the newest this version reads; update @kanmon/event-store`,
    { code: 'store-format', details: { file, format, supported: journalFormat } },
  );
}

/** Returns the error for a file with the name of a segment that no journal wrote. */
export function foreignError(file: string): EventStoreError {
  return new EventStoreError(
    `${file}: this is not a journal of @kanmon/event-store; move the file away or choose another directory`,
    { code: 'store-format', details: { file } },
  );
}

/** Returns the error for a write whose outcome is unknown. */
export function writeFailedError(file: string, what: string, cause?: unknown): EventStoreError {
  const reason = cause === undefined ? what : `${what}: ${errorCode(cause)}`;
  return new EventStoreError(`${file}: ${reason}; ${unknownOutcome}`, {
    code: 'store-write-failed',
    details: { file, reason },
    ...withoutUndefined({ cause }),
  });
}

/** Returns the error for an append that lost too many races. */
export function busyError(file: string, rounds: number): EventStoreError {
  return new EventStoreError(
    `${file}: ${rounds} attempts lost against other writers; nothing was written, try again later`,
    { code: 'store-busy', details: { file, rounds } },
  );
}
