import { type Clock, InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';

/** Crockford's base 32: no I, L, O, U, and in code-unit order. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const suffixLength = 10;

/** Pattern of an issue id: `ISSUE-{epoch_ms}-{10 characters of Crockford base 32}`. */
export const issueIdPattern: RegExp = /^ISSUE-\d{1,16}-[0-9A-HJKMNP-TV-Z]{10}$/u;

/** Returns ids that sort by creation: `{prefix}-{epoch_ms}-{suffix}`. */
export type TimedIds = (prefix: string) => string;

/**
 * Creates a source of ids with 50 random bits. Within one millisecond the suffix counts up; when the clock goes
 * back, the last time is kept.
 */
export function createTimedIds(clock: Clock, random: () => number): TimedIds {
  let lastTime = -1;
  let suffix: number[] = [];
  return (prefix) => {
    const now = clock.now().getTime();
    if (now > lastTime || !countUp(suffix)) {
      // All numbers of one millisecond are used up: borrow the next one.
      lastTime = now > lastTime ? now : lastTime + 1;
      suffix = Array.from({ length: suffixLength }, () => Math.floor(random() * alphabet.length));
    }
    return `${prefix}-${lastTime}-${suffix.map((digit) => alphabet.charAt(digit)).join('')}`;
  };
}

/** False when the suffix has run out of numbers. */
function countUp(digits: number[]): boolean {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = (digits[index] ?? 0) + 1;
    digits[index] = digit % alphabet.length;
    if (digit < alphabet.length) return true;
  }
  return false;
}

/** One counter for each clock: ids of one process sort, and two runs with separate clocks are equal. */
const sources = new WeakMap<Clock, TimedIds>();

/** Creates an issue id. */
export function createIssueId(clock: Clock, random: () => number): string {
  if (typeof Reflect.get(Object(clock), 'now') !== 'function' || typeof random !== 'function')
    throw new InvalidArgumentError(
      `expected createIssueId(clock, random) with a clock and a function, got ${describeValue(clock)} and ${describeValue(random)}`,
    );
  const source = sources.get(clock) ?? createTimedIds(clock, random);
  sources.set(clock, source);
  return source('ISSUE');
}

/** Returns 32 random bits of the platform as a number in [0, 1). */
export function secureRandom(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}
