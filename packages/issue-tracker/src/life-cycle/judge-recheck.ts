import * as z from 'zod';
import type { IssueState } from '../entities/issue.ts';
import { parseInput } from '../entities/fields.ts';
import { shareSchema } from '../entities/fields.ts';

/** Thresholds of the wire format: resolved below 0.3, recurred from 0.7. */
const resolvedBelow = 0.3;
const recurrenceFrom = 0.7;
/** Issues with less certain places go back to `Partial`. */
export const certainFrom = 0.6;

/** The evidence of a recheck for one issue. */
export interface RecheckInput {
  /** 0-1, from `scoreRecurrence`. */
  readonly recurrence_score: number;
  /** The text at the remapped place has changed. */
  readonly checksum_changed: boolean;
  /** A finding of the same category is at the remapped place. */
  readonly same_category_found: boolean;
  /** Of the remapping, 0-1. */
  readonly confidence_score: number;
  /** The place is gone. */
  readonly text_removed: boolean;
}

/** Reason of a verdict. */
export type RecheckReason =
  | 'text_removed'
  | 'low_confidence'
  | 'unchanged'
  | 'score'
  | 'unverified_unchanged';

/** The verdict over one issue. */
export interface RecheckVerdict {
  readonly state: IssueState & ('Resolved' | 'Partial' | 'Recurrence');
  readonly reason: RecheckReason;
}

const recheckSchema: z.ZodType<RecheckInput> = z.looseObject({
  recurrence_score: shareSchema,
  checksum_changed: z.boolean(),
  same_category_found: z.boolean(),
  confidence_score: shareSchema,
  text_removed: z.boolean(),
});

/** Judges a recheck: the first rule that fits. Throws `InvalidInputError` for a score outside 0-1. */
export function judgeRecheck(input: RecheckInput): RecheckVerdict {
  const recheck = parseInput(recheckSchema, input, 'recheck');
  const { recurrence_score: score, same_category_found: found } = recheck;
  if (recheck.text_removed && !found) return { state: 'Resolved', reason: 'text_removed' };
  if (recheck.confidence_score < certainFrom) return { state: 'Partial', reason: 'low_confidence' };
  if (!recheck.checksum_changed && found) return { state: 'Recurrence', reason: 'unchanged' };
  if (score >= recurrenceFrom) return { state: 'Recurrence', reason: 'score' };
  if (score >= resolvedBelow) return { state: 'Partial', reason: 'score' };
  // The checker reported nothing about an unchanged text: that does not prove that it is right.
  return recheck.checksum_changed
    ? { state: 'Resolved', reason: 'score' }
    : { state: 'Partial', reason: 'unverified_unchanged' };
}
