import { EventStoreError, KanmonError } from '@kanmon/core';
import { unknownOutcome } from '../../history/unknown-outcome.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) and the names that other drivers use. */
const resultCodes = {
  busy: { numbers: [5, 6], names: ['SQLITE_BUSY', 'SQLITE_LOCKED'] },
  corrupt: { numbers: [11, 26], names: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'] },
} as const;

/** Returns true when another connection holds a lock that this one needs. */
export function isBusy(error: unknown): boolean {
  return hasResult(error, resultCodes.busy);
}

/** Returns a damaged database's error as `store-corrupt`, any other as it is. */
export function corruptError(error: unknown): unknown {
  return hasResult(error, resultCodes.corrupt) ? sqliteError(error, 'store-open-failed') : error;
}

/** Maps an error of SQLite to `store-corrupt`, `store-busy`, or else to the code `otherwise`. */
export function sqliteError(
  error: unknown,
  otherwise: 'store-open-failed' | 'store-write-failed',
): KanmonError {
  if (KanmonError.isInstance(error)) return error;
  const reason = error instanceof Error ? error.message : 'unknown failure';
  const isCorrupt = hasResult(error, resultCodes.corrupt);
  const code = isCorrupt ? 'store-corrupt' : isBusy(error) ? 'store-busy' : otherwise;
  const messages = {
    'store-corrupt': `SQLite reports: ${reason}; restore the file from a copy`,
    'store-busy':
      'other connections kept the database locked for the whole busy timeout; nothing was written, try again later',
    'store-open-failed': `SQLite could not open or read the store: ${reason}; check that the folder exists and that this user may read and write in it`,
    'store-write-failed': `SQLite could not write: ${reason}; ${unknownOutcome}`,
  };
  return new EventStoreError(messages[code], { code, details: { reason }, cause: error });
}

function hasResult(
  error: unknown,
  result: { readonly numbers: readonly number[]; readonly names: readonly string[] },
): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // node:sqlite: extended code in `errcode`, its low byte is the primary one; others: a name in `code`.
  const number: unknown = Reflect.get(error, 'errcode');
  const name: unknown = Reflect.get(error, 'code');
  return (
    (typeof number === 'number' && result.numbers.includes(number & 0xff)) ||
    (typeof name === 'string' && result.names.some((prefix) => name.startsWith(prefix)))
  );
}
