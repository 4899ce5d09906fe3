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
  let digits: number[] = [];

  return {
    next(prefix) {
      const now = Date.now();
      if (now > lastTime) {
        lastTime = now;
        digits = [...digitsOfTime(now), ...freshTail()];
      } else {
        increment(digits);
      }
      const id = digits.map((digit) => alphabet.charAt(digit)).join('');
      return prefix === undefined ? id : `${prefix}_${id}`;
    },
  };
}

/** The highest bit stays 0, so that counting up within a millisecond cannot run out of digits. */
function freshTail(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(randomDigits));
  return bytes.map((byte, index) => byte & (index === 0 ? 15 : 31));
}

function increment(digits: number[]): void {
  let index = digits.length - 1;
  while (index > 0 && digits[index] === 31) {
    digits[index] = 0;
    index -= 1;
  }
  digits[index] = (digits[index] ?? 0) + 1;
}

function digitsOfTime(time: number): readonly number[] {
  return Array.from(
    { length: timeDigits },
    (_, index) => Math.floor(time / 32 ** (timeDigits - 1 - index)) % 32,
  );
}
