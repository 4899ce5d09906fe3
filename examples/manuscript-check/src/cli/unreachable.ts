/** Where the compiler knows that every case was handled. */
export function unreachable(value: never): never {
  throw new TypeError(`expected no further case, got ${JSON.stringify(value)}`);
}
