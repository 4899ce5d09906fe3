import { describe, expect, it } from 'vitest';
import { safeJson, safeText } from '@kanmon/example-shared/safe-text';

/** Sequences that a terminal obeys, or that make a line read as another one. */
const orders: readonly (readonly [string, string])[] = [
  ['an escape sequence that wipes the screen', '\u001B[2J'],
  ['a title set by a control sequence', '\u001B]0;owned\u0007'],
  ['the same in one C1 character', '\u009B2J'],
  ['a carriage return over the line before it', 'refused\rapproved'],
  ['a backspace', 'no\b\bok'],
  ['a delete', 'no\u007F'],
  ['an override that reverses', '\u202Edevorppa'],
  ['an isolate', '\u2066a\u2069'],
  ['an Arabic letter mark', 'a\u061C1'],
  ['a mark that has no width', 'a\u200E\u200Fb\uFEFF'],
];
const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
];
const obeyed = (text: string): string[] =>
  Array.from(text).filter((character) =>
    ranges.some(
      ([first, last]) => first <= character.charCodeAt(0) && character.charCodeAt(0) <= last,
    ),
  );

describe('safeText', () => {
  it('lets nothing of the ranges through', () => {
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code += 1)
        expect(safeText(String.fromCharCode(code))).toBe('\uFFFD');
  });

  it.each(orders)('shows %s as a mark', (_, text) => {
    expect(obeyed(text)).not.toEqual([]);
    expect(obeyed(safeText(text))).toEqual([]);
    expect(safeText(text)).toHaveLength(text.length);
  });

  it.each(['保証は、お届けから1年です。\n二行目', 'naïve – “quoted” 👩‍👩‍👧', 'שלום', ''])(
    'leaves %j as it is',
    (text) => {
      expect(safeText(text)).toBe(text);
    },
  );
});

describe('safeJson', () => {
  it.each(orders)('writes %s as an escape and loses nothing', (_, text) => {
    const value = { [text]: [text, '値段\n'] };
    expect(obeyed(safeJson(value))).toEqual([]);
    expect(JSON.parse(safeJson(value))).toEqual(value);
  });

  it('breaks lines where it is asked to', () => {
    expect(safeJson({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});
