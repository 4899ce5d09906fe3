import '@kanmon/core/zod';
import DiffMatchPatch from 'diff-match-patch';
import { checkArgument } from '@kanmon/core/kit';
import * as z from 'zod';
import { createCodePointTable, tableOf } from '../diff/character-diff.ts';
import { type EqualRun, gapsBetween } from '../diff/equal-runs.ts';
import { diffTexts } from '../diff/hierarchical-diff.ts';
import { createStepMeter } from '../diff/step-meter.ts';
import { hashText } from '../text/hashes.ts';

/** A fix as a patch; the text goes to the artifact store, `diff_ref` is its hash. */
export interface FixDiff {
  readonly diff_ref: string;
  readonly text: string;
}

const maxSteps = 50_000_000;

/** First line of a fix diff: hashes of both texts, and the table of its private-use units. */
const headerSchema = z.object({
  kanmon_fix_diff: z.literal(1),
  before: z.string(),
  after: z.string(),
  table: z.array(z.tuple([z.string(), z.array(z.int().min(0).max(0xffff)).min(1).max(2)])),
  /** The new text itself, when there are too many astral characters for a table. */
  whole: z.string().optional(),
});

/** Returns the difference of two texts in the patch format of diff-match-patch, with a header line. */
export function createFixDiff(before: string, after: string): FixDiff {
  checkArgument('before of createFixDiff', 'a text', before);
  checkArgument('after of createFixDiff', 'a text', after);
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

/** Returns the text after the fix; null unless the diff was created from exactly this text and is undamaged. */
export function applyFixDiff(before: string, text: string): string | null {
  checkArgument('before of applyFixDiff', 'a text', before);
  checkArgument('text of applyFixDiff', 'a text', text);
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
  const whole = { old: { start: 0, end: before.length }, next: { start: 0, end: after.length } };
  return gapsBetween(runs, whole)
    .flatMap(({ old, next }, index): [number, string][] => {
      const { oldStart, length } = runs[index] ?? { oldStart: 0, length: 0 };
      return [
        [-1, before.slice(old.start, old.end)],
        [1, after.slice(next.start, next.end)],
        [0, before.slice(oldStart, oldStart + length)],
      ];
    })
    .filter(([, part]) => part !== '');
}

/** Applies each patch at its exact place or not at all: diff-match-patch itself would look for a similar one. */
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
