import { EventStoreError } from '@kanmon/core';

/** The error of every method after `close`. */
export function closedError(): EventStoreError {
  return new EventStoreError('the store was closed; open it again to use it', {
    code: 'store-closed',
  });
}
