import type { Budget, BudgetMeter, UsageTotal } from '../../budget/budget.ts';
import { isTokenCount } from '../../budget/estimate-tokens.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import { isRecord } from '../../vocabulary/record.ts';
import type { CompiledGate } from '../compile-gate.ts';
import type { ReviewReport } from '../review/reviews.ts';
import { createReader } from '../streaming/partial-reader.ts';
import { deepFreeze } from '../value/copy-value.ts';
import type { AttemptMode, GateEvent, RejectionReason } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import type { Emit } from './recorder.ts';
import { reachedLimit, recordAnswer, recordReview } from './record-answer.ts';
import { createReplayTape, type ReplayTape } from './replay-tape.ts';
import type { Concluded, Ending, RunFold } from './run-fold.ts';

/** The parts of a run that repeats recorded events. Its fold emits to the tape. */
interface Repeated<T> {
  readonly fold: RunFold<T>;
  readonly meter: BudgetMeter;
  readonly compiled: CompiledGate<T>;
  readonly context: unknown;
}

/** The stored events of a run, and the code that repeats them: a run without any does not bring it. */
export interface StoredRun extends ReplayTape {
  readonly events: readonly GateEvent[];
  /** Returns an emitter that compares with the stored events while there are any. Later events go on to `emit`. */
  before(emit: Emit): Emit;
  /** Repeats the stored attempts. Returns the outcome where the run has ended, or the end of the last attempt. */
  repeat<T>(
    run: Repeated<T>,
    budget: Budget,
  ): { readonly outcome: GateOutcome<T> } | { readonly last: Replayed<T> | null };
}

export function createStoredRun(events: readonly GateEvent[]): StoredRun {
  const tape = createReplayTape(events);
  const { nextType } = tape;
  return {
    ...tape,
    events,
    before:
      (emit) =>
      (...event) =>
        (nextType() === null ? emit : tape.emit)(...event),
    repeat(run, budget) {
      const last = repeatAttempts(tape, run);
      if (nextType() !== 'run-finished') return { last };
      const { fold, meter } = run;
      const { reason, usage } = tape.peek('run-finished');
      const ending = endingOf(last, reason, { budget, usage, meter });
      const outcome = fold.end(
        ending ?? tape.mismatch('another reason for the end'),
        totalAsRecorded(meter.usage, usage),
        deepFreeze([...events]),
      );
      return { outcome };
    },
  };
}

/** Repeats the recorded attempts that have an answer. Returns the end of the last one, or null. */
function repeatAttempts<T>(tape: ReplayTape, run: Repeated<T>): Replayed<T> | null {
  let last: Replayed<T> | null = null;
  while (tape.nextType() === 'attempt-started' && tape.nextType(1) !== null) {
    const { mode, editable } = tape.peek('attempt-started');
    if (run.meter.tryStart() !== null) tape.mismatch('an attempt within the budget');
    const wanted = wantedInstead(mode, last);
    if (wanted !== null) tape.mismatch(wanted);
    run.fold.begin(mode, mode === 'patch' ? editable : []);
    last = repeatAttempt(tape, run);
  }
  return last;
}

/** The end of an attempt; a call that has failed has no other. */
export type Replayed<T> = Concluded<T> | { readonly kind: 'failed' };

function repeatAttempt<T>(
  tape: ReplayTape,
  { fold, meter, compiled, context }: Repeated<T>,
): Replayed<T> {
  const type = tape.nextType();
  if (type === 'response-received') {
    const { finish, usage, estimate, ...logged } = tape.peek(type);
    const answer = withoutUndefined({ finish, usage, estimate });
    recordAnswer(meter, answer);
    const step = fold.answered({ ...answer, text: textOf(logged) });
    if (step.kind !== 'review') return step;
    const reviews = recordedReviews(tape);
    for (const review of reviews) recordReview(meter, review);
    return step.conclude(reviews);
  }
  if (type === 'attempt-aborted') {
    const { usage, ...logged } = tape.peek(type);
    const text = textOf(logged);
    meter.record(usage, { estimated: true });
    const reader = createReader(compiled, context);
    reader.feed(text);
    return fold.aborted({ text, usage, findings: reader.firstMusts ?? [] });
  }
  const { usage = {}, estimate } = tape.peek('attempt-finished');
  recordAnswer(meter, withoutUndefined({ usage, estimate }));
  fold.failed(usage, estimate);
  return { kind: 'failed' };
}

/** Returns what should follow the last attempt if this mode cannot. The plan depends on options that no event holds. */
function wantedInstead(mode: AttemptMode, last: Replayed<unknown> | null): string | null {
  if (last === null) return mode === 'initial' ? null : 'an initial attempt';
  if (last.kind !== 'next') return 'the end of the run';
  const fits = last.fresh ? mode === 'full' : mode !== 'initial';
  return fits ? null : 'another mode of attempt';
}

/** Cost cannot be counted again, nor that it was not known. Logs of older versions have no parts of the tokens. */
function totalAsRecorded(counted: UsageTotal, recorded: UsageTotal): UsageTotal {
  const known = Object.entries(counted).filter(([member]) => Object.hasOwn(recorded, member));
  const { calls, inputTokens, outputTokens } = counted;
  const estimated = counted.estimated || recorded.estimated;
  const sums = { calls, inputTokens, outputTokens, cost: recorded.cost, estimated };
  return { ...Object.fromEntries(known), ...sums };
}

/** The reports of the next event, which come from outside the run. */
function recordedReviews(tape: ReplayTape): readonly ReviewReport[] {
  if (tape.nextType() === null) {
    throw new InvalidArgumentError(
      'the last answer has no recorded reviews; pass the events before its attempt, then its text to `answer`',
    );
  }
  const { reviews } = tape.peek('value-reviewed');
  const isValid = Array.isArray(reviews) && reviews.every(isReviewReport);
  return isValid ? reviews : tape.mismatch('reports of reviews');
}

function isReviewReport(report: unknown): report is ReviewReport {
  if (!isRecord(report)) return false;
  const { review, finished, findings, usage, calls = 1 } = report;
  return (
    typeof review === 'string' &&
    typeof finished === 'boolean' &&
    (usage === undefined || isRecord(usage)) &&
    isTokenCount(calls) &&
    Array.isArray(findings) &&
    findings.every(isFinding)
  );
}

function isFinding(finding: unknown): boolean {
  if (!isRecord(finding)) return false;
  const { rule, code, path, severity, params } = finding;
  const isSeverity = severity === 'must' || severity === 'should';
  const isNamed = typeof rule === 'string' && typeof code === 'string';
  return isNamed && isPointer(path) && isSeverity && isRecord(params);
}

function textOf(logged: object): string {
  const text: unknown = Reflect.get(logged, 'text');
  if (typeof text === 'string') return text;
  throw new InvalidArgumentError(
    "expected a log with the texts of the model, got a digest; record runs that are to be replayed with log: 'full'",
  );
}

const tokenLimits = ['output-tokens', 'total-tokens'] as const;

/** The end that follows from the last attempt, with the recorded reason where that is left open. */
function endingOf<T>(
  last: Replayed<T> | null,
  reason: RejectionReason | undefined,
  run: { readonly budget: Budget; readonly usage: UsageTotal; readonly meter: BudgetMeter },
): Ending<T> | null {
  if (last?.kind === 'passed' || last?.kind === 'rejected') return last;
  if (reason === undefined || !isPossible(reason, last, run)) return null;
  return { kind: 'rejected', reason };
}

function isPossible(
  reason: RejectionReason,
  last: Replayed<unknown> | null,
  { budget, usage, meter }: Parameters<typeof endingOf>[2],
): boolean {
  if (reason === 'aborted') return true;
  if (last?.kind === 'failed') return reason === 'generate-failed' || reason === 'time';
  const isUnreviewed = last?.kind === 'unreviewed';
  // A review is no attempt.
  const counted = reachedLimit(meter, isUnreviewed ? tokenLimits : ['attempts', ...tokenLimits]);
  if (counted !== null) return reason === counted;
  if (reason === 'cost') return usage.cost >= (budget.maxCost ?? Infinity);
  return reason === 'time' || (reason === 'unreviewed' && isUnreviewed);
}
