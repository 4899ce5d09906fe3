import { optionError } from '@kanmon/core/kit';

/** `setTimeout` holds its delay in 32 bits; above that it fires at once. */
export const longestTimeout: number = 2 ** 31 - 1;

/**
 * Checks options that are limits: NaN or a text would switch them off without a word. Infinity is no limit, undefined the
 * default.
 */
export function checkLimits(limits: Readonly<Record<string, number | undefined>>): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit === undefined || (typeof limit === 'number' && limit >= 0)) continue;
    throw optionError(name, 'a number from 0', limit);
  }
}
