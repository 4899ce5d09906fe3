const privateUseStart = 0xe000;
const privateUseEnd = 0xf8ff;

/** Pairs of a private-use unit and the character it stands for. */
export type TableEntries = readonly (readonly [unit: string, character: string])[];

/** Texts rewritten so that one UTF-16 unit is one code point. */
export interface CodePointTable {
  encode(text: string): string;
  decode(text: string): string;
  /** What `tableOf` needs to make the same table again. */
  readonly entries: TableEntries;
}

/**
 * A table that maps every astral character and every lone surrogate of `texts` to one private-use
 * unit that none of them contains. diff-match-patch works on units; through this table no edit of it
 * can fall inside a surrogate pair. Null when there are more such characters than free units.
 */
export function createCodePointTable(texts: readonly string[]): CodePointTable | null {
  const wide = new Set<string>();
  const taken = new Set<number>();
  for (const text of texts) {
    for (const character of text) {
      const unit = character.charCodeAt(0);
      if (unit >= 0xd800 && unit <= 0xdfff) wide.add(character);
      else if (unit >= privateUseStart && unit <= privateUseEnd) taken.add(unit);
    }
  }
  const entries: [string, string][] = [];
  let unit = privateUseStart;
  for (const character of wide) {
    while (taken.has(unit)) unit += 1;
    if (unit > privateUseEnd) return null;
    entries.push([String.fromCharCode(unit), character]);
    unit += 1;
  }
  return tableOf(entries);
}

/** The table with these entries. */
export function tableOf(entries: TableEntries): CodePointTable {
  if (entries.length === 0) return { encode: (text) => text, decode: (text) => text, entries };
  const toCharacter = new Map(entries);
  const toUnit = new Map(entries.map(([unit, character]) => [character, unit]));
  return {
    encode: (text) => replace(text, toUnit),
    decode: (text) => replace(text, toCharacter),
    entries,
  };
}

function replace(text: string, table: ReadonlyMap<string, string>): string {
  let result = '';
  for (const character of text) result += table.get(character) ?? character;
  return result;
}
