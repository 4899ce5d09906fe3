import type { Budget, UsageTotal } from '../../budget/budget.ts';
import { extractJson } from '../../json/extract/extract-json.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import type { ExtractResult, Repair } from '../../json/extract/types.ts';
import type { LlmFinish, LlmUsage } from '../../ports/llm-client.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import type { CompiledGate } from '../compile-gate.ts';
import { applyPatchAnswer, operationsOf, scorePatchAnswer } from '../correction/patch-answer.ts';
import { joinContinuation } from '../correction/join-continuation.ts';
import type { RejectedAnswer } from '../correction/plan-correction.ts';
import type { Gated } from '../gated.ts';
import { brand, deduplicate, judge, type PassedRules } from '../judge.ts';
import type { ReviewReport } from '../review/reviews.ts';
import { causeOf, isCorrectable, isMust } from '../rules/rule-findings.ts';
import { deepFreeze } from '../value/copy-value.ts';
import { stableHash } from '../value/stable-json.ts';
import { createValueExtractor, removeNullMembers } from './extract-value.ts';
import type { AttemptMode, GateEvent, GateEventBody, RejectionReason } from './gate-event.ts';
import type { Attempt, GateOutcome } from './outcome.ts';
import { createProgress } from './progress.ts';
import type { Emit } from './recorder.ts';

/** The answer to an attempt, as far as the run depends on it. */
export interface Answer {
  readonly text: string;
  readonly finish: LlmFinish;
  readonly usage: LlmUsage;
  /** Counts that the provider did not report. */
  readonly estimate?: LlmUsage;
}

/** The result of an attempt. */
export type Concluded<T> =
  | { readonly kind: 'passed'; readonly value: Gated<T>; readonly warnings: readonly Finding[] }
  | { readonly kind: 'rejected'; readonly reason: 'refused' | 'no-progress' }
  /** A rule or a review did not finish, which no correction can change. */
  | { readonly kind: 'unreviewed'; readonly cause?: unknown }
  /** Continue; `fresh` asks for the whole value again, whatever a plan would choose. */
  | { readonly kind: 'next'; readonly fresh: boolean };

/** The result of an attempt, or a value that the rules have passed and that is to be reviewed. */
export type Step<T> = Concluded<T> | PendingReview<T>;

/** A value before its reviews. Their reports end the attempt. */
export interface PendingReview<T> {
  readonly kind: 'review';
  readonly passed: PassedRules<T>;
  conclude(reviews: readonly ReviewReport[]): Concluded<T>;
}

/** The end of a run. */
export type Ending<T> =
  | { readonly kind: 'passed'; readonly value: Gated<T>; readonly warnings: readonly Finding[] }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason; readonly cause?: unknown };

/**
 * A run as a fold over what the model answered. A live run feeds it responses, a replay feeds it the
 * recorded ones; it decides, and emits, the same in both.
 */
export interface RunFold<T> {
  /** Begins an attempt. `editable` is for patches. */
  begin(mode: AttemptMode, editable?: readonly string[]): void;
  answered(answer: Answer): Step<T>;
  /** A streamed answer that was ended at its first Must. */
  aborted(partial: {
    readonly text: string;
    readonly usage: LlmUsage;
    readonly findings: readonly Finding[];
  }): Concluded<T>;
  /** A call without an answer. `estimate` is for the text that had arrived. */
  failed(usage: LlmUsage, estimate?: LlmUsage): void;
  /** Ends the run, with the events so far. */
  end(ending: Ending<T>, usage: UsageTotal, events: readonly GateEvent[]): GateOutcome<T>;
  /** The last answer that was judged, or could not be read: what a correction starts from. */
  readonly last: RejectedAnswer;
  readonly attempts: readonly Attempt[];
}

const refusals: ReadonlySet<LlmFinish> = new Set(['refusal', 'content-filter']);

const next = { kind: 'next', fresh: false } as const;
const fresh = { kind: 'next', fresh: true } as const;

type Found = Extract<ExtractResult, { readonly status: 'ok' }>;

/** `isReviewed` is asked for each complete value that the rules have passed. */
export function createRunFold<T>(
  gate: CompiledGate<T>,
  context: unknown,
  emit: Emit,
  { maxAttempts }: Budget,
  isReviewed: () => boolean,
): RunFold<T> {
  const extract = createValueExtractor(gate.definition);
  const progress = createProgress();
  const attempts: Attempt[] = [];
  let last: RejectedAnswer = { raw: '', complete: true, findings: [] };
  // The attempt that goes on.
  let number = 0;
  let mode: AttemptMode = 'initial';
  let editable: readonly string[] = [];

  const log = (body: GateEventBody): void => emit(number, body);

  /** The last event of every attempt. `unreported` has the usage of a call without a response. */
  const finish = (
    answer: { readonly finish?: LlmFinish; readonly usage: LlmUsage },
    result: Partial<Pick<Attempt, 'extracted' | 'complete' | 'findings' | 'repairs'>> = {},
    unreported?: { readonly usage: LlmUsage; readonly estimate?: LlmUsage },
  ): void => {
    const { extracted = false, complete = false, findings = [], repairs = [] } = result;
    const musts = findings.filter(isMust).length;
    log({ type: 'attempt-finished', musts, shoulds: findings.length - musts, ...unreported });
    const { finish: ended, usage } = answer;
    const attempt = { number, mode, finish: ended, extracted, complete, findings, repairs, usage };
    attempts.push(Object.freeze(withoutUndefined(attempt)));
  };

  /** The verdict over a value, whether it was written, joined or patched. */
  const judged = (
    answer: Answer,
    raw: string,
    value: JsonValue,
    { complete, repairs }: { readonly complete: boolean; readonly repairs: readonly Repair[] },
  ): Step<T> => {
    const judgement = judge(gate, value, context);
    // A value that was cut off may pass by luck: the rest could have been anything.
    const passed = complete ? judgement.passed : null;

    const conclude = (findings: readonly Finding[], isUnreviewed = false): Concluded<T> => {
      log({ type: 'findings-reported', findings });
      finish(answer, { extracted: true, complete, findings, repairs });
      last = { raw, value, complete, findings };
      if (passed !== null && !findings.some(isMust)) {
        return { kind: 'passed', value: brand(passed.output, gate), warnings: findings };
      }
      // A rest that was cut too has made the answer longer.
      const isLonger = mode === 'continue' && !complete;
      const moved = progress.judged({ number, value, complete, findings }, isLonger);
      if (isUnreviewed) return { kind: 'unreviewed' };
      const isRefused = !complete || findings.some(isCorrectable);
      if (!isRefused) return { kind: 'unreviewed', cause: causeOf(findings) };
      if (moved) return next;
      return mode === 'patch' ? fresh : { kind: 'rejected', reason: 'no-progress' };
    };

    if (passed === null || !isReviewed()) return conclude(judgement.findings);
    return {
      kind: 'review',
      passed,
      conclude(reviews) {
        log({ type: 'value-reviewed', reviews });
        const reported = reviews.flatMap(({ findings }) => findings);
        return conclude(
          deduplicate([...judgement.findings, ...reported]),
          reviews.some(({ finished }) => !finished),
        );
      },
    };
  };

  const extracted = ({ value, complete, repairs }: Found): void =>
    log({ type: 'value-extracted', complete, repairs, valueHash: stableHash(value) });

  const refused = (answer: Answer): Step<T> => {
    finish(answer);
    return { kind: 'rejected', reason: 'refused' };
  };

  const answeredWhole = (answer: Answer): Step<T> => {
    const found = extract(answer.text);
    if (found.status === 'ok') {
      extracted(found);
      return judged(answer, answer.text, found.value, found);
    }
    log({ type: 'extraction-refused', reason: found.reason });
    if (found.reason === 'refusal') return refused(answer);
    finish(answer);
    last = { raw: answer.text, complete: answer.finish !== 'length', findings: [] };
    // Other limits may never end a run of short, useless answers.
    return progress.unjudged(answer.text) || maxAttempts !== undefined
      ? next
      : { kind: 'rejected', reason: 'no-progress' };
  };

  const answeredRest = (answer: Answer): Step<T> => {
    const rest = { text: answer.text, cut: answer.finish === 'length' };
    const joined = joinContinuation(last.raw, rest, extract);
    if (joined !== null) {
      extracted(joined.extracted);
      return judged(answer, joined.text, joined.extracted.value, joined.extracted);
    }
    log({ type: 'extraction-refused', reason: 'no-join' });
    finish(answer);
    progress.unjudged(answer.text);
    return fresh;
  };

  const answeredPatch = (answer: Answer, base: JsonValue): Step<T> => {
    const found = extractJson(answer.text, {
      allow: gate.definition.extract?.allow ?? 'guess',
      accept: scorePatchAnswer(isJsonObject(base) ? base : {}),
    });
    if (found.status === 'none') {
      log({ type: 'extraction-refused', reason: found.reason });
      return found.reason === 'refusal' ? refused(answer) : unchanged(answer, false);
    }
    extracted(found);
    const operations = operationsOf(found.value);
    if (operations === null) return judged(answer, answer.text, found.value, found);
    const patched = applyPatchAnswer(base, operations, { editable, complete: found.complete });
    if (!patched.ok) {
      log({ type: 'patch-refused', problem: patched.problem });
      return unchanged(answer, true, found.repairs);
    }
    const { value, repairs } = removeNullMembers(gate.definition, patched.value, found.span[0]);
    log({ type: 'patch-applied', operations: patched.operations, valueHash: stableHash(value) });
    return judged(answer, JSON.stringify(value), value, {
      complete: true,
      repairs: [...found.repairs, ...repairs],
    });
  };

  /** The value stays what it was, and so do its findings. */
  const unchanged = (
    answer: Answer,
    isExtracted: boolean,
    repairs: readonly Repair[] = [],
  ): Step<T> => {
    const { value = null, complete, findings } = last;
    progress.judged({ number, value, complete, findings });
    finish(answer, { extracted: isExtracted, complete: isExtracted, findings, repairs });
    return fresh;
  };

  return {
    attempts,
    get last() {
      return last;
    },
    begin(wanted, places = []) {
      number += 1;
      mode = wanted;
      editable = places;
      log({ type: 'attempt-started', mode, ...(mode === 'patch' ? { editable } : {}) });
    },
    answered(answer) {
      const { text, finish: ended, usage, estimate } = answer;
      const logged = withoutUndefined({ finish: ended, usage, estimate, text });
      log({ type: 'response-received', ...logged });
      if (refusals.has(ended)) {
        log({ type: 'extraction-refused', reason: 'refusal' });
        return refused(answer);
      }
      if (mode === 'continue') return answeredRest(answer);
      return mode === 'patch' && last.value !== undefined
        ? answeredPatch(answer, last.value)
        : answeredWhole(answer);
    },
    aborted({ text, usage, findings }) {
      log({ type: 'attempt-aborted', path: findings[0]?.path ?? '', usage, text });
      log({ type: 'findings-reported', findings });
      finish({ usage }, { findings });
      last = { raw: text, complete: false, findings };
      return progress.aborted(findings) ? fresh : { kind: 'rejected', reason: 'no-progress' };
    },
    failed(usage, estimate) {
      finish({ usage }, {}, withoutUndefined({ usage, estimate }));
    },
    end(ending, usage, events) {
      const { kind: status } = ending;
      const why = status === 'rejected' ? { reason: ending.reason } : {};
      log({ type: 'run-finished', status, ...why, usage });
      const run = {
        attempts: Object.freeze([...attempts]),
        usage,
        events: Object.freeze([...events]),
      };
      if (ending.kind === 'passed') {
        const { value, warnings } = ending;
        // A passed run has judged a value, and it is the last one.
        const accepted = deepFreeze(last.value ?? null);
        return Object.freeze({ status: 'passed', value, accepted, warnings, ...run });
      }
      const { kind: rejected, reason, ...cause } = ending;
      const best = withoutUndefined({ best: progress.best });
      return Object.freeze({ status: rejected, reason, ...best, ...cause, ...run });
    },
  };
}
