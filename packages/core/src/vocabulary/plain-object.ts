/** True for what `{}` and `JSON.parse` make, also in another realm; false for class instances. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    prototype === Object.prototype ||
    // The Object.prototype of another realm: nothing above it, and it owns `isPrototypeOf`.
    (typeof prototype === 'object' &&
      Object.getPrototypeOf(prototype) === null &&
      Object.hasOwn(prototype, 'isPrototypeOf'))
  );
}
