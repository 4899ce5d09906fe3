import { EventStoreError } from '@kanmon/core';
import { optionError, withoutUndefined } from '@kanmon/core/kit';

/** Returns the error for an option that a store cannot use. */
export function invalidOption(message: string, cause?: unknown): EventStoreError {
  return new EventStoreError(message, {
    code: 'store-invalid-option',
    ...withoutUndefined({ cause }),
  });
}

/** Throws `InvalidArgumentError` for an option that is neither true nor false. */
export function checkFlags(flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags))
    if (typeof value !== 'boolean') throw optionError(name, 'true or false', value);
}
