/** Stands for the end of the text, or of the region that may be read. */
export const END = '';

/** Full-width punctuation that models write for structure in Japanese text, and its ASCII twins. */
const fullWidth = '｛｝［］：，、（）';
const ascii = '{}[]:,,()';

/** The structural meaning of a character: itself, or the ASCII twin of a full-width form. */
export function toStructure(char: string): string {
  const index = fullWidth.indexOf(char);
  return index < 0 || char === END ? char : ascii.charAt(index);
}

/** White space of RFC 8259, by code unit: the innermost loops run over these. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isOpener(char: string): boolean {
  return char === '{' || char === '[';
}

export function isCloser(char: string): boolean {
  return char === '}' || char === ']' || char === ')';
}
