import { isPlainObject } from '../vocabulary/plain-object.ts';

/**
 * Returns true for equal JSON values (RFC 6902 section 4.6): the order of keys does not matter, numbers compare by
 * value. Objects that are not plain are equal to themselves only. Without recursion.
 */
export function isJsonEqual(left: unknown, right: unknown): boolean {
  const open: unknown[] = [left, right];
  while (open.length > 0) {
    const b = open.pop();
    const a = open.pop();
    if (a === b) continue;
    if (Array.isArray(a)) {
      if (!Array.isArray(b) || a.length !== b.length) return false;
      for (let index = 0; index < a.length; index += 1) open.push(a[index], b[index]);
    } else {
      if (!isPlainObject(a) || !isPlainObject(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        open.push(a[key], b[key]);
      }
    }
  }
  return true;
}
