import { isWellFormed } from '../vocabulary/well-formed.ts';

/** U+0000-001F and U+007F: all control characters but those of C1. */
const controlCharacter = /[^\P{Cc}\u0080-\u009f]/u;
const encoder = new TextEncoder();

/** Length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Why a value is no name of 1 to `maxBytes` bytes without control characters; null when it is one. */
export function whyNoName(value: unknown, maxBytes: number): string | null {
  const problem = whyNoText(value, maxBytes);
  if (problem !== null) return problem;
  return controlCharacter.test(String(value)) ? 'it has a control character' : null;
}

/** Why a value is no well-formed text of 1 to `maxBytes` bytes; null when it is one. */
export function whyNoText(value: unknown, maxBytes: number): string | null {
  if (typeof value !== 'string') return `it is ${value === null ? 'null' : typeof value}, not text`;
  if (value === '') return 'it is empty';
  // A character has at least one byte, so what is too long need not be encoded to be known.
  if (value.length > maxBytes || byteLength(value) > maxBytes)
    return `it has more than ${maxBytes} bytes`;
  return isWellFormed(value) ? null : 'it has a lone surrogate';
}
