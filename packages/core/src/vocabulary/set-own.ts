/** Keys through which an object could reach the prototypes of the program that reads it. */
export const poisonedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Sets a member, also one named `__proto__`, to which an assignment would change the prototype. */
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
