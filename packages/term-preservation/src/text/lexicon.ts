import { stemmer } from 'stemmer';

/** Words of up to 40 letters are stemmed: the stemmer's expressions backtrack on longer ones. */
const stemmed = /^[a-z]{1,40}$/;

/** Returns the Porter stem of a lower-case English word, and any other text unchanged. */
export function stemWord(word: string): string {
  return stemmed.test(word) ? stemmer(word) : word;
}

/** Words of a data list, separated by white space. `#` starts a comment that ends with its line. */
export function wordSet(list: string): ReadonlySet<string> {
  const words = list.split('\n').flatMap((line) => line.replace(/#.*$/, '').split(/\s/));
  return new Set(words.filter((word) => word !== ''));
}

/** Adds a value to the list of a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Groups entries by the first or the last unit of their form, the longest form first: one look-up leaves few
 * entries to try, and the first that matches is the longest.
 */
export function groupByUnit<T>(
  entries: Iterable<T>,
  formOf: (entry: T) => string,
  at: 0 | -1 = 0,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) append(groups, formOf(entry).at(at) ?? '', entry);
  for (const group of groups.values()) group.sort((a, b) => formOf(b).length - formOf(a).length);
  return groups;
}

/** Builds a table of a module. Calls are marked as pure, so that bundlers drop tables that no code uses. */
export function buildTable<T>(build: () => T): T {
  return build();
}
