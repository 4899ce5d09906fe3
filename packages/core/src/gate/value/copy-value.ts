import { formatPointer } from '../../json/pointer.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import { isPlainObject } from '../../vocabulary/plain-object.ts';
import { isWellFormed } from '../../vocabulary/well-formed.ts';

/** Far above the 256 levels that extraction accepts, and far below what exhausts a stack. */
const maxDepth = 1000;

/**
 * More than 4 million characters of JSON can hold. Objects that share parts can stand for more nodes
 * than fit in memory; this ends the walk over them after about a second.
 */
const maxNodes = 2_500_000;

/** Why a value cannot be judged: it is no JSON, or reading it threw. */
export interface CopyProblem {
  readonly kind: 'not-json' | 'unreadable';
  readonly path: JsonPointer;
  readonly message: string;
}

/** A copy that nobody else holds, or the first problem in document order. */
export type CopyResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: CopyProblem };

/** State of one walk. `trail` and `ancestors` are read only when the walk fails. */
interface Walk {
  readonly trail: (string | number)[];
  readonly ancestors: object[];
  /** A frozen copy of a schema's output, where `undefined` and the like are nobody's mistake. */
  readonly output: boolean;
  nodes: number;
}

class Refused extends Error {}

/**
 * A plain copy of a raw value, so that schema and rules see one and the same thing even if the value
 * has getters or is a proxy. Members that are `undefined` are left out, as in JSON.
 */
export function copyJson(value: unknown): CopyResult<JsonValue> {
  return walkFrom<JsonValue>(value, false);
}

/** A deep-frozen copy of what a schema returned. */
export function copyFrozen<T>(value: T): CopyResult<T> {
  return walkFrom<T>(value, true);
}

function walkFrom<Copied>(value: unknown, output: boolean): CopyResult<Copied> {
  const walk: Walk = { trail: [], ancestors: [], output, nodes: 0 };
  try {
    // A copy has the shape of what was copied: no type can say that of a walk over anything.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { ok: true, value: copy(value, walk) as Copied };
  } catch (error) {
    return { ok: false, problem: problemOf(error, walk) };
  }
}

function copy(value: unknown, walk: Walk): unknown {
  if (typeof value === 'object') return value === null ? null : copyContainer(value, walk);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    if (isWellFormed(value)) return value;
    throw new Refused('text with a lone surrogate is not JSON');
  }
  const isHarmless = walk.output ? typeof value !== 'function' : Number.isFinite(value);
  if (isHarmless) return value;
  throw new Refused(`${typeof value === 'number' ? value : typeof value} is not JSON`);
}

function copyContainer(value: object, walk: Walk): unknown {
  const { trail, ancestors } = walk;
  const depth = ancestors.length;
  if (depth >= maxDepth) throw new Refused(`nested deeper than ${maxDepth} levels`);
  ancestors.push(value);
  const copied = Array.isArray(value)
    ? copyArray(value, depth, walk)
    : copyObject(value, depth, walk);
  ancestors.length = depth;
  trail.length = depth;
  return walk.output ? Object.freeze(copied) : copied;
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk): unknown[] {
  const copied: unknown[] = [];
  const { length } = value;
  count(length, walk);
  for (let index = 0; index < length; index += 1) {
    walk.trail[depth] = index;
    copied.push(copy(value[index], walk));
  }
  return copied;
}

function copyObject(value: object, depth: number, walk: Walk): Record<string, unknown> {
  if (!isPlainObject(value)) throw new Refused('an object that is not plain is not JSON');
  const copied: Record<string, unknown> = {};
  const keys = Object.keys(value);
  count(keys.length, walk);
  for (const key of keys) {
    walk.trail[depth] = key;
    const member = value[key];
    if (member === undefined && !walk.output) continue;
    if (!isWellFormed(key)) throw new Refused('a key with a lone surrogate is not JSON');
    setOwn(copied, key, copy(member, walk));
  }
  return copied;
}

function count(members: number, walk: Walk): void {
  walk.nodes += members + 1;
  if (walk.nodes > maxNodes) throw new Refused(`more than ${maxNodes} nodes`);
}

/** Assignment to `__proto__` would change the prototype instead of adding a member. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    target[key] = value;
  }
}

function problemOf(error: unknown, walk: Walk): CopyProblem {
  if (!(error instanceof Refused)) {
    return {
      kind: 'unreadable',
      path: formatPointer(walk.trail),
      message: 'reading the value threw',
    };
  }
  const cycle = findCycle(walk.ancestors);
  if (cycle === null) {
    return { kind: 'not-json', path: formatPointer(walk.trail), message: error.message };
  }
  return {
    kind: 'not-json',
    path: formatPointer(walk.trail.slice(0, cycle)),
    message: 'a value that contains itself is not JSON',
  };
}

/** Depth at which an ancestor comes up again: a cycle always ends at the depth limit. */
function findCycle(ancestors: readonly object[]): number | null {
  const seen = new Set<object>();
  for (const [depth, ancestor] of ancestors.entries()) {
    if (seen.has(ancestor)) return depth;
    seen.add(ancestor);
  }
  return null;
}
