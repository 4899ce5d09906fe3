import { sha256Hex } from '@kanmon/core';

const encoder = new TextEncoder();

/**
 * SHA-256 of the UTF-8 bytes in lower-case hex. A lone surrogate, which UTF-8 cannot carry, counts as
 * U+FFFD: manuscripts come from anywhere, and a hash must not be what throws on them.
 */
export function hashText(text: string, salt = ''): string {
  return sha256Hex(encoder.encode(salt === '' ? text : `${salt}\n${text}`));
}
