import { stemmer } from 'stemmer';

/** Words of up to 40 letters are stemmed: the stemmer's expressions backtrack on longer ones. */
const stemmed = /^[a-z]{1,40}$/;

/** Irregular verbs whose forms the stemmer leaves apart: `base form form`. */
const irregularVerbs =
  'send sent,keep kept,pay paid,buy bought,sell sold,build built,make made,write wrote written,choose chose chosen,show shown,hold held,lose lost,leave left,find found,tell told,run ran,begin began begun,break broke broken,give gave given,take took taken,meet met,catch caught,draw drew drawn,grow grew grown,hide hid hidden,rise rose risen,see saw seen,speak spoke spoken,teach taught,think thought,withdraw withdrew withdrawn';
const regularForms: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  irregularVerbs.split(',').flatMap((line) => {
    const [base = '', ...forms] = line.split(' ');
    return forms.map((form) => [form, base] as const);
  }),
);

/** Returns the Porter stem of a lower-case English word without its possessive, and any other text unchanged. */
export function stemWord(word: string): string {
  const plain = word.replace(/['\u2019]s?$/, '');
  return stemmed.test(plain) ? stemmer(regularForms.get(plain) ?? plain) : word;
}

/** Words of a data list, separated by white space. `#` starts a comment that ends with its line. */
export function wordSet(list: string): ReadonlySet<string> {
  const words = list.split('\n').flatMap((line) => line.replace(/#.*$/, '').split(/\s/));
  return new Set(words.filter((word) => word !== ''));
}

/** Entries of a data list, separated by semicolons. */
export function entriesOf(list: string): readonly string[] {
  return list.split(';').map((entry) => entry.trim());
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
