/** Judges that wait: before a value is gated, they ask a model, a service or a database. */

export type {
  Review,
  ReviewLimits,
  ReviewReport,
  ReviewResult,
  WithReviews,
} from './gate/review/reviews.ts';
export {
  defineReview,
  type ReviewCall,
  type ReviewInput,
  type ReviewUsage,
} from './review/define-review.ts';
export { createModelJudge, type ModelJudgeOptions } from './review/model-judge.ts';
