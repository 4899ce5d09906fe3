import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';

/** Throws for a first argument that is not a store; `call` names the function and its arguments. */
export function checkStore(store: unknown, call: string): void {
  if (typeof Reflect.get(Object(store), 'listStreams') === 'function') return;
  throw new InvalidArgumentError(`expected an EventStore in ${call}, got ${describeValue(store)}`);
}
