import { EventStoreError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';

/** Returns the error for an option that a store cannot use. */
export function invalidOption(message: string, cause?: unknown): EventStoreError {
  return new EventStoreError(message, {
    code: 'store-invalid-option',
    ...withoutUndefined({ cause }),
  });
}
