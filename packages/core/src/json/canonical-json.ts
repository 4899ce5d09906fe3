import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { JsonPointer, JsonValue } from '../vocabulary/json-value.ts';
import { isPlainObject } from '../vocabulary/plain-object.ts';
import { isWellFormed } from '../vocabulary/well-formed.ts';
import { formatPointer } from './pointer.ts';

/** Why a value has no canonical form. `too-deep` and `too-long` only come up under a limit. */
export type CanonicalProblemKind = 'not-json' | 'cycle' | 'too-deep' | 'too-long';

/** The reason why a value has no canonical form, and its place. `what` never quotes the value. */
export interface CanonicalProblem {
  readonly kind: CanonicalProblemKind;
  readonly path: JsonPointer;
  readonly what: string;
}

/** Canonical text, or the first problem in document order. */
export type CanonicalResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: CanonicalProblem };

/** Limits of `writeCanonicalJson`. */
export interface CanonicalOptions {
  readonly maxDepth?: number;
  /** In characters of the text. */
  readonly maxLength?: number;
  /** Members that are `undefined` are a problem instead of being left out. @default false */
  readonly refuseUndefined?: boolean;
}

/** One open container. `keys` is null for an array; `started` once a member was written. */
interface Frame {
  readonly container: object;
  readonly keys: readonly string[] | null;
  readonly length: number;
  index: number;
  started: boolean;
}

/**
 * The canonical text of a JSON value after RFC 8785: keys in UTF-16 order, ECMAScript numbers, no
 * white space. Members that are `undefined` are left out. Throws `InvalidArgumentError` with the
 * pointer of what is not JSON: NaN, infinities, bigint, functions, symbols, lone surrogates, cycles,
 * sparse arrays, and objects that are not plain.
 */
export function canonicalJson(value: JsonValue): string {
  const result = writeCanonicalJson(value);
  if (result.ok) return result.text;
  const { path, what } = result.problem;
  throw new InvalidArgumentError(
    `expected a JSON value, got ${what} at ${path === '' ? '(root)' : path}; convert it before it is written`,
  );
}

/**
 * `canonicalJson` with the problem as a value, for callers with limits. The stack is our own, so
 * the depth of a value cannot exhaust it; `maxLength` stops values that share subtrees from growing
 * without bound (a few shared objects can have more text than fits in memory).
 */
export function writeCanonicalJson(root: unknown, options: CanonicalOptions = {}): CanonicalResult {
  const { maxDepth = Infinity, maxLength = Infinity, refuseUndefined = false } = options;
  const frames: Frame[] = [];
  const ancestors = new Set<object>();
  let text = '';

  const problem = (kind: CanonicalProblemKind, what: string): CanonicalResult => ({
    ok: false,
    problem: { kind, path: formatPointer(frames.map(currentToken)), what },
  });

  /** Writes a scalar or opens a container; returns the problem of a value that is not JSON. */
  const enter = (value: unknown): CanonicalResult | null => {
    if (typeof value !== 'object' || value === null) {
      const scalar = writeScalar(value);
      if (scalar === null) return problem('not-json', describe(value));
      text += scalar;
      return text.length > maxLength ? problem('too-long', 'too much text') : null;
    }
    if (ancestors.has(value)) return problem('cycle', 'a cycle');
    if (frames.length >= maxDepth) return problem('too-deep', 'too many levels');
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value)) return problem('not-json', 'an object that is not plain');
    // By UTF-16 code units, as the RFC asks.
    const keys = isList ? null : Object.keys(value).toSorted();
    const length = isList ? value.length : (keys ?? []).length;
    text += isList ? '[' : '{';
    frames.push({ container: value, keys, length, index: -1, started: false });
    ancestors.add(value);
    return null;
  };

  try {
    const refused = enter(root);
    if (refused !== null) return refused;
    let frame = frames.at(-1);
    while (frame !== undefined) {
      frame.index += 1;
      if (frame.index >= frame.length) {
        text += frame.keys === null ? ']' : '}';
        ancestors.delete(frame.container);
        frames.pop();
        frame = frames.at(-1);
        continue;
      }
      const key = frame.keys === null ? undefined : frame.keys[frame.index];
      const value: unknown = Reflect.get(frame.container, key ?? frame.index);
      if (value === undefined && key !== undefined && !refuseUndefined) continue;
      if (frame.started) text += ',';
      frame.started = true;
      if (key !== undefined) {
        if (!isWellFormed(key)) return problem('not-json', 'a key with a lone surrogate');
        text += `${JSON.stringify(key)}:`;
      }
      const stopped = enter(value);
      if (stopped !== null) return stopped;
      frame = frames.at(-1);
    }
    return { ok: true, text };
  } catch {
    // A getter or a proxy of the caller's threw: the value cannot be read, so it is no JSON value.
    return problem('not-json', 'a member that throws when it is read');
  }
}

function writeScalar(value: unknown): string | null {
  if (typeof value === 'string') return isWellFormed(value) ? JSON.stringify(value) : null;
  // String(-0) is '0', as the RFC asks.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return value === null || typeof value === 'boolean' ? String(value) : null;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return 'a string with a lone surrogate';
  if (typeof value === 'number') return String(value);
  if (value === undefined) return 'undefined (or a hole in an array)';
  return `a ${typeof value}`;
}

function currentToken(frame: Frame): string {
  return frame.keys?.[frame.index] ?? String(frame.index);
}
