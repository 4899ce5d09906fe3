declare const gatedBrand: unique symbol;

/** `T` with every object and array in it read-only. */
export type DeepReadonly<T> = T extends
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  ? T
  : T extends (...parameters: never) => unknown
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** A value that a gate has passed. Only a gate makes one; the brand alone proves nothing. */
export type Gated<T> = DeepReadonly<T> & { readonly [gatedBrand]: true };

/** Under a registered symbol, so that two copies of the package share one registry. */
const registryKey = Symbol.for('kanmon.gated');

/** Names of the gates by the very objects they passed: a spread or a clone is another object. */
type GatedRegistry = WeakMap<object, string>;

/**
 * Whether a gate, or this one, has passed this very value. False for a spread, a clone, a part of a
 * gated value or a forged brand. Strings and numbers have no identity and are never gated.
 */
export function isGated(value: unknown, gate?: { readonly name: string }): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const name = registry().get(value);
  return name !== undefined && (gate === undefined || name === gate.name);
}

/** Marks a frozen value as passed. Private to the gate. */
export function registerGated(value: object, gateName: string): void {
  registry().set(value, gateName);
}

function registry(): GatedRegistry {
  const known: unknown = Reflect.get(globalThis, registryKey);
  if (isRegistry(known)) return known;
  const made: GatedRegistry = new WeakMap();
  // Neither writable nor enumerable: it cannot be swapped for another by accident.
  Object.defineProperty(globalThis, registryKey, { value: made });
  return made;
}

function isRegistry(value: unknown): value is GatedRegistry {
  return value instanceof WeakMap;
}
