import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';

/** The words of a text, as a union. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

/** `unknown` when both unions are equal, else `never`. */
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? unknown : never;

/**
 * Checks an options object: every member must be one of `names`, which are separated by spaces. The compiler
 * refuses a list that misses an option or adds one.
 *
 * @throws {InvalidArgumentError} For an unknown option.
 *
 * @example checkNames(options, 'content clock', 'withTrace(sink, options)');
 */
export function checkNames<Options extends object, Names extends string>(
  options: Options | undefined,
  names: Names & Same<Words<Names>, keyof Options>,
  where: string,
): void {
  const known = Object.fromEntries(names.split(' ').map((name) => [name, true]));
  // The type of `names` has compared the list with the options.
  checkOptions(options, known as OptionNames<Options>, where);
}

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
