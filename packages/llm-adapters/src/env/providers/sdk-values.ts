import { InvalidArgumentError } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { UnknownRecord } from '../../support/read.ts';

/** An instance of an SDK's client class, which is known only at run time. */
export function constructClient(constructor: unknown, options: UnknownRecord): object {
  if (typeof constructor !== 'function') {
    throw new InvalidArgumentError('expected an SDK to export a client class, got something else');
  }
  const instance: unknown = Reflect.construct(constructor, [options]);
  return isRecord(instance) ? instance : {};
}

/** A variable that must be a whole number of at least 1; the message names it and not its value. */
export function wholeNumber(name: string, value: string | undefined): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError(
    `expected ${name} to be a whole number of at least 1, got something else`,
  );
}
