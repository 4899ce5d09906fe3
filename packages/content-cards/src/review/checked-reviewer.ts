import { InvalidArgumentError } from '@kanmon/core';
import {
  checkBy,
  copyFrozen,
  fieldIssueText,
  isRecord,
  optionError,
  parseJson,
} from '@kanmon/core/kit';
import * as z from 'zod';
import { gradeSchema } from '../model/card.ts';
import { cardReviewSchema } from '../model/review.ts';
import type { Reviewer, ReviewOutcome } from './reviewer.ts';

const outcomeSchema = z.object({ review: cardReviewSchema, autoReturn: z.boolean() });
const modelOutcomeSchema = outcomeSchema.extend({
  llmFailed: z.boolean(),
  call: z
    .object({
      provider: z.string(),
      model: z.string(),
      grade: gradeSchema.nullable(),
      reason: z.string().nullable(),
      usage: z.object({ calls: z.number(), inputTokens: z.number(), outputTokens: z.number() }),
    })
    .exactOptional(),
});

/**
 * Wraps the reviewer of a service. Each review gets a frozen copy of the card, and a review that could not be read
 * back from the store throws `InvalidArgumentError` before anything is written.
 */
export function checkedReviewer(reviewer: Reviewer): Reviewer {
  const given: unknown = reviewer;
  if (
    !isRecord(given) ||
    typeof given['review'] !== 'function' ||
    typeof given['reviewWithModel'] !== 'function' ||
    !Array.isArray(given['rules'])
  )
    throw optionError('reviewer', 'a reviewer; createReviewer() returns one', given);
  return {
    rules: reviewer.rules,
    hasModel: reviewer.hasModel,
    ...(reviewer.locale === undefined ? {} : { locale: reviewer.locale }),
    review: (card, input) => checked(reviewer.review(copyFrozen(card), input), outcomeSchema),
    reviewWithModel: async (card, input) =>
      checked(await reviewer.reviewWithModel(copyFrozen(card), input), modelOutcomeSchema),
  };
}

function checked<T extends Pick<ReviewOutcome, 'review' | 'autoReturn'>>(
  outcome: T,
  schema: z.ZodType,
): T {
  // As it is stored: without members that are undefined.
  const read = checkBy(schema, parseJson(JSON.stringify(outcome ?? null)));
  if (read.ok) return outcome;
  const found = read.issues.map(
    ({ field, issue, params }) => `${field} ${fieldIssueText(issue, 'en', params)}`,
  );
  throw new InvalidArgumentError(
    `expected options.reviewer to return { review, autoReturn } as createReviewer() does: ${found.slice(0, 3).join('; ')}`,
  );
}
