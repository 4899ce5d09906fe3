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

/**
 * State of one walk. Where it is, is kept only by the second walk over a value that the first one
 * refused: keeping it costs a third of the time, and almost every value is fine.
 */
interface Walk {
  /** True for a schema's output, in which `undefined` and the like are allowed. */
  readonly isOutput: boolean;
  readonly trail: (string | number)[] | null;
  readonly ancestors: object[] | null;
  nodes: number;
}

class Refused extends Error {}

/** A class instance or a function: no text of a model can be the cause where a schema returns it. */
class NotData extends Refused {}

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
    const walk: Walk = { isOutput, trail: null, ancestors: null, nodes: 0 };
    // A copy has the shape of what was copied, which the types of this walk cannot express.
    return { ok: true, value: copy(value, 0, walk) as Copied };
  } catch (error) {
    return { ok: false, problem: findProblem(value, isOutput, error) };
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
  if (typeof value === 'function') throw new NotData('function is not JSON');
  throw new Refused(`${typeof value === 'number' ? value : typeof value} is not JSON`);
}

function copyContainer(value: object, depth: number, walk: Walk): unknown {
  if (depth >= maxDepth) throw new Refused(`nested deeper than ${maxDepth} levels`);
  walk.ancestors?.splice(depth, Infinity, value);
  walk.trail?.splice(depth);
  return Object.freeze(
    Array.isArray(value) ? copyArray(value, depth, walk) : copyObject(value, depth, walk),
  );
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk): unknown[] {
  const copied: unknown[] = [];
  const { length } = value;
  count(length, walk);
  for (let index = 0; index < length; index += 1) {
    walk.trail?.splice(depth, Infinity, index);
    copied.push(copy(value[index], depth + 1, walk));
  }
  return copied;
}

function copyObject(value: object, depth: number, walk: Walk): Record<string, unknown> {
  if (!isPlainObject(value)) throw new NotData('an object that is not plain is not JSON');
  const copied: Record<string, unknown> = {};
  const keys = Object.keys(value);
  count(keys.length, walk);
  for (const key of keys) {
    walk.trail?.splice(depth, Infinity, key);
    const member = value[key];
    if (member === undefined && !walk.isOutput) continue;
    if (!isWellFormed(key)) throw new Refused('a key with a lone surrogate is not JSON');
    const memberCopy = copy(member, depth + 1, walk);
    setOwn(copied, key, memberCopy);
  }
  return copied;
}

function count(members: number, walk: Walk): void {
  walk.nodes += members + 1;
  if (walk.nodes > maxNodes) throw new Refused(`more than ${maxNodes} nodes`);
}

/** Walks the refused value again to find the place. A value that now reads differently is reported as a whole. */
function findProblem(value: unknown, isOutput: boolean, error: unknown): CopyProblem {
  const walk = { isOutput, trail: [], ancestors: [], nodes: 0 };
  let found = error;
  try {
    copy(value, 0, walk);
  } catch (again) {
    found = again;
  }
  return problemOf(found, walk);
}

function problemOf(
  error: unknown,
  walk: { readonly trail: readonly (string | number)[]; readonly ancestors: readonly object[] },
): CopyProblem {
  if (!(error instanceof Refused)) {
    return {
      kind: 'unreadable',
      path: formatPointer(walk.trail),
      message: 'reading the value threw',
    };
  }
  const cycle = findCycle(walk.ancestors);
  if (cycle === null) {
    const kind = error instanceof NotData ? 'not-data' : 'not-json';
    return { kind, path: formatPointer(walk.trail), message: error.message };
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
