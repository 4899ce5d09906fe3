import { describe, expect, expectTypeOf, it } from 'vitest';
import { extractJson, type RepairClass, type RepairKind } from '../../src/json.ts';
import { readCases, type RepairCase } from './cases.ts';

/** Classes as the specification lists them. */
const classes: Readonly<Record<RepairClass, readonly RepairKind[]>> = {
  lossless: [
    'fence-removed',
    'prose-removed',
    'reasoning-removed',
    'wrapper-removed',
    'unwrapped',
    'string-decoded',
    'bom-removed',
    'invisible-space',
    'trailing-comma',
    'leading-comma',
    'double-comma',
    'comment-removed',
    'single-quotes',
    'curly-quotes',
    'full-width-structure',
    'kagi-quotes',
    'triple-quotes',
    'backtick-string',
    'unquoted-key',
    'language-literal',
    'tuple',
    'string-concatenation',
    'assignment-removed',
    'raw-control',
    'html-entities',
    'full-width-number',
    'number-form',
  ],
  guess: [
    'missing-comma',
    'missing-colon',
    'missing-value',
    'missing-quote-open',
    'missing-quote-close',
    'unescaped-quote',
    'invalid-escape',
    'bracket-mismatch',
    'bracket-missing',
    'extra-bracket',
    'stray-character',
    'unquoted-value',
  ],
  lossy: ['ellipsis-dropped', 'truncated', 'duplicate-key'],
};
const order: readonly RepairClass[] = ['lossless', 'guess', 'lossy'];
const positive = readCases<RepairCase>('kinds/positive');
const negative = readCases<RepairCase>('kinds/negative');

function classOf(kind: RepairKind): RepairClass | undefined {
  return order.find((name) => classes[name].includes(kind));
}

describe('repairs', () => {
  it('has a positive case for every kind', () => {
    const kinds = new Set(positive.map((one) => one.kind));
    expect([...kinds].toSorted()).toEqual(Object.values(classes).flat().toSorted());
    expectTypeOf<RepairCase['kind']>().toEqualTypeOf<RepairKind>();
  });

  it.each(positive)('$kind in $raw', ({ kind, raw, options, at, value }) => {
    const result = extractJson(raw, options);
    if (result.status === 'none') throw new Error(result.reason);
    expect(result.value).toEqual(value);
    const made = result.repairs.filter((repair) => repair.kind === kind);
    expect(made).toEqual(at?.map((offset) => ({ kind, class: classOf(kind), at: offset })));
  });

  it.each(negative)('no $kind in $raw', ({ kind, raw, options, value }) => {
    const result = extractJson(raw, options);
    if (result.status === 'none') throw new Error(result.reason);
    expect(result.value).toEqual(value);
    expect(result.repairs.map((repair) => repair.kind)).not.toContain(kind);
  });

  it.each(positive)('$kind in $raw is refused below its class', ({ kind, raw, options }) => {
    const result = extractJson(raw, options);
    if (result.status === 'none') throw new Error(result.reason);
    // A cut is told by `complete` and never refused.
    const worst = Math.max(
      ...result.repairs
        .filter((repair) => repair.kind !== 'truncated')
        .map((repair) => order.indexOf(repair.class)),
      0,
    );
    for (const [severity, allow] of order.entries()) {
      const again = extractJson(raw, { ...options, allow });
      expect([kind, allow, again.status]).toEqual([kind, allow, severity >= worst ? 'ok' : 'none']);
      if (again.status === 'none') expect(again.reason).toBe('repair-not-allowed');
    }
  });

  it('lists repairs in the order of the text', () => {
    const result = extractJson('Hi ```{a: 1,, "b" \'x\',}``` bye');
    if (result.status === 'none') throw new Error(result.reason);
    const offsets = result.repairs.map((repair) => repair.at);
    expect(offsets).toEqual(offsets.toSorted((left, right) => left - right));
  });
});
