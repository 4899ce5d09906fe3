/** All of an iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Adds to a list in order; for tables of steps. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
