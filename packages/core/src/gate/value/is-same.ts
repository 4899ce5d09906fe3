/**
 * Whether a schema's output is, member by member, the JSON value it was made from. Then the frozen
 * copy of that value can stand for it, which is cheaper than one more copy. Recursion is bounded by
 * the depth of `copy`, which is a copy of ours.
 */
export function isSame(output: unknown, copy: unknown): boolean {
  if (typeof output !== 'object' || output === null) return output === copy;
  if (typeof copy !== 'object' || copy === null) return false;
  if (output === copy) return true;
  if (Array.isArray(output)) {
    if (!Array.isArray(copy) || output.length !== copy.length) return false;
    for (let index = 0; index < output.length; index += 1) {
      if (!isSame(output[index], copy[index])) return false;
    }
    return true;
  }
  if (Array.isArray(copy) || Object.getPrototypeOf(output) !== Object.prototype) return false;
  const keys = Object.keys(output);
  if (keys.length !== Object.keys(copy).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(copy, key)) return false;
    if (!isSame(Reflect.get(output, key), Reflect.get(copy, key))) return false;
  }
  return true;
}
