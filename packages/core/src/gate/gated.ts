import { checkArgument } from '../vocabulary/check-argument.ts';

declare const gatedBrand: unique symbol;

/**
 * `T` with every object and array in it read-only. A member of type `unknown` stays unknown. The type of an array is worked
 * out only where it is used, since that of a recursive one (`z.json()`) has no end.
 */
export type DeepReadonly<T> = T extends Unchanging
  ? T
  : T extends readonly (infer Element)[]
    ? number extends T['length']
      ? readonly ReadonlyMember<Element>[]
      : { readonly [K in keyof T]: ReadonlyMember<T[K]> }
    : { readonly [K in keyof T]: ReadonlyMember<T[K]> };

type ReadonlyMember<T> = unknown extends T ? T : DeepReadonly<T>;
type Unchanging =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | ((...parameters: never) => unknown);

/**
 * A value that a gate has passed. Only a gate creates one. A spread, a clone or `Object.assign` keeps the type, but has
 * not passed: check with `assertGated` or `isGated` where the value is used.
 */
export type Gated<T> = DeepReadonly<T> & { readonly [gatedBrand]: true };

/** Under a registered symbol, so that two copies of the package share one registry. */
const registryKey = Symbol.for('kanmon.gated');

/** The gate that passed a value: its name, and its definition as the identity of the gate. */
export interface GateIdentity {
  readonly name: string;
  readonly definition?: object;
}

/** Gates by the very objects they passed: a spread or a clone is another object. */
type GatedRegistry = WeakMap<object, GateIdentity>;

/**
 * Returns whether a gate, or this one, has passed this very value. A gate is compared by identity: a
 * gate of the same name with other rules has not passed it. `{ name }` alone compares names. False
 * for a spread, a clone, a part of a gated value or a forged brand. Strings and numbers have no
 * identity and are never gated.
 *
 * @throws {InvalidArgumentError} The gate is not an object.
 */
export function isGated(value: unknown, gate?: GateIdentity): boolean {
  if (gate !== undefined) checkArgument('the gate of a check', 'an object', gate);
  if (typeof value !== 'object' || value === null) return false;
  const passedBy = registry().get(value);
  if (passedBy === undefined) return false;
  if (gate === undefined) return true;
  return gate.definition === undefined
    ? passedBy.name === gate.name
    : baseOf(passedBy.definition) === baseOf(gate.definition);
}

/** Returns the definition of the base gate of a variant, else the definition itself. */
function baseOf(definition: object | undefined): unknown {
  const base: unknown = Reflect.get(Object(definition), 'variantOf');
  return base === undefined ? definition : Reflect.get(Object(base), 'definition');
}

/** Marks a frozen value as passed. Private to the gate. */
export function registerGated(value: object, gate: GateIdentity): void {
  registry().set(value, gate);
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
