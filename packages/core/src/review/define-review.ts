import { cleanUsage, isTokenCount } from '../budget/estimate-tokens.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { LlmError } from '../errors/llm-error.ts';
import {
  checkReviews,
  type Review,
  type ReviewLimits,
  type ReviewReport,
  type ReviewResult,
  unfinishedReport,
} from '../gate/review/reviews.ts';
import { globalConsole, quietLogger } from '../ports/logger.ts';
import { createFindingList, createReport } from '../gate/rules/rule-findings.ts';
import type { CodeOf, RuleMessages, RuleReport } from '../gate/rules/rule.ts';
import { abortedError } from '../kit/call-bounds.ts';
import { untilAborted } from '../kit/until-aborted.ts';
import type { LlmUsage } from '../ports/llm-client.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';
import { isRecord } from '../vocabulary/record.ts';

/** The limits of a review that runs. */
export interface ReviewCall extends ReviewLimits {
  /** Aborted when the run is, and when the time of the review is over. */
  readonly signal: AbortSignal;
}

/** The usage of a review. */
export interface ReviewUsage extends LlmUsage {
  /** The model that was asked, for `price`. */
  readonly model?: string;
  /** The number of calls that the usage is the sum of. @default 1 */
  readonly calls?: number;
  /** True when counts are estimated. */
  readonly estimated?: boolean;
}

/** The argument of `defineReview`. */
export interface ReviewInput<
  Value = unknown,
  Context = unknown,
  Messages extends RuleMessages = RuleMessages,
> {
  /** Unique among the reviews and rules of a run. Findings name it as their rule. */
  readonly id: string;
  /** @default 'must' */
  readonly severity?: Severity;
  /** The texts of the findings. `report` takes their codes only. */
  readonly messages: Messages;
  /** Milliseconds after which the review has failed. @default 60_000 */
  readonly timeoutMs?: number;
  /**
   * Judges the value by calling `report` before its promise resolves. A review that throws, or that does not
   * finish in time, is a Must (`review-failed`). Returns what it spent, if anything.
   */
  readonly review: (
    value: Value,
    context: Context,
    report: RuleReport<CodeOf<Messages>>,
    call: ReviewCall,
  ) => Promise<ReviewUsage | void>;
}

/** `setTimeout` holds its delay in 32 bits; above that it fires at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * Creates an asynchronous judge: a model, a moderation service, a database. Pass it as `reviews` to `runGate`,
 * `openRun` or `gateSchema`. It is asked about values that the schema and all Must rules have passed, and its
 * findings are corrected like those of rules. Annotate the parameters of `review`; its types follow from them. A workflow
 * that executes a run again from stored steps asks the reviews again: let `review` call its service in a separate step.
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
 *
 * @throws {InvalidArgumentError} An option is missing, unknown or invalid.
 */
export function defineReview<
  Value = unknown,
  Context = unknown,
  const Messages extends RuleMessages = RuleMessages,
>(input: ReviewInput<Value, Context, Messages>): Review<Value, Context> {
  checkOptions(input, 'id severity messages timeoutMs review', 'defineReview');
  const { id, severity = 'must', messages, timeoutMs = 60_000, review } = input;
  if (typeof review !== 'function') throw misuse('a function `review`', review);
  if (!isRecord(messages)) throw misuse('messages, texts by code,', messages);
  if (!['must', 'should'].includes(severity)) throw misuse("severity 'must' or 'should'", severity);
  if (!(timeoutMs > 0)) throw misuse('timeoutMs above 0', timeoutMs);

  const defined: Review<Value, Context> = {
    id,
    async run(value, context, { signal: outer, timeLeft, ...limits }) {
      const late = new AbortController();
      const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]);
      const ms = Math.min(timeoutMs, timeLeft, longestTimeout);
      const timeout = new LlmError(`review "${id}" did not finish in ${ms} ms`, {
        kind: 'timeout',
        retryable: false,
      });
      const alarm = setTimeout(() => late.abort(timeout), ms);
      const list = createFindingList();
      let isOver = false;
      const report = createReport({ id, severity, messages }, '', (finding) => {
        if (isOver) warnOfLateReport(finding);
        else list.add(finding);
      });
      const start = async (): Promise<unknown> =>
        review(value, context, report, { ...limits, signal });
      try {
        if (signal.aborted) throw abortedError(`review "${id}"`, signal);
        const spent = await untilAborted(start(), signal);
        isOver = true;
        return chargedTo(id, list.findings, spent);
      } catch (error) {
        const usage = LlmError.isInstance(error) ? error.usage : undefined;
        const charged = usage === undefined ? {} : chargeOf(usage);
        return {
          report: { ...unfinishedReport(id, list.findings), ...charged },
          cause: late.signal.aborted ? timeout : error,
        };
      } finally {
        clearTimeout(alarm);
      }
    },
  };
  checkReviews([defined]);
  return Object.freeze(defined);
}

/** `spent` is what the review returned: its usage, or nothing. */
function chargedTo(review: string, findings: readonly Finding[], spent: unknown): ReviewResult {
  const report = { review, finished: true, findings: [...findings] };
  if (spent === undefined) return { report };
  if (!isRecord(spent)) {
    throw misuse(`review "${review}" to return its usage or nothing`, spent);
  }
  const { model } = spent;
  return {
    report: { ...report, ...chargeOf(spent) },
    ...(typeof model === 'string' ? { model } : {}),
  };
}

/** The spending of a review, as a report has it. An error may hold the sum of several calls too. */
function chargeOf(spent: ReviewUsage): Pick<ReviewReport, 'usage' | 'calls' | 'estimated'> {
  const { calls, estimated } = spent;
  return {
    usage: cleanUsage(spent),
    ...(isTokenCount(calls) && calls !== 1 ? { calls } : {}),
    ...(estimated === true ? { estimated } : {}),
  };
}

/** The value may have passed by now. */
function warnOfLateReport({ rule, code }: Finding): void {
  quietLogger(globalConsole()).warn(
    `review "${rule}" reported "${code}" after its promise had resolved, so the finding is lost; await all that it starts`,
  );
}

function misuse(expected: string, got: unknown): InvalidArgumentError {
  return new InvalidArgumentError(`expected ${expected}, got ${describeValue(got)}`);
}
