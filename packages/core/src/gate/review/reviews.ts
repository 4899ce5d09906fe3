import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import type { LlmUsage } from '../../ports/llm-client.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import { isRecord } from '../../vocabulary/record.ts';
import type { DeepReadonly } from '../gated.ts';
import type { PassedRules } from '../judge.ts';
import { makeFinding } from '../rules/rule-findings.ts';

/** The limits of one review, and the JSON that it judges. */
export interface ReviewLimits {
  /** The value before defaults and transforms of the schema. The places of findings are places in it. */
  readonly accepted: JsonValue;
  /** Epoch milliseconds at which the budget's time ends. */
  readonly deadline?: number;
  /** The output tokens that the budget leaves for this review. */
  readonly maxOutputTokens?: number;
}

/** An asynchronous judge of a value that the schema and the rules have passed. Created by `defineReview`. */
export interface Review<Value = unknown, Context = unknown> {
  /** Unique among the reviews and rules of a run. Findings name it as their rule. */
  readonly id: string;
  /** Judges a value and never rejects. `timeLeft` is the time to the deadline in milliseconds. */
  readonly run: (
    value: Value,
    context: Context,
    limits: ReviewLimits & { readonly signal?: AbortSignal | undefined; readonly timeLeft: number },
  ) => Promise<ReviewResult>;
}

/** The report of one review, as the log of a run holds it. */
export interface ReviewReport {
  /** Id of the review. */
  readonly review: string;
  /** False when the review did not finish; then `findings` has the Must `review-failed`. */
  readonly finished: boolean;
  readonly findings: readonly Finding[];
  /** Absent when the review called no model. */
  readonly usage?: LlmUsage;
  /** Set when `usage` is the sum of several calls. */
  readonly calls?: number;
  /** Set when counts of `usage` are estimated. */
  readonly estimated?: boolean;
}

/** A report, with what no log holds. */
export interface ReviewResult {
  readonly report: ReviewReport;
  /** The model that was asked. */
  readonly model?: string;
  /** The error of a review that did not finish. */
  readonly cause?: unknown;
}

/** The judges that wait; see `defineReview`. */
export interface WithReviews<T, Context> {
  /** Asked about each value that the rules have passed. A Must of one of them is corrected like that of a rule. */
  readonly reviews: readonly Review<DeepReadonly<T>, Context>[];
}

/** Options inside of a function that takes reviews: which overload was called is not known any more. */
export interface MaybeReviewed<T, Context> {
  readonly context?: Context;
  readonly reviews?: WithReviews<T, Context>['reviews'] | undefined;
}

/** Throws `InvalidArgumentError` unless this is a list of reviews with unique ids. */
export function checkReviews(
  reviews: readonly unknown[],
  rules: readonly { readonly id: string }[] = [],
): void {
  const known = new Set<unknown>(['', 'schema', 'extract', ...rules.map(({ id }) => id)]);
  for (const each of Array.isArray(reviews) ? reviews : [reviews]) {
    const { id, run } = isRecord(each) ? each : {};
    if (typeof id !== 'string' || typeof run !== 'function' || known.has(id)) {
      throw new InvalidArgumentError(
        `expected a list of reviews from defineReview, each with an id that no rule and no other review has, got ${describeValue(id ?? each)}`,
      );
    }
    known.add(id);
  }
}

/** Runs the reviews of a value at the same time, each with an equal part of the tokens that are left. */
export function runReviews(
  reviews: readonly Review<never, never>[],
  { output, raw }: PassedRules<unknown>,
  context: unknown,
  limits: {
    readonly signal?: AbortSignal | undefined;
    readonly deadline?: number | undefined;
    readonly timeLeft?: number | undefined;
    readonly maxOutputTokens?: number | undefined;
  } = {},
): Promise<readonly ReviewResult[]> {
  const { signal, deadline, timeLeft = Infinity, maxOutputTokens } = limits;
  const share =
    maxOutputTokens === undefined ? undefined : Math.floor(maxOutputTokens / reviews.length);
  const terms = {
    accepted: raw,
    signal,
    timeLeft,
    ...withoutUndefined({ deadline, maxOutputTokens: share }),
  };
  return Promise.all(
    reviews.map(async ({ id, run }) => {
      try {
        // Value and context are those of the gate that the reviews were passed with.
        return await run(output as never, context as never, terms);
      } catch (cause) {
        // A review that no `defineReview` has created.
        return { report: unfinishedReport(id), cause };
      }
    }),
  );
}

/** The report of a review that did not finish, or was not begun. */
export function unfinishedReport(review: string, reported: readonly Finding[] = []): ReviewReport {
  const failed = makeFinding(review, 'review-failed', 'must', '', { review });
  return { review, finished: false, findings: [...reported, failed] };
}
