import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson, type ExtractResult } from '../../src/json.ts';

const structure = '{}[]():,"\'`\\/*#<>&;=+-.0 1aeu\n\t~「」“”‘’｛｝［］：，、　\ufeff'.split('');
const words = [
  '<think>',
  '</think>',
  '```',
  '...',
  '//',
  '/*',
  '&quot;',
  '\\"',
  '"a":',
  'true',
  '"""',
];

/** Pieces that were quadratic in some version of this or another extractor when repeated. */
const repeated = [
  '[',
  '{"a":',
  '"',
  '\\',
  '`',
  '<think>',
  '</think>',
  '{ in prose ',
  '{',
  '{"',
  '["',
  '{“',
  '{「a」：「',
  '{/*',
  '{//',
  '{/**/',
  '{"a":"b"\nx ',
  '{"a":"b" x ',
  '{"a":"{"b":',
  '{\\"a',
  '{&quot;a',
  '", "',
  '","',
  '", “',
  '{"a": "b, "',
  '{"x": "y\n```\n',
  '{"x": "y</json>',
  'const x = {',
  '{{"a":',
  '[a, ',
  '...',
  '{"a": 1} ',
];

/** Best of several runs, because everything else that runs can only add time. */
function timeOf(raw: string, runs: number): number {
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    extractJson(raw);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Time for twice the text over time for the text; small times count as one that can be measured. */
function growth(once: string, runs: number): number {
  return timeOf(once + once, runs) / Math.max(timeOf(once, runs), 20);
}

function offsetsOf(result: ExtractResult): readonly number[] {
  if (result.status === 'none') return [];
  const [start, end] = result.span;
  return [start, end - start, end, ...result.repairs.map((repair) => repair.at)];
}

describe('extractJson on hostile text', () => {
  it('never throws, and stays inside the text', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...structure, ...words), fc.string({ unit: 'binary' })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const raw = parts.join('');
        for (const options of [{}, { keys: ['a', 'b'] }]) {
          const result = extractJson(raw, options);
          expect(offsetsOf(result).every((at) => at >= 0 && at <= raw.length)).toBe(true);
          expect(() => JSON.stringify(result)).not.toThrow();
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws on JSON with random damage', () => {
    const damage = fc.array(
      fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...structure, ...words)),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(fc.json(), damage, (document, changes) => {
        let raw = document;
        for (const [at, removed, added] of changes) {
          const index = at % (raw.length + 1);
          raw = raw.slice(0, index) + added + raw.slice(index + removed);
        }
        expect(['ok', 'none']).toContain(extractJson(raw).status);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(repeated)('is linear in %j', (piece) => {
    const once = piece.repeat(50_000 / piece.length);
    // A busy machine is not taken for a quadratic algorithm, which would fail every look.
    let ratio = growth(once, 2);
    for (let look = 1; look < 6 && ratio >= 2.4; look += 1) ratio = growth(once, 2 * look);
    expect(ratio).toBeLessThan(2.4);
  });

  it('reads a megabyte', () => {
    const row = '{"id": 1, "text": "some "quoted" words, and more",},\n';
    const raw = `Rows:\n[${row.repeat(1_000_000 / row.length)}]`;
    const result = extractJson(raw);
    expect(result.status === 'ok' && Array.isArray(result.value) && result.value.length).toBe(
      Math.floor(1_000_000 / row.length),
    );
  });

  it('nests deeper than any call stack', () => {
    const depth = 50_000;
    const options = { maxDepth: depth };
    const raw = `${'['.repeat(depth)},${']'.repeat(depth)}`;
    expect(extractJson(raw, options).status).toBe('ok');
    expect(extractJson('{"a":'.repeat(depth), options).status).toBe('ok');
    expect(extractJson('{"a":'.repeat(depth))).toEqual({ status: 'none', reason: 'too-deep' });
  });
});
