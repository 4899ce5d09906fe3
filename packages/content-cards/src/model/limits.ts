import { checkOneOf, checkOptions } from '@kanmon/core/kit';
import { InvalidArgumentError } from '@kanmon/core';

/** The longest texts of a card, and the unit in which they are counted. */
export interface CardLimits {
  /** @default 120 */
  readonly titleMax: number;
  /** @default 6 */
  readonly bodyLines: number;
  /** Of a line with Japanese, Chinese or Korean characters. @default 40 */
  readonly lineMax: number;
  /**
   * Of a line without them: its letters are half as wide, so 80 fill the width of 40. @default 80;
   * `lineMax`, where only that is given
   */
  readonly latinLineMax?: number;
  /** `grapheme` counts what a reader sees as one character. @default 'codepoint' */
  readonly unit: 'codepoint' | 'grapheme';
}

/** The limits in force without any given: 6 lines of 40 characters, or of 80 Latin ones. */
export const defaultLimits: CardLimits = Object.freeze({
  titleMax: 120,
  bodyLines: 6,
  lineMax: 40,
  latinLineMax: 80,
  unit: 'codepoint',
});

/** Largest numbers of everything that is not a matter of taste. */
export const fixedLimits = Object.freeze({
  note: 2000,
  label: 64,
  angle: 200,
  cell: 200,
  columns: 12,
  rows: 50,
  historyEntries: 64,
  cardsPerRequest: 500,
  jsonDepth: 64,
  textLength: 2_000_000,
  /** Of one card: some 60 pages. It is stored with the card and goes into the prompt of a model review. */
  sourceText: 100_000,
});

/** Limits that every card is within, whatever limits it was made under. */
export const looseLimits: CardLimits = Object.freeze({
  titleMax: fixedLimits.textLength,
  bodyLines: fixedLimits.textLength,
  lineMax: fixedLimits.textLength,
  unit: 'codepoint',
});

/** Returns the limits in force, with defaults for those that are missing. Throws for limits that no card fits. */
export function resolveLimits(limits: Partial<CardLimits> = {}): CardLimits {
  checkOptions(limits, 'titleMax bodyLines lineMax latinLineMax unit', 'limits');
  checkOneOf('limits.unit', limits.unit, 'codepoint grapheme');
  const { latinLineMax = limits.lineMax ?? defaultLatinLineMax } = limits;
  const resolved = { ...defaultLimits, ...limits, latinLineMax };
  for (const name of ['titleMax', 'bodyLines', 'lineMax', 'latinLineMax'] as const) {
    if (!Number.isSafeInteger(resolved[name]) || resolved[name] < smallest[name]) {
      throw new InvalidArgumentError(
        `expected limits.${name} to be a whole number of at least ${smallest[name]}, got ${String(resolved[name])}; leave it out for ${String(defaultLimits[name])}`,
      );
    }
  }
  return resolved;
}

/** A title needs room for `…` and a part number like ` (10/12)`; a line for a character and its closing mark. */
const smallest = { titleMax: 16, bodyLines: 1, lineMax: 4, latinLineMax: 4 } as const;
const defaultLatinLineMax = 80;

/** Characters of Japanese, Chinese and Korean: as wide as two Latin ones, but for half-width kana. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3fffd}]/u;

/** Returns the most characters that a line with this text may have. */
export function lineMaxOf(
  text: string,
  { lineMax, latinLineMax = lineMax }: Pick<CardLimits, 'lineMax' | 'latinLineMax'>,
): number {
  return wide.test(text) ? lineMax : latinLineMax;
}
