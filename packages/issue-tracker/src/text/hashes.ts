import { sha256Hex } from '@kanmon/core';

const encoder = new TextEncoder();

/**
 * SHA-256 of the UTF-8 bytes in lower-case hex. A lone surrogate, which UTF-8 cannot carry, counts as
 * U+FFFD: manuscripts come from anywhere, and a hash must not be what throws on them.
 */
export function hashText(text: string, salt = ''): string {
  return sha256Hex(encoder.encode(salt === '' ? text : `${salt}\n${text}`));
}

/** Odd, so that multiplication modulo 2^32 loses no unit; from the 32-bit golden ratio. */
const defaultBase = 0x9e3779b1;

/** Polynomial hash over UTF-16 units modulo 2^32, with a base that a salt replaces. */
export interface RollingHash {
  of(text: string, start: number, end: number): number;
  /** Calls `visit` with every window of `length` units; O(n) whatever the length. */
  scan(text: string, length: number, visit: (start: number, hash: number) => void): void;
}

/** The rolling hash of anchors. @default base without a salt: one constant for everybody */
export function createRollingHash(base: number = defaultBase): RollingHash {
  const of = (text: string, start: number, end: number): number => {
    let hash = 0;
    for (let index = start; index < end; index += 1) {
      hash = (Math.imul(hash, base) + text.charCodeAt(index) + 1) | 0;
    }
    return hash >>> 0;
  };
  return {
    of,
    scan(text, length, visit) {
      if (length > text.length || length === 0) return;
      let power = 1;
      for (let count = 1; count < length; count += 1) power = Math.imul(power, base);
      let hash = of(text, 0, length) | 0;
      visit(0, hash >>> 0);
      for (let start = 1; start + length <= text.length; start += 1) {
        const leaving = Math.imul(text.charCodeAt(start - 1) + 1, power);
        hash = (Math.imul(hash - leaving, base) + text.charCodeAt(start + length - 1) + 1) | 0;
        visit(start, hash >>> 0);
      }
    },
  };
}
