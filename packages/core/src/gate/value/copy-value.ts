import { formatPointer } from '../../json/pointer.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import { isPlainObject } from '../../vocabulary/plain-object.ts';
import { setOwn } from '../../vocabulary/set-own.ts';
import { isWellFormed } from '../../vocabulary/well-formed.ts';

/** Far above the 256 levels that extraction accepts, and far below what exhausts a stack. */
const maxDepth = 1000;

/**
 * More than 4 million characters of JSON can hold. Objects that share parts can have more nodes
 * than fit in memory; this ends the walk after about a second.
 */
const maxNodes = 2_500_000;

/**
 * Why a value cannot be judged: it is not JSON, it holds what is not data at all (a class instance or
 * a function), or reading it threw.
 */
export interface CopyProblem {
  readonly kind: 'not-json' | 'not-data' | 'unreadable';
  readonly path: JsonPointer;
  readonly message: string;
}

/** A private copy, or the first problem in document order. */
export type CopyResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: CopyProblem };

interface Walk {
  /** True for a schema's output, in which `undefined`, `Infinity` and the like are allowed. */
  readonly isOutput: boolean;
  nodes: number;
  /** The number of containers around the value that is copied. Where a walk stops, they lead to the place. */
  depth: number;
  readonly containers: object[];
  /** The key that is read in each of them; undefined before the first. */
  readonly keys: (string | number | undefined)[];
}

/** Ends a walk. */
class Refused extends Error {
  readonly kind: CopyProblem['kind'];

  constructor(message: string, kind: CopyProblem['kind'] = 'not-json') {
    super(message);
    this.kind = kind;
  }
}

/**
 * A plain, deep-frozen copy of a raw value, so that schema and rules see one and the same thing even
 * if the value has getters or is a proxy. Members that are `undefined` are left out, as in JSON.
 */
export function copyJson(value: unknown): CopyResult<JsonValue> {
  return copyWith<JsonValue>(value, false);
}

/** A deep-frozen copy of what a schema returned. */
export function copyOutput<T>(value: T): CopyResult<T> {
  return copyWith<T>(value, true);
}

function copyWith<Copied>(value: unknown, isOutput: boolean): CopyResult<Copied> {
  const walk: Walk = { isOutput, nodes: 0, depth: 0, containers: [], keys: [] };
  try {
    // A copy has the shape of what was copied, which the types of this walk cannot express.
    return { ok: true, value: copy(value, walk) as Copied };
  } catch (error) {
    return { ok: false, problem: problemOf(error, walk) };
  }
}

function copy(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') {
    if (isWellFormed(value)) return value;
    throw new Refused('text with a lone surrogate is not JSON');
  }
  if (typeof value === 'object') return value === null ? null : copyContainer(value, walk);
  if (typeof value === 'boolean') return value;
  // Number('1,200') in a transform gives NaN, no value that was meant.
  const isHarmless = walk.isOutput
    ? typeof value !== 'function' && !Number.isNaN(value)
    : Number.isFinite(value);
  if (isHarmless) return value;
  // No text of a model can be the cause of a function where a schema returns it.
  if (typeof value === 'function') throw new Refused('function is not JSON', 'not-data');
  throw new Refused(`${typeof value === 'number' ? value : typeof value} is not JSON`);
}

function copyContainer(container: object, walk: Walk): unknown {
  const { containers, keys, depth } = walk;
  containers[depth] = container;
  keys[depth] = undefined;
  walk.depth = depth + 1;
  if (depth >= maxDepth) throw new Refused(`nested deeper than ${maxDepth} levels`);
  let copied: unknown[] | Record<string, unknown>;
  if (Array.isArray(container)) {
    copied = [];
    const { length } = container;
    count(length, walk);
    for (let index = 0; index < length; index += 1) {
      keys[depth] = index;
      copied.push(copy(container[index], walk));
    }
  } else {
    if (!isPlainObject(container)) {
      throw new Refused('an object that is not plain is not JSON', 'not-data');
    }
    copied = {};
    const names = Object.keys(container);
    count(names.length, walk);
    for (const name of names) {
      keys[depth] = name;
      const member = container[name];
      if (member === undefined && !walk.isOutput) continue;
      if (!isWellFormed(name)) throw new Refused('a key with a lone surrogate is not JSON');
      setOwn(copied, name, copy(member, walk));
    }
  }
  walk.depth = depth;
  return Object.freeze(copied);
}

function count(members: number, walk: Walk): void {
  walk.nodes += members + 1;
  if (walk.nodes > maxNodes) throw new Refused(`more than ${maxNodes} nodes`);
}

function problemOf(error: unknown, walk: Walk): CopyProblem {
  const containers = walk.containers.slice(0, walk.depth);
  const keys = walk.keys.slice(0, walk.depth).filter((key) => key !== undefined);
  const repeated = containers.findIndex((each, index) => containers.indexOf(each) < index);
  if (repeated !== -1) {
    // A cycle always ends at the depth limit.
    const message = 'a value that contains itself is not JSON';
    return { kind: 'not-json', path: formatPointer(keys.slice(0, repeated)), message };
  }
  const { kind, message } =
    error instanceof Refused ? error : new Refused('reading the value threw', 'unreadable');
  return { kind, path: formatPointer(keys), message };
}

/** Freezes a JSON value of our own in place. What is frozen already is taken to be so to the ground. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
