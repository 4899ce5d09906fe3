import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { TextShape } from './hostile-text.ts';
import { knownOffenders } from './known-offenders.ts';
import { isLongRun } from './long-run.ts';
import { openMeter } from './meter.ts';
import { caseReader } from './read-cases.ts';
import { type HostileTarget, searchGrowth } from './search-growth.ts';

interface ShapeCase {
  readonly target: string;
  readonly shape: TextShape;
}

/** Random texts for each target in `pnpm test`, where all searches together may take half a minute. */
const shapesInTest = 2;
/** Random texts and steps of the climb in `pnpm test:long`. */
const [shapesInLong, climbsInLong] = [400, 400];
const longTimeoutMs = 30 * 60_000;

/**
 * Declares a test for each target that a file exports: no text that the search tries makes the work grow faster than
 * it may. `cases/hostile-shapes.jsonl` holds texts that did once; they are tried first. `KANMON_SEED` repeats a search.
 */
export function testHostileGrowth(
  packageName: string,
  targets: Readonly<Record<string, HostileTarget>>,
  file: URL,
): void {
  const given = process.env['KANMON_SEED'];
  const seed = Number(given ?? (isLongRun ? Date.now() % 2 ** 32 : 1));
  const folder = new URL('../cases/', file);
  const cases = existsSync(new URL('hostile-shapes.jsonl', folder))
    ? (caseReader(folder)('hostile-shapes') as readonly ShapeCase[])
    : [];
  const meter = openMeter<typeof targets>(file);
  afterAll(() => meter.close());

  describe(`hostile text, seed ${seed}`, () => {
    for (const name of Object.keys(targets)) {
      const known = knownOffenders.find(({ target }) => target === `${packageName}/${name}`);
      const search = async () =>
        searchGrowth(meter, name, {
          alphabets: targets[name]?.alphabets ?? [],
          seed,
          shapes: isLongRun ? shapesInLong : shapesInTest,
          climbs: isLongRun ? climbsInLong : 0,
          first: cases.filter(({ target }) => target === name).map(({ shape }) => shape),
          stopAtFirst: !isLongRun,
        });
      const title =
        known === undefined
          ? `makes no work of ${name} grow faster than n log n`
          : `EXPECTED FAILURE (${known.cause}): the work of ${name} grows too fast`;
      it(title, { timeout: longTimeoutMs }, async () => {
        const found = await search();
        if (known === undefined) expect(found).toEqual([]);
        else expect(found, 'repaired: delete its entry in known-offenders.ts').not.toEqual([]);
      });
    }
    it('tries targets that exist', () => {
      const wanted = cases.map(({ target }) => target);
      expect(Object.keys(targets)).toEqual(expect.arrayContaining(wanted));
    });
  });
}
