import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { describeValue } from './describe-value.ts';

/** Every option name of an options type. The compiler refuses a list that misses or adds one. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * Checks an options object: it must be an object (or absent), and every member must be a known
 * option. Options of a wrong name would otherwise be ignored without a word.
 *
 * @param where The function as users write it, e.g. `runGate(gate, options)`.
 * @throws {InvalidArgumentError} Names the unknown option and lists the known ones.
 *
 * @example
 * const retryOptions: OptionNames<RetryOptions> = { maxAttempts: true, baseMs: true };
 * checkOptions(options, retryOptions, 'retry');
 */
export function checkOptions<Options extends object>(
  options: Options | undefined,
  known: OptionNames<Options>,
  where: string,
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidArgumentError(
      `expected an options object for ${where}, got ${describeValue(options)}`,
    );
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    throw new InvalidArgumentError(
      `unknown option ${describeValue(name)} of ${where}; the options are ${Object.keys(known).join(', ')}`,
    );
  }
}

/** The words of a text, as a union. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

/** `unknown` when both unions are equal, else `never`. */
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? unknown : never;

/**
 * `checkOptions` with the names in one text, separated by spaces. The compiler refuses a list that misses an option or
 * adds one.
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
