import type { IdSource } from './id-source.ts';

/** Crockford's base 32: no I, L, O, U, and in code-unit order. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 10 digits of 5 bits hold the milliseconds of 35,000 years. */
const timeDigits = 10;
const randomDigits = 16;

/**
 * Ids that sort by time: `prefix_` and 26 Crockford characters (48 bits of time, 79 random ones).
 * Within one source they only grow, also in one millisecond and when the clock goes back.
 */
export function randomIds(): IdSource {
  let lastTime = -1;
  let timeText = '';
  let tail: Uint8Array = new Uint8Array(randomDigits);

  return {
    next(prefix) {
      const now = Date.now();
      if (now > lastTime) {
        lastTime = now;
        timeText = encodeTime(now);
        tail = freshTail();
      } else {
        increment(tail);
      }
      const id = timeText + encodeTail(tail);
      return prefix === undefined ? id : `${prefix}_${id}`;
    },
  };
}

/** The highest bit stays 0, so that counting up within a millisecond cannot run out of digits. */
function freshTail(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(randomDigits));
  return bytes.map((byte, index) => byte & (index === 0 ? 15 : 31));
}

function increment(digits: Uint8Array): void {
  let index = digits.length - 1;
  while (index > 0 && digits[index] === 31) {
    digits[index] = 0;
    index -= 1;
  }
  digits[index] = (digits[index] ?? 0) + 1;
}

function encodeTime(time: number): string {
  let text = '';
  for (let left = time, count = 0; count < timeDigits; count += 1) {
    text = digit(left % 32) + text;
    left = Math.floor(left / 32);
  }
  return text;
}

function encodeTail(digits: Uint8Array): string {
  let text = '';
  for (const value of digits) text += digit(value);
  return text;
}

function digit(value: number): string {
  return alphabet.charAt(value);
}
