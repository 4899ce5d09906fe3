import { cleanUsage } from '../../budget/estimate-tokens.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { LlmError } from '../../errors/llm-error.ts';
import { abortedError } from '../../kit/call-bounds.ts';
import { untilAborted } from '../../kit/until-aborted.ts';
import type { LlmUsage } from '../../ports/llm-client.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { createFindingList, createReport, makeFinding } from '../rules/rule-findings.ts';
import type { PassedRules } from '../judge.ts';
import type { Review, ReviewCall } from './review.ts';

/** What one review reported, as the log of a run holds it. */
export interface ReviewReport {
  /** Id of the review. */
  readonly review: string;
  /** False when the review did not finish; then a Must of `findings` says so. */
  readonly finished: boolean;
  readonly findings: readonly Finding[];
  /** Absent when the review called no model. */
  readonly usage?: LlmUsage;
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

/** `setTimeout` holds its delay in 32 bits; above that it fires at once. */
const longestTimeout = 2 ** 31 - 1;

/** The limits and data of all reviews of a value. */
interface ReviewTerms {
  readonly context: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds. */
  readonly deadline?: number | undefined;
  /** Epoch milliseconds, with a deadline. */
  readonly now?: number;
  /** For all reviews together. @default Infinity */
  readonly maxOutputTokens?: number;
}

/**
 * Runs the reviews of a value at the same time and never rejects. One that throws, or that does not finish
 * before its timeout, the deadline or an abort, has a Must finding `review-failed`.
 */
export function runReviews(
  reviews: readonly Review<never, never>[],
  { output, raw }: PassedRules<unknown>,
  terms: ReviewTerms,
): Promise<readonly ReviewResult[]> {
  const { context, deadline, maxOutputTokens = Infinity } = terms;
  // They run at the same time, so each gets an equal part.
  const share = Math.floor(maxOutputTokens / reviews.length);
  const call = {
    accepted: raw,
    ...(deadline === undefined ? {} : { deadline }),
    ...(share === Infinity ? {} : { maxOutputTokens: share }),
  };
  return Promise.all(reviews.map((review) => runReview(review, [output, context], call, terms)));
}

async function runReview(
  review: Review<never, never>,
  judged: readonly [value: unknown, context: unknown],
  call: Omit<ReviewCall, 'signal'>,
  terms: ReviewTerms,
): Promise<ReviewResult> {
  const { id, timeoutMs } = review;
  const { signal: outer, now = 0 } = terms;
  const late = new AbortController();
  const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]);
  const ms = Math.min(timeoutMs, (call.deadline ?? Infinity) - now, longestTimeout);
  const timeout = new LlmError(`review "${id}" did not finish in ${ms} ms`, {
    kind: 'timeout',
    retryable: false,
  });
  const alarm = setTimeout(() => late.abort(timeout), ms);
  const list = createFindingList();
  let isOpen = true;
  const report = createReport(review, '', (finding) => {
    if (isOpen) list.add(finding);
  });
  // Value and context are those of the gate that the reviews were passed with, which no type shows here.
  const start = async (): Promise<unknown> =>
    Reflect.apply(review.review, review, [...judged, report, { ...call, signal }]);
  try {
    if (signal.aborted) throw abortedError(`review "${id}"`, signal);
    const spent = await untilAborted(start(), signal);
    return chargedTo(id, list.findings, spent);
  } catch (error) {
    const { report: failed } = unfinishedReview(id);
    const usage = LlmError.isInstance(error) ? error.usage : undefined;
    return {
      report: {
        ...failed,
        findings: [...list.findings, ...failed.findings],
        ...(usage === undefined ? {} : { usage: cleanUsage(usage) }),
      },
      cause: late.signal.aborted ? timeout : error,
    };
  } finally {
    isOpen = false;
    clearTimeout(alarm);
  }
}

/** The result of a review that did not finish, or was not begun. */
export function unfinishedReview(review: string): ReviewResult {
  const findings = [makeFinding(review, 'review-failed', 'must', '', { review })];
  return { report: { review, finished: false, findings } };
}

/** `spent` is what the review returned: its usage, or nothing. */
function chargedTo(review: string, findings: readonly Finding[], spent: unknown): ReviewResult {
  const report = { review, finished: true, findings: [...findings] };
  if (spent === undefined) return { report };
  if (!isRecord(spent)) {
    throw new InvalidArgumentError(
      `expected review "${review}" to return its usage or nothing, got ${describeValue(spent)}; call \`report\` for findings`,
    );
  }
  const { model, estimated } = spent;
  return {
    report: {
      ...report,
      usage: cleanUsage(spent),
      ...(estimated === true ? { estimated } : {}),
    },
    ...(typeof model === 'string' ? { model } : {}),
  };
}
