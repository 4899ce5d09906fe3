/** A cassette in a file, made with its folder when the first line is written. One process at a time. */
declare function createFileCassetteStore(path: string): CassetteStore;

export { CassetteStore, createFileCassetteStore };

/** Where a cassette's lines live. Text in, text out: a line is written once and never changed. */
interface CassetteStore {
    /** The whole text so far. */
    read(): string | Promise<string>;
    /** Adds whole lines at the end. */
    append(text: string): void | Promise<void>;
    /** Puts `text` in place of everything, to drop a torn last line. */
    replace(text: string): void | Promise<void>;
}
/** A cassette in memory, whose text can be looked at. */
interface MemoryCassetteStore extends CassetteStore {
    text(): string;
}
/** A cassette in memory, starting from the text `start`. */
declare function createMemoryCassetteStore(start?: string): MemoryCassetteStore;


export type { CassetteStore as C, MemoryCassetteStore as M };
