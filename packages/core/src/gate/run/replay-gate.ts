import type { Budget, BudgetLimit, BudgetMeter, UsageTotal } from '../../budget/budget.ts';
import { createBudgetMeter } from '../../budget/budget-meter.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import { checkOptions } from '../../vocabulary/check-options.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { compileGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import type { ReviewReport } from '../review/reviews.ts';
import { createReader } from '../streaming/partial-reader.ts';
import { deepFreeze } from '../value/deep-freeze.ts';
import { type Ending, finishRun } from './finish-run.ts';
import type { GateEvent } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import type { RejectionReason } from './run-terms.ts';
import { reachedLimit, recordAnswer, recordReview } from './record-answer.ts';
import { createReplayTape, type ReplayTape } from './replay-tape.ts';
import { type Concluded, createRunFold, type StartedAttempt } from './run-fold.ts';

/**
 * Replays a recorded run (`log: 'full'`) to its outcome, without a model: every event is created
 * again from the recorded answers and compared with the recorded one. Returns the same outcome, apart
 * from `cause`; throws `ReplayMismatchError` at the first event that does not follow.
 */
export function replayGate<T>(gate: Gate<T>, events: readonly GateEvent[]): Promise<GateOutcome<T>>;
/** For a gate whose rules need a context. */
export function replayGate<T, Context>(
  gate: Gate<T, Context>,
  events: readonly GateEvent[],
  options: { readonly context: Context },
): Promise<GateOutcome<T>>;
// Asynchronous for what replays may have to read one day, and so that every problem is a rejection.
export async function replayGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  events: readonly GateEvent[],
  options: { readonly context?: Context } = {},
): Promise<GateOutcome<T>> {
  checkOptions<{ readonly context?: Context }>(options, { context: true }, 'replayGate');
  const { context } = options;
  const compiled = compileGate(gate.definition);
  const tape = createReplayTape(events);
  const started = tape.peek('run-started');
  const { budget } = started;
  const meter = createBudgetMeter(countedLimits(budget));
  const fold = createRunFold(
    compiled,
    context,
    tape.emit,
    () => tape.nextType() === 'value-reviewed',
  );
  tape.emit(0, { type: 'run-started', gate: gate.name, budget });
  let step: Concluded<T> | FailedCall | null = null;

  const replayAttempt = (attempt: StartedAttempt): Concluded<T> | FailedCall => {
    const type = tape.nextType();
    if (type === 'response-received') {
      const { finish, usage, estimate, ...logged } = tape.peek(type);
      const estimated = estimate === undefined ? {} : { estimate };
      recordAnswer(meter, { usage, ...estimated });
      const judged = fold.answered(attempt, { finish, usage, ...estimated, text: textOf(logged) });
      if (judged.kind !== 'review') return judged;
      const reviews = recordedReviews(tape);
      for (const review of reviews) recordReview(meter, review);
      return judged.conclude(reviews);
    }
    if (type === 'attempt-aborted') {
      const { usage, ...logged } = tape.peek(type);
      const text = textOf(logged);
      meter.record(usage, { estimated: true });
      const reader = createReader(compiled, context);
      reader.feed(text);
      return fold.aborted(attempt, { text, usage, findings: reader.firstMusts ?? [] });
    }
    const { usage = {} } = tape.peek('attempt-finished');
    meter.record(usage);
    fold.failed(attempt, usage);
    return { kind: 'failed' };
  };

  while (tape.nextType() === 'attempt-started') {
    if (meter.tryStart() !== null) tape.mismatch('an attempt within the budget');
    step = replayAttempt(startAttempt(tape, step, fold.attempts.length + 1));
  }

  const last = tape.peek('run-finished');
  const ending = endingOf(tape, step, last.reason, { budget, usage: last.usage, meter });
  const usage = totalAsRecorded(meter.usage, last.usage);
  const outcome = finishRun(ending, {
    fold,
    usage,
    emit: tape.emit,
    events: deepFreeze([...events]),
  });
  tape.finished();
  return outcome;
}

interface FailedCall {
  readonly kind: 'failed';
}

/** Cost cannot be counted again. Logs of older versions have no parts of the tokens. */
function totalAsRecorded(counted: UsageTotal, recorded: UsageTotal): UsageTotal {
  const known = Object.entries(counted).filter(([member]) => Object.hasOwn(recorded, member));
  const { calls, inputTokens, outputTokens, estimated } = counted;
  const sums = { calls, inputTokens, outputTokens, cost: recorded.cost, estimated };
  return { ...Object.fromEntries(known), ...sums };
}

/** The reports of the next event, which come from outside the run. */
function recordedReviews(tape: ReplayTape): readonly ReviewReport[] {
  const { reviews } = tape.peek('value-reviewed');
  const isValid = Array.isArray(reviews) && reviews.every(isReviewReport);
  return isValid ? reviews : tape.mismatch('reports of reviews');
}

function isReviewReport(report: unknown): report is ReviewReport {
  if (!isRecord(report)) return false;
  const { review, finished, findings } = report;
  return (
    typeof review === 'string' &&
    typeof finished === 'boolean' &&
    Array.isArray(findings) &&
    findings.every(isFinding)
  );
}

function isFinding(finding: unknown): boolean {
  if (!isRecord(finding)) return false;
  const { code, path, severity, params } = finding;
  const isSeverity = severity === 'must' || severity === 'should';
  return typeof code === 'string' && isPointer(path) && isSeverity && isRecord(params);
}

/** Time and cost are not in the events; what can be counted from them is checked. */
function countedLimits({ maxAttempts, maxOutputTokens, maxTotalTokens }: Budget): Budget {
  return {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(maxTotalTokens === undefined ? {} : { maxTotalTokens }),
  };
}

/** The plan depends on options that no event holds, so only its mode is checked. */
function startAttempt(
  tape: ReplayTape,
  before: Concluded<unknown> | FailedCall | null,
  number: number,
): StartedAttempt {
  const { mode, editable } = tape.peek('attempt-started');
  if (before !== null && before.kind !== 'next') tape.mismatch('the end of the run');
  const isExpected =
    before === null
      ? mode === 'initial'
      : mode !== 'initial' && (before.kind !== 'next' || !before.fresh || mode === 'full');
  if (!isExpected)
    tape.mismatch(before === null ? 'an initial attempt' : 'another mode of attempt');
  const places = mode === 'patch' ? (editable ?? []) : [];
  tape.emit(number, {
    type: 'attempt-started',
    mode,
    ...(mode === 'patch' ? { editable: places } : {}),
  });
  return { number, mode, editable: places };
}

function textOf(logged: object): string {
  const text: unknown = Reflect.get(logged, 'text');
  if (typeof text === 'string') return text;
  throw new InvalidArgumentError(
    "expected a log with the texts of the model, got a digest; record runs that are to be replayed with log: 'full'",
  );
}

const tokenLimits = ['output-tokens', 'total-tokens'] as const satisfies readonly BudgetLimit[];
const countedLimitNames = ['attempts', ...tokenLimits] as const;
const countedReasons: ReadonlySet<string> = new Set(countedLimitNames);

/** The end that follows from the last attempt, with the recorded reason where that is left open. */
function endingOf<T>(
  tape: ReplayTape,
  step: Concluded<T> | FailedCall | null,
  reason: RejectionReason | undefined,
  run: { readonly budget: Budget; readonly usage: UsageTotal; readonly meter: BudgetMeter },
): Ending<T> {
  if (step?.kind === 'passed') return { status: 'passed', ...step };
  if (step?.kind === 'rejected') return { status: 'rejected', reason: step.reason };
  const wanted = step?.kind === 'failed' ? failedReason(reason) : limitReason(step, reason, run);
  return { status: 'rejected', reason: wanted ?? tape.mismatch('another reason for the end') };
}

function failedReason(reason: RejectionReason | undefined): RejectionReason | null {
  return reason === 'aborted' || reason === 'generate-failed' ? reason : null;
}

function limitReason(
  step: Concluded<unknown> | null,
  reason: RejectionReason | undefined,
  run: { readonly budget: Budget; readonly usage: UsageTotal; readonly meter: BudgetMeter },
): RejectionReason | null {
  const isUnreviewed = step?.kind === 'unreviewed';
  // A review is no attempt.
  const counted = reachedLimit(run.meter, isUnreviewed ? tokenLimits : countedLimitNames);
  if (reason === undefined) return null;
  if (reason === 'aborted') return reason;
  if (countedReasons.has(reason)) return counted === reason ? reason : null;
  if (counted !== null) return null;
  if (isUnreviewed && reason === 'unreviewed') return reason;
  if (reason === 'cost') {
    const { maxCost = Infinity } = run.budget;
    return run.usage.cost >= maxCost ? reason : null;
  }
  return reason === 'time' ? reason : null;
}
