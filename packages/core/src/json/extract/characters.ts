/** Code units the parser decides on; names instead of numbers, so that the grammar reads as one. */
export const Char = {
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  doubleQuote: 0x22,
  hash: 0x23,
  ampersand: 0x26,
  singleQuote: 0x27,
  openParen: 0x28,
  closeParen: 0x29,
  asterisk: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  slash: 0x2f,
  colon: 0x3a,
  semicolon: 0x3b,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  backtick: 0x60,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  tilde: 0x7e,
} as const;

/** Stands for the end of the text or of the region that the parser may read. */
export const END = -1;

/** Full-width punctuation that models write for structure in Japanese text, by its ASCII twin. */
const asciiTwin: ReadonlyMap<number, number> = new Map([
  [0xff5b, Char.openBrace],
  [0xff5d, Char.closeBrace],
  [0xff3b, Char.openBracket],
  [0xff3d, Char.closeBracket],
  [0xff1a, Char.colon],
  [0xff0c, Char.comma],
  [0x3001, Char.comma],
  [0xff08, Char.openParen],
  [0xff09, Char.closeParen],
]);

/** The structural meaning of a code unit: itself, or the ASCII twin of a full-width form. */
export function toStructure(code: number): number {
  return code < 0x3000 ? code : (asciiTwin.get(code) ?? code);
}

/** White space of RFC 8259. */
export function isJsonSpace(code: number): boolean {
  return (
    code === Char.space ||
    code === Char.newline ||
    code === Char.carriageReturn ||
    code === Char.tab
  );
}

/** Spaces and format characters that no one sees and that JSON does not allow between tokens. */
export function isInvisibleSpace(code: number): boolean {
  return (
    code === 0x0b ||
    code === 0x0c ||
    code === 0x85 ||
    code === 0xa0 ||
    code === 0xad ||
    code === 0x1680 ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x2064) ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isOpener(code: number): boolean {
  return code === Char.openBrace || code === Char.openBracket;
}

export function isCloser(code: number): boolean {
  return code === Char.closeBrace || code === Char.closeBracket || code === Char.closeParen;
}
