import type { ExtractResult, Repair } from '../../json/extract/types.ts';
import { extractJson } from '../../json/extract/extract-json.ts';
import type { LlmFinish, LlmUsage } from '../../ports/llm-client.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import type { CompiledGate } from '../compile-gate.ts';
import { applyPatchAnswer } from '../correction/apply-patch-answer.ts';
import { joinContinuation } from '../correction/join-continuation.ts';
import { operationsOf, scorePatchAnswer } from '../correction/patch-answer.ts';
import type { RejectedAnswer } from '../correction/plan-correction.ts';
import type { Gated } from '../gated.ts';
import { brand, deduplicate, judge, type PassedRules } from '../judge.ts';
import type { ReviewReport } from '../review/reviews.ts';
import { isMust } from '../rules/rule-findings.ts';
import { stableHash } from '../value/stable-json.ts';
import { createValueExtractor, removeNullMembers } from './extract-value.ts';
import type { GateEventBody } from './gate-event.ts';
import type { AttemptMode } from './run-terms.ts';
import type { Attempt, BestAttempt } from './outcome.ts';
import { createProgress } from './progress.ts';
import type { Emit } from './recorder.ts';

/** An attempt as it was begun. */
export interface StartedAttempt {
  readonly number: number;
  readonly mode: AttemptMode;
  /** Of a patch attempt. */
  readonly editable: readonly string[];
}

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
  /** A review did not finish, which no correction can change. */
  | { readonly kind: 'unreviewed' }
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

/**
 * A run as a fold over what the model answered. A live run feeds it responses, a replay feeds it the
 * recorded ones; it decides, and emits, the same in both.
 */
export interface RunFold<T> {
  answered(started: StartedAttempt, answer: Answer): Step<T>;
  /** A streamed answer that was ended at its first Must. */
  aborted(
    started: StartedAttempt,
    partial: {
      readonly text: string;
      readonly usage: LlmUsage;
      readonly findings: readonly Finding[];
    },
  ): Concluded<T>;
  /** A call without an answer. */
  failed(started: StartedAttempt, usage: LlmUsage): void;
  /** The last answer that was judged, or could not be read: what a correction starts from. */
  readonly last: RejectedAnswer;
  readonly attempts: readonly Attempt[];
  readonly best: BestAttempt | undefined;
}

const refusals: ReadonlySet<LlmFinish> = new Set(['refusal', 'content-filter']);

type Found = Extract<ExtractResult, { readonly status: 'ok' }>;

/** `isReviewed` is asked for each complete value that the rules have passed. */
export function createRunFold<T>(
  gate: CompiledGate<T>,
  context: unknown,
  emit: Emit,
  isReviewed: () => boolean,
): RunFold<T> {
  const extract = createValueExtractor(gate.definition);
  const progress = createProgress();
  const attempts: Attempt[] = [];
  let last: RejectedAnswer = { raw: '', complete: true, findings: [] };

  /** Everything an attempt does goes through here, so that it always ends with `attempt-finished`. */
  const attemptOf = (started: StartedAttempt, answer: Partial<Answer> & { usage: LlmUsage }) => {
    const say = (body: GateEventBody): void => emit(started.number, body);
    const finish = (
      result: Partial<Pick<Attempt, 'extracted' | 'complete' | 'findings' | 'repairs'>>,
      usageUntold?: LlmUsage,
    ): void => {
      const { extracted = false, complete = false, findings = [], repairs = [] } = result;
      const musts = findings.filter(isMust).length;
      const counts = { musts, shoulds: findings.length - musts };
      const told = usageUntold === undefined ? {} : { usage: usageUntold };
      say({ type: 'attempt-finished', ...counts, ...told });
      const { number, mode } = started;
      const { usage } = answer;
      const ended = answer.finish === undefined ? {} : { finish: answer.finish };
      attempts.push(
        Object.freeze({ number, mode, ...ended, extracted, complete, findings, repairs, usage }),
      );
    };

    /** The verdict over a value, whichever way it was come by. */
    const judged = (
      raw: string,
      value: JsonValue,
      from: { readonly complete: boolean; readonly repairs: readonly Repair[] },
    ): Step<T> => {
      const { complete, repairs } = from;
      const judgement = judge(gate, value, context);
      // A value that was cut off may pass by luck: the rest could have been anything.
      const passed = complete ? judgement.passed : null;

      const conclude = (findings: readonly Finding[], isUnreviewed = false): Concluded<T> => {
        say({ type: 'findings-reported', findings });
        finish({ extracted: true, complete, findings, repairs });
        last = { raw, value, complete, findings };
        if (passed !== null && !findings.some(isMust)) {
          return { kind: 'passed', value: brand(passed.output, gate), warnings: findings };
        }
        const moved = progress.judged({ number: started.number, value, complete, findings });
        if (isUnreviewed) return { kind: 'unreviewed' };
        if (moved) return { kind: 'next', fresh: false };
        return started.mode === 'patch'
          ? { kind: 'next', fresh: true }
          : { kind: 'rejected', reason: 'no-progress' };
      };

      if (passed === null || !isReviewed()) return conclude(judgement.findings);
      return {
        kind: 'review',
        passed,
        conclude(reviews) {
          say({ type: 'value-reviewed', reviews });
          const reported = reviews.flatMap(({ findings }) => findings);
          return conclude(
            deduplicate([...judgement.findings, ...reported]),
            reviews.some(({ finished }) => !finished),
          );
        },
      };
    };

    const refused = (): Step<T> => {
      finish({});
      return { kind: 'rejected', reason: 'refused' };
    };

    const extracted = ({ value, complete, repairs }: Found): void =>
      say({ type: 'value-extracted', complete, repairs, valueHash: stableHash(value) });

    return { say, finish, judged, refused, extracted };
  };

  const answeredWhole = (started: StartedAttempt, answer: Answer): Step<T> => {
    const attempt = attemptOf(started, answer);
    const found = extract(answer.text);
    if (found.status === 'ok') {
      attempt.extracted(found);
      return attempt.judged(answer.text, found.value, found);
    }
    attempt.say({ type: 'extraction-refused', reason: found.reason });
    if (found.reason === 'refusal') return attempt.refused();
    attempt.finish({});
    progress.unjudged();
    last = { raw: answer.text, complete: answer.finish !== 'length', findings: [] };
    return { kind: 'next', fresh: false };
  };

  const answeredRest = (started: StartedAttempt, answer: Answer): Step<T> => {
    const attempt = attemptOf(started, answer);
    const joined = joinContinuation(last.raw, answer.text, extract);
    if (joined !== null) {
      attempt.extracted(joined.extracted);
      return attempt.judged(joined.text, joined.extracted.value, joined.extracted);
    }
    attempt.say({ type: 'extraction-refused', reason: 'no-join' });
    attempt.finish({});
    progress.unjudged();
    return { kind: 'next', fresh: true };
  };

  const answeredPatch = (started: StartedAttempt, answer: Answer, base: JsonValue): Step<T> => {
    const attempt = attemptOf(started, answer);
    const found = extractJson(answer.text, {
      allow: gate.definition.extract?.allow ?? 'guess',
      accept: scorePatchAnswer(isJsonObject(base) ? base : {}),
    });
    if (found.status === 'none') {
      attempt.say({ type: 'extraction-refused', reason: found.reason });
      if (found.reason === 'refusal') return attempt.refused();
      return unchanged(started, attempt.finish, false);
    }
    attempt.extracted(found);
    const operations = operationsOf(found.value);
    if (operations === null) return attempt.judged(answer.text, found.value, found);
    const { editable } = started;
    const patched = applyPatchAnswer(base, operations, { editable, complete: found.complete });
    if (!patched.ok) {
      attempt.say({ type: 'patch-refused', problem: patched.problem });
      return unchanged(started, attempt.finish, true, found.repairs);
    }
    const { value, repairs } = removeNullMembers(gate.definition, patched.value, found.span[0]);
    attempt.say({
      type: 'patch-applied',
      operations: patched.operations,
      valueHash: stableHash(value),
    });
    const raw = JSON.stringify(value);
    return attempt.judged(raw, value, { complete: true, repairs: [...found.repairs, ...repairs] });
  };

  /** The value stays what it was, and so do its findings. */
  const unchanged = (
    started: StartedAttempt,
    finish: ReturnType<typeof attemptOf>['finish'],
    extracted: boolean,
    repairs: readonly Repair[] = [],
  ): Step<T> => {
    const { value = null, complete, findings } = last;
    progress.judged({ number: started.number, value, complete, findings });
    finish({ extracted, complete: extracted, findings, repairs });
    return { kind: 'next', fresh: true };
  };

  return {
    attempts,
    get last() {
      return last;
    },
    get best() {
      return progress.best;
    },
    answered(started, answer) {
      const { text, finish, usage, estimate } = answer;
      const estimated = estimate === undefined ? {} : { estimate };
      emit(started.number, { type: 'response-received', finish, usage, ...estimated, text });
      if (refusals.has(finish)) {
        emit(started.number, { type: 'extraction-refused', reason: 'refusal' });
        return attemptOf(started, answer).refused();
      }
      if (started.mode === 'continue') return answeredRest(started, answer);
      return started.mode === 'patch' && last.value !== undefined
        ? answeredPatch(started, answer, last.value)
        : answeredWhole(started, answer);
    },
    aborted(started, { text, usage, findings }) {
      const attempt = attemptOf(started, { usage });
      const [first] = findings;
      attempt.say({ type: 'attempt-aborted', path: first?.path ?? '', usage, text });
      attempt.say({ type: 'findings-reported', findings });
      attempt.finish({ findings });
      last = { raw: text, complete: false, findings };
      return progress.aborted(findings)
        ? { kind: 'next', fresh: true }
        : { kind: 'rejected', reason: 'no-progress' };
    },
    failed(started, usage) {
      attemptOf(started, { usage }).finish({}, usage);
    },
  };
}
