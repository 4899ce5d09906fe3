import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions as checkNames } from '@kanmon/core/kit';
import { member } from './read.ts';

/**
 * Checks an options object as core does, and refuses one that is missing: a function whose options may be left out has
 * a default for them.
 *
 * @throws {InvalidArgumentError} Names what was expected, and what came.
 */
export const checkOptions: typeof checkNames = (options, names, where) => {
  if (options === undefined) {
    throw new InvalidArgumentError(`expected an options object for ${where}, got undefined`);
  }
  checkNames(options, names, where);
};

/**
 * Checks that each value is absent or a number of at least `least`, whole where asked. Infinity is no limit.
 *
 * @throws {InvalidArgumentError} Names the value.
 */
export function checkNumbers(
  values: Readonly<Record<string, number | undefined>>,
  rule: { readonly least: number; readonly whole?: boolean },
): void {
  const { least, whole = false } = rule;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const fits = typeof value === 'number' && value >= least;
    if (fits && (!whole || Number.isInteger(value) || value === Infinity)) continue;
    throw new InvalidArgumentError(
      `expected ${name} to be a ${whole ? 'whole ' : ''}number of at least ${least}, got ${typeof value === 'number' ? value : describeKind(value)}; leave it out for the default`,
    );
  }
}

/**
 * Checks that a value has methods.
 *
 * @param expected The value in words, e.g. `a tracer with startSpan`.
 * @throws {InvalidArgumentError} Names what was expected, and the kind of what came.
 */
export function checkMethods(value: unknown, methods: string, expected: string, advice = ''): void {
  if (methods.split(' ').every((name) => typeof member(value, name) === 'function')) return;
  const next = advice === '' ? '' : `; ${advice}`;
  throw new InvalidArgumentError(`expected ${expected}, got ${describeKind(value)}${next}`);
}

/** Checks clients of a list or record, which may come from configuration. @throws {InvalidArgumentError} */
export function checkClients(clients: Iterable<unknown>, where: string): void {
  for (const client of clients) {
    checkMethods(client, 'generate', `each client of ${where} to have generate`);
  }
}

/** Names a wrong argument in an error message: its kind, never its content, which may be a key. */
export function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') {
    const keys = Object.keys(value).slice(0, 5);
    return keys.length === 0 ? 'an empty object' : `an object with ${keys.join(', ')}`;
  }
  return typeof value === 'function' ? 'a function' : typeof value;
}
