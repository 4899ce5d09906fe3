/** Marks a branch that the compiler proves unreachable. */
export function unreachable(value: never): never {
  throw new TypeError(`expected no further case, got ${JSON.stringify(value)}`);
}
