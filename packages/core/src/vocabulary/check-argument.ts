import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { describeValue } from './describe-value.ts';
import { isRecord } from './record.ts';

const kinds = {
  'a text': (value: unknown) => typeof value === 'string',
  'a list': Array.isArray,
  'an object': isRecord,
  'a function': (value: unknown) => typeof value === 'function',
  'a JSON value': (value: unknown) => value !== undefined,
  'an iterable': (value: unknown) =>
    typeof value === 'object' &&
    [Symbol.iterator, Symbol.asyncIterator].some(
      (name) => typeof Reflect.get(Object(value), name) === 'function',
    ),
} as const;

/**
 * Checks the kind of one argument. The message does not quote a text: it may be a document of the user.
 *
 * @param where The argument as users write it, e.g. `itemsToCards(items)`.
 * @throws {InvalidArgumentError} Names the argument, the expected kind and what came.
 */
export function checkArgument(where: string, kind: keyof typeof kinds, value: unknown): void {
  if (kinds[kind](value)) return;
  const got = typeof value === 'string' ? 'a text' : describeValue(value);
  throw new InvalidArgumentError(`expected ${where} to be ${kind}, got ${got}`);
}
