import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { describeValue } from './describe-value.ts';

/** The words of a text, as a union. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

/** `unknown` when both unions are equal, else `never`. */
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? unknown : never;

/**
 * Checks an options object: it must be an object, and every member must be a known option. Pass
 * `options ?? {}` where it may be absent. Options of a wrong name would otherwise be ignored without a word.
 *
 * @param names Every option, separated by spaces. The compiler refuses a text that misses an option or adds one.
 * @param where The function as users write it, e.g. `runGate(gate, options)`.
 * @throws {InvalidArgumentError} Names the unknown option and lists the known ones.
 *
 * @example checkOptions(options, 'content clock', 'withTrace(sink, options)');
 */
export function checkOptions<Options extends object, Names extends string>(
  options: Options,
  names: Names & Same<Words<Names>, keyof Options>,
  where: string,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidArgumentError(
      `expected an options object for ${where}, got ${describeValue(options)}`,
    );
  }
  const known = names.split(' ');
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new InvalidArgumentError(
      `unknown option ${describeValue(name)} of ${where}; the options are ${known.join(', ')}`,
    );
  }
}

/**
 * Checks options that are ports by the methods that they need, e.g. `{ clock: 'now', onEvent: 'call' }`: a function has
 * `call`. An option that is undefined is allowed.
 *
 * @throws {InvalidArgumentError} Names the option, the method and what came.
 */
export function checkPorts<Ports extends object>(
  ports: Ports,
  methods: { readonly [Name in keyof Ports]?: string } & Readonly<Record<string, string>>,
): void {
  for (const [name, method] of Object.entries(methods)) {
    const port: unknown = Reflect.get(ports, name);
    if (port === undefined || typeof Reflect.get(Object(port), method) === 'function') continue;
    throw optionError(name, method === 'call' ? 'a function' : `an object with ${method}`, port);
  }
}

/**
 * Checks that an argument has methods, named with spaces between them.
 *
 * @throws {InvalidArgumentError} Names the first that is missing, and what came.
 */
export function checkMethods(what: string, given: unknown, methods: string, where: string): void {
  const missing = methods
    .split(' ')
    .find((name) => typeof Reflect.get(Object(given), name) !== 'function');
  if (missing === undefined) return;
  throw new InvalidArgumentError(
    `expected ${what} with the method ${missing} in ${where}, got ${describeValue(given)}`,
  );
}

/** Throws `InvalidArgumentError` for an option that is not a word of `allowed`. Undefined is allowed. */
export function checkOneOf(name: string, value: string | undefined, allowed: string): void {
  if (value === undefined || allowed.split(' ').includes(value)) return;
  throw optionError(name, `'${allowed.replaceAll(' ', "' or '")}'`, value);
}

/**
 * Checks options that are true or false: a text such as `'false'` of an environment variable would count as true. An
 * option that is undefined is allowed.
 *
 * @throws {InvalidArgumentError} Names the option and what came.
 *
 * @example checkFlags({ stream, captureContent });
 */
export function checkFlags(flags: Readonly<Record<string, boolean | undefined>>): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (flag !== undefined && typeof flag !== 'boolean')
      throw optionError(name, 'true or false', flag);
  }
}

/**
 * Checks options that guard an app, such as `identify`: each is a function or left out. A member that is undefined is
 * refused, because the app would be open although its caller meant to guard it.
 *
 * @param names The options, separated by spaces.
 * @throws {InvalidArgumentError} Names the option and what came.
 */
export function checkGuards(options: object, names: string): void {
  for (const name of names.split(' ')) {
    const guard: unknown = Reflect.get(options, name);
    if (name in options && typeof guard !== 'function')
      throw optionError(name, 'a function or left out', guard);
  }
}

/** An option that is not what it has to be. */
export function optionError(name: string, expected: string, got: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    `expected options.${name} to be ${expected}, got ${describeValue(got)}`,
  );
}
