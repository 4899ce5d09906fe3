import type { JsonValue } from '../../vocabulary/json-value.ts';
import { isPlainObject } from '../../vocabulary/plain-object.ts';
import { poisonedKeys, setOwn } from '../../vocabulary/set-own.ts';
import type { PatchProblemCode } from './types.ts';

/** Limits of a copy. `maxSize` is in characters of JSON. */
export interface CopyLimits {
  readonly maxDepth: number;
  readonly maxSize: number;
  readonly refusesPoisonedKeys: boolean;
}

/** The copy with its size counted low (no escapes, numbers as one character), or the problem. */
export type CopyResult =
  | { readonly ok: true; readonly value: JsonValue; readonly size: number }
  | { readonly ok: false; readonly code: PatchProblemCode };

/** A container we made and may write to. */
export type MutableContainer = JsonValue[] | { [key: string]: JsonValue };

interface Task {
  readonly source: object;
  readonly target: MutableContainer;
  readonly depth: number;
}

/**
 * A deep copy of an untrusted value, if it is JSON within the limits. The stack is our own, so no
 * depth can exhaust it; the size stops values that share or contain themselves. Throws only what a
 * getter or a proxy inside the value throws.
 */
export function copyValue(source: unknown, limits: CopyLimits): CopyResult {
  const { maxDepth, maxSize, refusesPoisonedKeys } = limits;
  if (isScalar(source)) {
    const length = typeof source === 'string' ? source.length + 2 : 1;
    return length > maxSize
      ? { ok: false, code: 'too-large' }
      : { ok: true, value: source, size: length };
  }
  const root: JsonValue[] = [];
  const tasks: Task[] = [];
  let size = 0;

  /** Copies a scalar; makes an empty container and the task to fill it. */
  const place = (
    value: unknown,
    target: MutableContainer,
    key: string,
    depth: number,
  ): PatchProblemCode | null => {
    if (isScalar(value)) {
      size += typeof value === 'string' ? value.length + 2 : 1;
      setMember(target, key, value);
    } else if (Array.isArray(value) || isPlainObject(value)) {
      if (depth >= maxDepth) return 'too-deep';
      size += 2;
      const copy: MutableContainer = Array.isArray(value) ? [] : {};
      setMember(target, key, copy);
      tasks.push({ source: value, target: copy, depth: depth + 1 });
    } else {
      return 'invalid-operation';
    }
    return size > maxSize ? 'too-large' : null;
  };

  const fill = ({ source: from, target, depth }: Task): PatchProblemCode | null => {
    if (Array.isArray(from)) {
      for (let index = 0; index < from.length; index += 1) {
        const problem = place(from[index], target, String(index), depth);
        if (problem !== null) return problem;
      }
      return null;
    }
    for (const key of Object.keys(from)) {
      if (refusesPoisonedKeys && poisonedKeys.has(key)) return 'poisoned-key';
      const value: unknown = Reflect.get(from, key);
      if (value === undefined) continue;
      size += key.length + 3;
      const problem = place(value, target, key, depth);
      if (problem !== null) return problem;
    }
    return null;
  };

  let code = place(source, root, '0', 0);
  for (let task = tasks.pop(); code === null && task !== undefined; task = tasks.pop()) {
    code = fill(task);
  }
  return code === null ? { ok: true, value: root[0] ?? null, size } : { ok: false, code };
}

/** Sets an element or a member. */
export function setMember(target: MutableContainer, key: string, value: JsonValue): void {
  if (Array.isArray(target)) target[Number(key)] = value;
  else setOwn(target, key, value);
}

function isScalar(value: unknown): value is null | boolean | number | string {
  return (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    Number.isFinite(value)
  );
}
