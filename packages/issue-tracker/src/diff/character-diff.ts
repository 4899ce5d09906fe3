import DiffMatchPatch from 'diff-match-patch';
import { commonPrefix, commonSuffix } from '../text/similarity.ts';
import type { EqualRun } from './equal-runs.ts';
import type { StepMeter } from './step-meter.ts';

/** Blocks with a larger product of lengths are replaced as a whole: diff_main is quadratic. */
const maxBlockProduct = 4_000_000;

const engine = new DiffMatchPatch();
// The default stops after one second, so the result would depend on the machine.
engine.Diff_Timeout = 0;

/** Returns the equal runs of two short texts, offsets from their starts; null when the block is too large. */
export function diffCharacters(old: string, next: string, meter: StepMeter): EqualRun[] | null {
  const prefix = commonPrefix(old, next);
  const suffix = commonSuffix(old, next, prefix);
  const runs: EqualRun[] = [{ oldStart: 0, newStart: 0, length: prefix, wholeLines: false }];
  const oldMiddle = old.slice(prefix, old.length - suffix);
  const newMiddle = next.slice(prefix, next.length - suffix);
  const middle = diffMiddle(oldMiddle, newMiddle, meter);
  for (const run of middle ?? []) {
    runs.push({ ...run, oldStart: run.oldStart + prefix, newStart: run.newStart + prefix });
  }
  runs.push({
    oldStart: old.length - suffix,
    newStart: next.length - suffix,
    length: suffix,
    wholeLines: false,
  });
  const found = runs.filter(({ length }) => length > 0);
  return middle === null && found.length === 0 ? null : found;
}

function diffMiddle(old: string, next: string, meter: StepMeter): EqualRun[] | null {
  if (old.length === 0 || next.length === 0) return [];
  const product = old.length * next.length;
  if (product > maxBlockProduct || !meter.spend(old.length + next.length + product / 8))
    return null;
  const table = createCodePointTable([old, next]);
  if (table === null) return null;
  const diffs = engine.diff_main(table.encode(old), table.encode(next), false);
  engine.diff_cleanupSemantic(diffs);
  const runs: EqualRun[] = [];
  let oldStart = 0;
  let newStart = 0;
  for (const [operation, encoded] of diffs) {
    const { length } = table.decode(encoded);
    if (operation === 0) runs.push({ oldStart, newStart, length, wholeLines: false });
    if (operation <= 0) oldStart += length;
    if (operation >= 0) newStart += length;
  }
  return runs;
}

const privateUseStart = 0xe000;
const privateUseEnd = 0xf8ff;

/** Pairs of a private-use unit and the character that it represents. */
export type TableEntries = readonly (readonly [unit: string, character: string])[];

/** Texts rewritten so that one UTF-16 unit is one code point. */
export interface CodePointTable {
  encode(text: string): string;
  decode(text: string): string;
  /** The input of `tableOf` for an equal table. */
  readonly entries: TableEntries;
}

/**
 * Creates a table that maps every astral character and every lone surrogate of `texts` to one private-use
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

/** Creates the table with these entries. */
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
