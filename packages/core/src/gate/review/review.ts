import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import type { LlmUsage } from '../../ports/llm-client.ts';
import { checkOptions, type OptionNames } from '../../vocabulary/check-options.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { Severity } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { DeepReadonly } from '../gated.ts';
import { isRecord } from '../../vocabulary/record.ts';
import type { CodeOf, RuleMessages, RuleReport } from '../rules/rule.ts';

/** The limits of one review, and the JSON that it judges. */
export interface ReviewCall {
  /** Aborted when the run is, and when the time of the review is over. */
  readonly signal: AbortSignal;
  /** The value before defaults and transforms of the schema. The places of findings are places in it. */
  readonly accepted: JsonValue;
  /** Epoch milliseconds at which the budget's time ends. */
  readonly deadline?: number;
  /** The output tokens that the budget leaves for this review. */
  readonly maxOutputTokens?: number;
}

/** What a review spent. */
export interface ReviewUsage extends LlmUsage {
  /** The model that was asked, for `price`. */
  readonly model?: string;
  /** True when counts are estimated. */
  readonly estimated?: boolean;
}

/** An asynchronous judge of a value that the schema and the rules have passed. */
export interface Review<Value = unknown, Context = unknown> {
  /** Unique among the reviews and rules of a run. Findings name it as their rule. */
  readonly id: string;
  readonly severity: Severity;
  readonly messages?: RuleMessages;
  /** Milliseconds after which the review has failed. */
  readonly timeoutMs: number;
  /**
   * Judges the value by calling `report` before its promise resolves. A review that throws, or that
   * does not finish in time, is a Must (`review-failed`). Returns what it spent, if anything.
   */
  readonly review: ReviewFunction<Value, Context>;
}

/** The judgement of a review; see `Review.review`. */
export type ReviewFunction<Value, Context, Code extends string = string> = (
  value: Value,
  context: Context,
  report: RuleReport<Code>,
  call: ReviewCall,
) => Promise<ReviewUsage | void>;

/** The argument of `defineReview`. */
export interface ReviewInput<
  Value = unknown,
  Context = unknown,
  Messages extends RuleMessages = RuleMessages,
> extends Omit<Review<Value, Context>, 'severity' | 'timeoutMs' | 'messages' | 'review'> {
  /** @default 'must' */
  readonly severity?: Severity;
  /** The texts of the findings. `report` takes their codes only. */
  readonly messages: Messages;
  /** @default 60_000 */
  readonly timeoutMs?: number;
  readonly review: ReviewFunction<Value, Context, CodeOf<Messages>>;
}

const reviewOptions: OptionNames<ReviewInput> = {
  id: true,
  severity: true,
  messages: true,
  timeoutMs: true,
  review: true,
};

/**
 * Creates an asynchronous judge: a model, a moderation service, a database. Pass it as `reviews` to `runGate`,
 * `openRun` or `gateSchema`. It is asked about values that the schema and all Must rules have passed, and its
 * findings are corrected like those of rules. Annotate the parameters of `review`; its types follow from them.
 *
 * @example
 * const knownOwner = defineReview({
 *   id: 'known-owner',
 *   messages: { 'unknown-owner': '{name} is not in the directory' },
 *   async review(task: { readonly owner: string }, directory: Directory, report, { signal }) {
 *     const found = await directory.has(task.owner, { signal });
 *     if (!found) report('unknown-owner', { path: '/owner', params: { name: task.owner } });
 *   },
 * });
 */
export function defineReview<
  Value = unknown,
  Context = unknown,
  const Messages extends RuleMessages = RuleMessages,
>(review: ReviewInput<Value, Context, Messages>): Review<Value, Context> {
  checkOptions<object>(review, reviewOptions, 'defineReview');
  const { severity = 'must', timeoutMs = 60_000 } = review;
  const defined = Object.freeze({ ...review, severity, timeoutMs });
  checkReviews([defined], []);
  return defined;
}

/** The judges that wait; see `defineReview`. */
export interface WithReviews<T, Context> {
  /** Asked about each value that the rules have passed. A Must of one of them is corrected like that of a rule. */
  readonly reviews: readonly Review<DeepReadonly<T>, Context>[];
}

export interface WithoutReviews {
  readonly reviews?: undefined;
}

/** Options inside of a function that takes reviews: which overload was called is not known any more. */
export interface MaybeReviewed<T, Context> {
  readonly context?: Context;
  readonly reviews?: WithReviews<T, Context>['reviews'] | undefined;
}

/** Throws `InvalidArgumentError` for reviews that cannot run, or whose findings could not be told apart. */
export function checkReviews(
  reviews: readonly unknown[],
  rules: readonly { readonly id: string }[],
): void {
  if (!Array.isArray(reviews)) {
    throw misuse('a list of reviews, each from defineReview', reviews);
  }
  const known = new Set(['schema', 'extract', ...rules.map(({ id }) => id)]);
  for (const each of reviews) {
    if (!isRecord(each)) throw misuse('a review from defineReview', each);
    const { id, severity, timeoutMs, review } = each;
    if (typeof id !== 'string' || id === '') throw misuse('an id for a review', id);
    if (known.has(id)) {
      throw misuse(`an id for a review that no rule and no other review has`, id);
    }
    known.add(id);
    if (typeof review !== 'function') throw misuse(`a function \`review\` in "${id}"`, review);
    if (severity !== 'must' && severity !== 'should') {
      throw misuse(`the severity 'must' or 'should' in review "${id}"`, severity);
    }
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
      throw misuse(`timeoutMs of review "${id}" above 0`, timeoutMs);
    }
  }
}

function misuse(expected: string, got: unknown): InvalidArgumentError {
  return new InvalidArgumentError(`expected ${expected}, got ${describeValue(got)}`);
}
