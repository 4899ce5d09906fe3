/** Shorter parts of a secret occur in ordinary text. */
const minPartLength = 8;

/** The longest run of invisible characters and white space that may be between two characters of a secret. */
const maxGap = 16;

const gaps = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Creates a function that replaces the beginning and the end of each value, where at least half of it and 8 characters
 * are in the text: servers and proxies cut and mask a key. Invisible characters, white space and the case of ASCII
 * letters do not count. Linear in the text.
 */
export function createPartRemover(
  values: readonly string[],
  mark: string,
): (text: string) => string {
  const keys = [...new Set(values.map((value) => readVisible(value).text))].filter(
    ({ length }) => length >= minPartLength,
  );
  const forward = keys.map(createMatcher);
  const backward = keys.map((key) => createMatcher(reversed(key)));
  if (keys.length === 0) return (text) => text;
  return (text) => {
    const { text: visible, places } = readVisible(text);
    /** By place: the number of parts that begin there, less those that have ended before it. */
    const changes = new Int32Array(text.length + 1);
    const change = (place: number, by: number): void => {
      changes[place] = (changes[place] ?? 0) + by;
    };
    const remove = (first: number, last: number): void => {
      change(places[first] ?? 0, 1);
      change((places[last] ?? 0) + 1, -1);
    };
    for (const find of forward) find(visible, remove);
    const end = visible.length - 1;
    const turned = reversed(visible);
    for (const find of backward) find(turned, (first, last) => remove(end - last, end - first));
    return withoutParts(text, changes, mark);
  };
}

/** A text without gaps and in lower case, with the place of each of its units. A longer gap stays as one unit. */
function readVisible(given: string): { readonly text: string; readonly places: readonly number[] } {
  const folded = given.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const places: number[] = [];
  let from = 0;
  const addUntil = (end: number): void => {
    for (let place = from; place < end; place += 1) places.push(place);
  };
  for (const { 0: gap, index } of folded.matchAll(gaps)) {
    addUntil(index);
    if (gap.length > maxGap) places.push(index);
    from = index + gap.length;
  }
  addUntil(folded.length);
  return { text: places.map((place) => folded.charAt(place)).join(''), places };
}

/** Creates a function that reports each place where a long enough start of the key ends (Knuth, Morris and Pratt). */
function createMatcher(key: string): (text: string, report: Report) => void {
  const least = Math.max(minPartLength, Math.ceil(key.length / 2));
  /** For each start of the key: the length of the longest shorter start that it ends with. */
  const borders: number[] = [0];
  const extend = (length: number, unit: string): number => {
    let matched = length;
    while (matched > 0 && key.charAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    return key.charAt(matched) === unit ? matched + 1 : 0;
  };
  for (let index = 1; index < key.length; index += 1) {
    borders.push(extend(borders[index - 1] ?? 0, key.charAt(index)));
  }
  return (text, report) => {
    let length = 0;
    for (let index = 0; index < text.length; index += 1) {
      length = extend(length, text.charAt(index));
      if (length >= least) report(index - length + 1, index);
    }
  };
}

/** Called with the first and the last place of a part. */
type Report = (first: number, last: number) => void;

function withoutParts(text: string, changes: Int32Array, mark: string): string {
  const kept: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [place, change] of changes.entries()) {
    if (depth === 0 && change > 0) kept.push(text.slice(from, place), mark);
    depth += change;
    if (depth === 0 && change < 0) from = place;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}
