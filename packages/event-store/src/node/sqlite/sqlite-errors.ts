import { EventStoreError, KanmonError } from '@kanmon/core';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) and the names that other drivers use. */
const resultCodes = {
  busy: { numbers: [5, 6], names: ['SQLITE_BUSY', 'SQLITE_LOCKED'] },
  corrupt: { numbers: [11, 26], names: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'] },
} as const;

/** Returns true when another connection holds a lock that this one needs. */
export function isBusy(error: unknown): boolean {
  return hasResult(error, resultCodes.busy);
}

/** Maps an error of SQLite to `store-corrupt`, `store-busy`, or else to the code `otherwise`. */
export function sqliteError(
  error: unknown,
  otherwise: 'store-open-failed' | 'store-write-failed',
): KanmonError {
  if (KanmonError.isInstance(error)) return error;
  const message = error instanceof Error ? error.message : 'unknown failure';
  const make = (
    text: string,
    code: 'store-corrupt' | 'store-busy' | typeof otherwise,
  ): KanmonError => new EventStoreError(text, { code, details: { reason: message }, cause: error });
  if (hasResult(error, resultCodes.corrupt)) {
    return make(`SQLite reports: ${message}; restore the file from a copy`, 'store-corrupt');
  }
  if (isBusy(error)) {
    return make(
      'other connections kept the database locked for the whole busy timeout; nothing was written, try again later',
      'store-busy',
    );
  }
  return otherwise === 'store-open-failed'
    ? make(
        `SQLite could not open the store: ${message}; check that the folder exists and that this user may read and write in it`,
        otherwise,
      )
    : make(
        `SQLite could not write: ${message}; the outcome is unknown, append again with the same idempotency key`,
        otherwise,
      );
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
