import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 } as const;
const codePoints = 0x11_0000 - surrogates.count;

const isSurrogate = (code: number): boolean =>
  code >= surrogates.first && code < surrogates.first + surrogates.count;

/**
 * Any character, as `unit: 'binary'` of fast-check. That one builds a table of all of them in each process, which
 * takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: codePoints - 1 }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text || isSurrogate(code))
      throw new Error('expected one character');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
