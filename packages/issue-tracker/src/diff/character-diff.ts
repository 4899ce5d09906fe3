import DiffMatchPatch from 'diff-match-patch';
import { commonPrefix, commonSuffix } from './common-ends.ts';
import { createCodePointTable } from './code-point-table.ts';
import type { EqualRun } from './equal-run.ts';
import type { StepMeter } from './step-meter.ts';

/** Blocks with a larger product of lengths are replaced as a whole: diff_main is quadratic. */
const maxBlockProduct = 4_000_000;

const engine = new DiffMatchPatch();
// The default stops after one second, so the result would depend on the machine.
engine.Diff_Timeout = 0;

/** Equal runs of two short texts, offsets from their starts; null when the block is too large. */
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
