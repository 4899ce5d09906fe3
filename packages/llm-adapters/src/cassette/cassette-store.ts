/** Where a cassette's lines live. Text in, text out: a line is written once and never changed. */
export interface CassetteStore {
  /** The whole text so far. */
  read(): string | Promise<string>;
  /** Adds whole lines at the end. */
  append(text: string): void | Promise<void>;
  /** Puts `text` in place of everything, to drop a torn last line. */
  replace(text: string): void | Promise<void>;
}

/** A cassette in memory, whose text can be looked at. */
export interface MemoryCassetteStore extends CassetteStore {
  text(): string;
}

/** A cassette in memory, starting from the text `start`. */
export function createMemoryCassetteStore(start = ''): MemoryCassetteStore {
  let whole = start;
  return {
    read: () => whole,
    append(lines) {
      whole += lines;
    },
    replace(text) {
      whole = text;
    },
    text: () => whole,
  };
}
