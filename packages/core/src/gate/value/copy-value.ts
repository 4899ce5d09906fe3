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
  /** True for a schema's output, in which `undefined` and the like are allowed. */
  readonly isOutput: boolean;
  nodes: number;
}

/** Ends a walk. On its way out it collects the containers around the place, and the keys in them. */
class Refused extends Error {
  readonly kind: CopyProblem['kind'];
  readonly trail: { readonly container: object; readonly key: string | number | undefined }[] = [];

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
  try {
    // A copy has the shape of what was copied, which the types of this walk cannot express.
    return { ok: true, value: copy(value, 0, { isOutput, nodes: 0 }) as Copied };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function copy(value: unknown, depth: number, walk: Walk): unknown {
  if (typeof value === 'string') {
    if (isWellFormed(value)) return value;
    throw new Refused('text with a lone surrogate is not JSON');
  }
  if (typeof value === 'object') return value === null ? null : copyContainer(value, depth, walk);
  if (typeof value === 'boolean') return value;
  const isHarmless = walk.isOutput ? typeof value !== 'function' : Number.isFinite(value);
  if (isHarmless) return value;
  // No text of a model can be the cause of a function where a schema returns it.
  if (typeof value === 'function') throw new Refused('function is not JSON', 'not-data');
  throw new Refused(`${typeof value === 'number' ? value : typeof value} is not JSON`);
}

function copyContainer(container: object, depth: number, walk: Walk): unknown {
  /** The member that is read. */
  let key: string | number | undefined;
  try {
    if (depth >= maxDepth) throw new Refused(`nested deeper than ${maxDepth} levels`);
    if (Array.isArray(container)) {
      const copied: unknown[] = [];
      const { length } = container;
      count(length, walk);
      for (key = 0; key < length; key += 1) copied.push(copy(container[key], depth + 1, walk));
      return Object.freeze(copied);
    }
    if (!isPlainObject(container)) {
      throw new Refused('an object that is not plain is not JSON', 'not-data');
    }
    const copied: Record<string, unknown> = {};
    const keys = Object.keys(container);
    count(keys.length, walk);
    for (key of keys) {
      const member = container[key];
      if (member === undefined && !walk.isOutput) continue;
      if (!isWellFormed(key)) throw new Refused('a key with a lone surrogate is not JSON');
      setOwn(copied, key, copy(member, depth + 1, walk));
    }
    return Object.freeze(copied);
  } catch (error) {
    const refused =
      error instanceof Refused ? error : new Refused('reading the value threw', 'unreadable');
    refused.trail.push({ container, key });
    throw refused;
  }
}

function count(members: number, walk: Walk): void {
  walk.nodes += members + 1;
  if (walk.nodes > maxNodes) throw new Refused(`more than ${maxNodes} nodes`);
}

function problemOf(error: unknown): CopyProblem {
  const { kind, message, trail } = error instanceof Refused ? error : new Refused('', 'unreadable');
  const seen = new Set<object>();
  const path: (string | number)[] = [];
  for (const { container, key } of trail.toReversed()) {
    // A cycle always ends at the depth limit.
    if (seen.has(container)) {
      const problem = 'a value that contains itself is not JSON';
      return { kind: 'not-json', path: formatPointer(path), message: problem };
    }
    seen.add(container);
    if (key !== undefined) path.push(key);
  }
  return { kind, path: formatPointer(path), message };
}

/** Freezes a JSON value of our own in place. What is frozen already is taken to be so to the ground. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
