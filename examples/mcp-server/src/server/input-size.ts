/** Arrays and objects of one call have at most this many elements together. */
const maxElements = 50_000;
/** Deeper values are no report and no plan, and would exhaust the stack of a recursive schema. */
const maxDepth = 100;

/** Returns the reason why arguments are too large to check; undefined when they are not. Without recursion. */
export function sizeProblem(args: unknown): string | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: args, depth: 0 },
  ];
  let elements = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `expected values nested at most ${maxDepth} deep`;
    const members: unknown[] = Object.values(value);
    elements += members.length;
    if (elements > maxElements) return `expected at most ${maxElements} elements in one call`;
    for (const member of members) waiting.push({ value: member, depth: depth + 1 });
  }
  return undefined;
}
