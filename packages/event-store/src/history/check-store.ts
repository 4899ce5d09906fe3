import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';

/** Throws for a first argument that is not a store; `call` names the function and its arguments. */
export function checkStore(store: unknown, call: string): void {
  const listStreams: unknown = Reflect.get(Object(store), 'listStreams');
  if (typeof listStreams === 'function') return;
  throw new InvalidArgumentError(
    `expected an EventStore as the first argument of ${call}, got ${describeValue(store)}`,
  );
}
