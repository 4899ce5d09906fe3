import { describe, expect, it } from 'vitest';
import { extractJson, type RepairClass, type RepairKind } from '../../src/json.ts';
import { okOf, readRepairs } from './cases.ts';

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
    'candidate-dropped',
    'candidate-doubtful',
  ],
  lossy: ['ellipsis-dropped', 'truncated', 'duplicate-key'],
};
const order: readonly RepairClass[] = ['lossless', 'guess', 'lossy'];
const positive = readRepairs('positive');
const negative = readRepairs('negative');

function classOf(kind: string): RepairClass | undefined {
  return order.find((name) => classes[name].some((member) => member === kind));
}

describe('repairs', () => {
  it('has a positive case for every kind', () => {
    const kinds = new Set(positive.map((one) => one.kind));
    expect([...kinds].toSorted()).toEqual(Object.values(classes).flat().toSorted());
  });

  it.each(positive)('$kind in $raw', ({ kind, raw, options, at = [], value }) => {
    const result = okOf(extractJson(raw, options));
    expect(result.value).toEqual(value);
    const made = result.repairs.filter((repair) => repair.kind === kind);
    expect(made).toEqual(at.map((offset) => ({ kind, class: classOf(kind), at: offset })));
  });

  it.each(negative)('no $kind in $raw', ({ kind, raw, options, value }) => {
    const result = okOf(extractJson(raw, options));
    expect(result.value).toEqual(value);
    expect(result.repairs.map((repair) => repair.kind)).not.toContain(kind);
  });

  it.each(positive)('$kind in $raw is refused below its class', ({ raw, options }) => {
    const { repairs } = okOf(extractJson(raw, options));
    // A cut is reported by `complete` and never refused.
    const worst = Math.max(
      0,
      ...repairs
        .filter((repair) => repair.kind !== 'truncated')
        .map((repair) => order.indexOf(repair.class)),
    );
    const outcomes = order.map((allow) => {
      const result = extractJson(raw, { ...options, allow });
      return result.status === 'ok' ? 'ok' : result.reason;
    });
    expect(outcomes).toEqual(
      order.map((_, index) => (index < worst ? 'repair-not-allowed' : 'ok')),
    );
  });

  it('lists repairs in the order of the text', () => {
    const result = okOf(extractJson('Hi ```{a: 1,, "b" \'x\',}``` bye'));
    const offsets = result.repairs.map((repair) => repair.at);
    expect(offsets).toEqual(offsets.toSorted((left, right) => left - right));
  });
});
