import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Cases that an author wrote who had seen neither code nor specification, one file a round. */
export interface Round<Case> {
  /** The name of the file without its ending: `planner-r1`. */
  readonly name: string;
  readonly cases: readonly Case[];
}

const home = new URL('../../../', import.meta.url);

/** The rounds of a package, oldest first; `KANMON_ROUNDS` names a folder that is read instead. */
export function readRounds<Case>(packageName: string, prefix: string): Round<Case>[] {
  const other = process.env['KANMON_ROUNDS'];
  const folder =
    other === undefined
      ? new URL(`packages/${packageName}/test/cases/rounds/`, home)
      : new URL(`file://${other}/`);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${prefix}-r`) && file.endsWith('.jsonl'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.jsonl'.length),
      cases: readFileSync(new URL(file, folder), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Case),
    }));
}

/** Precision, recall and their harmonic mean of a yes-or-no decision. */
export function yesOrNo(pairs: readonly (readonly [wanted: boolean, got: boolean])[]): {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
} {
  const hits = pairs.filter(([wanted, got]) => wanted && got).length;
  const precision = hits / Math.max(1, pairs.filter(([, got]) => got).length);
  const recall = hits / Math.max(1, pairs.filter(([wanted]) => wanted).length);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** The share of cases for which a question is answered with yes; 0 for none. */
export function share<Case>(cases: readonly Case[], isRight: (each: Case) => boolean): number {
  return cases.filter(isRight).length / Math.max(1, cases.length);
}
