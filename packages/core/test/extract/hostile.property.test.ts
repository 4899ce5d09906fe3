import { anyCharacter, triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson, type ExtractResult } from '../../src/json.ts';
import { parseJson } from '../support.ts';

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

/** JSON in which up to `most` places were changed. */
function damagedJson(most: number): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...structure, ...words));
  return fc
    .tuple(fc.json(), fc.array(change, { minLength: 1, maxLength: most }))
    .map(([document, changes]) =>
      changes.reduce((raw, [at, removed, added]) => {
        const index = at % (raw.length + 1);
        return raw.slice(0, index) + added + raw.slice(index + removed);
      }, document),
    );
}

function offsetsOf(result: ExtractResult): readonly number[] {
  if (result.status === 'none') return [];
  const [start, end] = result.span;
  return [start, end - start, end, ...result.repairs.map((repair) => repair.at)];
}

describe('extractJson on hostile text', () => {
  it('never throws, and stays inside the text', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...structure, ...words), fc.string({ unit: anyCharacter })),
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
      { numRuns: triesOf(3000) },
    );
  });

  it('never throws on JSON with random damage', () => {
    fc.assert(
      fc.property(damagedJson(8), (raw) => {
        expect(['ok', 'none']).toContain(extractJson(raw).status);
      }),
      { numRuns: triesOf(3000) },
    );
  });

  it('names a repair unless JSON.parse takes the text', () => {
    let compared = 0;
    fc.assert(
      fc.property(damagedJson(3), (raw) => {
        const result = extractJson(raw);
        if (result.status === 'none' || result.repairs.length > 0) return;
        compared += 1;
        expect(JSON.stringify(parseJson(raw))).toBe(JSON.stringify(result.value));
      }),
      { numRuns: triesOf(3000) },
    );
    expect(compared).toBeGreaterThan(triesOf(100));
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
