import type { JsonPointer, JsonValue } from '@kanmon/core';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import type { PlanNotebook } from './plan-finding.ts';
import { noteReading, numberOfText, plainSpelling, readEnum } from './read-loosely.ts';

type Confidence = MultiStepQueryPlan['confidence'];

const levels: readonly Confidence[] = ['low', 'medium', 'high'];

/** Other words for the levels; spellings are compared without case and separators. */
const words: ReadonlyMap<string, Confidence> = new Map([
  ['低', 'low'],
  ['低い', 'low'],
  ['med', 'medium'],
  ['mid', 'medium'],
  ['moderate', 'medium'],
  ['中', 'medium'],
  ['中程度', 'medium'],
  ['高', 'high'],
  ['高い', 'high'],
]);

/**
 * Where a share of 1 becomes `medium` and `high`: the thirds, so that each number goes to the band
 * whose middle is nearest.
 */
const mediumFrom = 1 / 3;
const highFrom = 2 / 3;

/**
 * Numbers above this are percentages. Between 1 and 10 the scale is unknown (of 5, of 10, or a small
 * percentage), so those numbers are not read.
 */
const percentAbove = 10;

/** Reads a confidence: a level, another word for it, a share of 1 or a percentage. Null for others. */
export function readConfidence(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): Confidence | null {
  const member = readEnum(value, levels, path, notebook);
  if (member !== null) return member;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const word = typeof value === 'string' ? words.get(plainSpelling(value) ?? '') : undefined;
  const share = shareOf(value);
  const read = word ?? (share === null ? null : bandOf(share));
  if (read !== null) noteReading(value, read, path, notebook);
  return read;
}

function shareOf(value: string | number): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const isPercentage = /[%％]$/u.test(text);
  const number =
    typeof value === 'number' ? value : numberOfText(isPercentage ? text.slice(0, -1) : text);
  if (number === null || number < 0 || number > 100) return null;
  if (isPercentage || number > percentAbove) return number / 100;
  return number <= 1 ? number : null;
}

function bandOf(share: number): Confidence {
  if (share >= highFrom) return 'high';
  return share >= mediumFrom ? 'medium' : 'low';
}
