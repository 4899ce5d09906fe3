import { EventStoreError, KanmonError } from '@kanmon/core';
import { unknownOutcome } from '../history/unknown-outcome.ts';
import { column } from '../rows/stored-row.ts';

/** The SQLSTATE of a database error, or the system code of a lost connection. */
export function sqlState(error: unknown): string {
  const code = column(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** Undefined table, function, column or schema: the schema is missing or older than this code. */
const missingSchema = new Set(['42P01', '42883', '42703', '3F000']);

/** True when the statement named something that the schema does not have (any more). */
export function isMissingSchema(error: unknown): boolean {
  return missingSchema.has(sqlState(error));
}

/** Conflicts that PostgreSQL itself asks to try again. */
const conflictStates = new Set(['40001', '40P01']);
/** Conflicts, a lock that was not given in time, and no free connection. */
const busyStates = new Set([...conflictStates, '55P03', '53300']);

/** True when PostgreSQL gave up the statement in favour of another one. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(sqlState(error));
}

/** Messages of drivers for a connection that was lost before the answer came. */
const lostConnection =
  /^(?:08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$|connection terminated|connection ended/i;

/** States that PostgreSQL also reports when it fails in the middle of a commit: of the disk, of itself, unknown. */
const failedCommit = /^(?:40003|53100|58...|XX...)$/;

/** True when PostgreSQL reported an error: the transaction was rolled back, nothing was written. */
export function isRefused(error: unknown): boolean {
  const state = sqlState(error);
  // An SQLSTATE has a digit; codes of the system such as EPIPE have none.
  const isReported = /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !failedCommit.test(state);
  return isReported && !isConnectionLost(error);
}

/** True when the connection was lost: the statement may be sent again with the same idempotency key. */
export function isConnectionLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return lostConnection.test(sqlState(error)) || lostConnection.test(message);
}

/** The family's error for what the driver threw. Its message stays in `cause`: it may quote values. */
export function postgresError(
  error: unknown,
  otherwise: 'store-open-failed' | 'store-write-failed',
): KanmonError {
  if (KanmonError.isInstance(error)) return error;
  const state = sqlState(error);
  const reason = state === '' ? 'no code' : state;
  if (missingSchema.has(state)) return formatError('', 'missing', error);
  const code = busyStates.has(state) ? 'store-busy' : otherwise;
  const messages = {
    'store-busy': `PostgreSQL gave precedence to others (${reason}); nothing was written, try again later`,
    'store-open-failed': `PostgreSQL could not be used (${reason}); check the connection and the privileges on the schema`,
    'store-write-failed': isRefused(error)
      ? `PostgreSQL refused to write (${reason}); nothing was written, check the privileges on the schema and that the server is not read-only`
      : `PostgreSQL could not write (${reason}); ${unknownOutcome}`,
  };
  return new EventStoreError(messages[code], { code, details: { reason }, cause: error });
}

/** The schema, server or database cannot hold this store. */
export function formatError(
  what: string,
  problem: 'missing' | 'newer' | 'server' | 'encoding',
  cause?: unknown,
): EventStoreError {
  const messages = {
    missing:
      'the schema is missing or older than this version; call migratePostgres(pool, { schema }) once, or pass migrate: true',
    newer: `the schema ${what} is newer than this version; update @kanmon/event-store`,
    server: `the server has version number ${what}; PostgreSQL 14 or newer is needed`,
    encoding: `the database has encoding ${what}; create one with encoding UTF8`,
  };
  return new EventStoreError(messages[problem], {
    code: 'store-format',
    ...(cause === undefined ? {} : { cause }),
  });
}
