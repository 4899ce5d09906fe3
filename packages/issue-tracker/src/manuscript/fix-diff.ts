import DiffMatchPatch from 'diff-match-patch';
import * as z from 'zod';
import { createCodePointTable, tableOf } from '../diff/code-point-table.ts';
import type { EqualRun } from '../diff/equal-run.ts';
import { diffTexts } from '../diff/hierarchical-diff.ts';
import { createStepMeter } from '../diff/step-meter.ts';
import { hashText } from '../text/hash-text.ts';

/** A fix as a patch; the text goes to the artifact store, `diff_ref` is its hash. */
export interface FixDiff {
  readonly diff_ref: string;
  readonly text: string;
}

const maxSteps = 50_000_000;

/** First line of a fix diff: what it fits, and how its private-use units are to be read. */
const headerSchema = z.object({
  kanmon_fix_diff: z.literal(1),
  before: z.string(),
  after: z.string(),
  table: z.array(z.tuple([z.string(), z.array(z.int().min(0).max(0xffff)).min(1).max(2)])),
  /** The new text itself, when there are too many astral characters for a table. */
  whole: z.string().optional(),
});

/** The difference of two texts in the patch format of diff-match-patch, with a header line. */
export function createFixDiff(before: string, after: string): FixDiff {
  const table = createCodePointTable([before, after]);
  const header = {
    kanmon_fix_diff: 1,
    before: hashText(before),
    after: hashText(after),
    table: (table?.entries ?? []).map(([unit, character]) => [unit, unitsOf(character)]),
    ...(table === null ? { whole: after } : {}),
  };
  const patch = table === null ? '' : patchText(table.encode(before), table.encode(after));
  const text = `${JSON.stringify(header)}\n${patch}`;
  return { diff_ref: hashText(text), text };
}

/** The text after the fix; null unless the diff was made from exactly this text and is undamaged. */
export function applyFixDiff(before: string, text: string): string | null {
  const headerEnd = text.indexOf('\n');
  const header = parseHeader(text.slice(0, headerEnd));
  if (header === null || header.before !== hashText(before)) return null;
  const after =
    header.whole ??
    applyPatches(
      before,
      text.slice(headerEnd + 1),
      header.table.map(([unit, units]) => [unit, String.fromCharCode(...units)]),
    );
  return after !== null && hashText(after) === header.after ? after : null;
}

function parseHeader(line: string): z.infer<typeof headerSchema> | null {
  try {
    const parsed: unknown = JSON.parse(line);
    const result = headerSchema.safeParse(parsed);
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

function patchText(before: string, after: string): string {
  const engine = new DiffMatchPatch();
  const { runs } = diffTexts(before, after, createStepMeter(maxSteps));
  const diffs = toDiffs(before, after, runs);
  return engine.patch_toText(engine.patch_make(before, diffs));
}

function toDiffs(before: string, after: string, runs: readonly EqualRun[]): [number, string][] {
  const diffs: [number, string][] = [];
  let oldCursor = 0;
  let newCursor = 0;
  const end = { oldStart: before.length, newStart: after.length, length: 0 };
  for (const { oldStart, newStart, length } of [...runs, end]) {
    if (oldCursor < oldStart) diffs.push([-1, before.slice(oldCursor, oldStart)]);
    if (newCursor < newStart) diffs.push([1, after.slice(newCursor, newStart)]);
    if (length > 0) diffs.push([0, before.slice(oldStart, oldStart + length)]);
    oldCursor = oldStart + length;
    newCursor = newStart + length;
  }
  return diffs;
}

/** Each patch at its very place or not at all: diff-match-patch itself would look for a similar one. */
function applyPatches(
  before: string,
  patches: string,
  entries: readonly (readonly [string, string])[],
): string | null {
  const table = tableOf(entries);
  let text = table.encode(before);
  try {
    for (const patch of new DiffMatchPatch().patch_fromText(patches)) {
      const at: unknown = Reflect.get(patch, 'start2');
      const diffs: unknown = Reflect.get(patch, 'diffs');
      if (typeof at !== 'number' || !isDiffs(diffs)) return null;
      const old = diffs.flatMap(([operation, part]) => (operation <= 0 ? [part] : [])).join('');
      const next = diffs.flatMap(([operation, part]) => (operation >= 0 ? [part] : [])).join('');
      if (!text.startsWith(old, at)) return null;
      text = text.slice(0, at) + next + text.slice(at + old.length);
    }
  } catch {
    return null;
  }
  return table.decode(text);
}

function isDiffs(value: unknown): value is [number, string][] {
  return (
    Array.isArray(value) &&
    value.every(
      (diff: unknown) =>
        Array.isArray(diff) && typeof diff[0] === 'number' && typeof diff[1] === 'string',
    )
  );
}

function unitsOf(character: string): number[] {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
}
