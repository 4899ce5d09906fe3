import type { Budget, BudgetMeter, UsageTotal } from '../../budget/budget.ts';
import { createBudgetMeter } from '../../budget/budget-meter.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import { checkNames } from '../../vocabulary/check-options.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { compileGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import type { ReviewReport } from '../review/reviews.ts';
import { createReader } from '../streaming/partial-reader.ts';
import { deepFreeze } from '../value/copy-value.ts';
import type { AttemptMode, GateEvent, RejectionReason } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import { reachedLimit, recordAnswer, recordReview } from './record-answer.ts';
import { createReplayTape, type ReplayTape } from './replay-tape.ts';
import { type Concluded, createRunFold, type Ending } from './run-fold.ts';

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
  checkNames(options, 'context', 'replayGate');
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
  let last: Replayed<T> | null = null;

  const replayAttempt = (): Replayed<T> => {
    const type = tape.nextType();
    if (type === 'response-received') {
      const { finish, usage, estimate, ...logged } = tape.peek(type);
      const answer = { finish, usage, ...(estimate === undefined ? {} : { estimate }) };
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
    const { usage = {} } = tape.peek('attempt-finished');
    meter.record(usage);
    fold.failed(usage);
    return { kind: 'failed' };
  };

  while (tape.nextType() === 'attempt-started') {
    const { mode, editable } = tape.peek('attempt-started');
    if (meter.tryStart() !== null) tape.mismatch('an attempt within the budget');
    const wanted = wantedInstead(mode, last);
    if (wanted !== null) tape.mismatch(wanted);
    fold.begin(mode, mode === 'patch' ? editable : []);
    last = replayAttempt();
  }

  const { reason, usage } = tape.peek('run-finished');
  const outcome = fold.end(
    endingOf(last, reason, { budget, usage, meter }) ?? tape.mismatch('another reason for the end'),
    totalAsRecorded(meter.usage, usage),
    deepFreeze([...events]),
  );
  tape.finished();
  return outcome;
}

/** The end of an attempt; a call that has failed has no other. */
type Replayed<T> = Concluded<T> | { readonly kind: 'failed' };

/** Returns what should follow the last attempt if this mode cannot. The plan depends on options that no event holds. */
function wantedInstead(mode: AttemptMode, last: Replayed<unknown> | null): string | null {
  if (last === null) return mode === 'initial' ? null : 'an initial attempt';
  if (last.kind !== 'next') return 'the end of the run';
  const fits = last.fresh ? mode === 'full' : mode !== 'initial';
  return fits ? null : 'another mode of attempt';
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
  const { review, finished, findings, usage } = report;
  return (
    typeof review === 'string' &&
    typeof finished === 'boolean' &&
    (usage === undefined || isRecord(usage)) &&
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

/** Time and cost are not in the events; what can be counted from them is checked. */
function countedLimits({ maxAttempts, maxOutputTokens, maxTotalTokens }: Budget): Budget {
  return {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(maxTotalTokens === undefined ? {} : { maxTotalTokens }),
  };
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
  if (last?.kind === 'failed') return reason === 'generate-failed';
  const isUnreviewed = last?.kind === 'unreviewed';
  // A review is no attempt.
  const counted = reachedLimit(meter, isUnreviewed ? tokenLimits : ['attempts', ...tokenLimits]);
  if (counted !== null) return reason === counted;
  if (reason === 'cost') return usage.cost >= (budget.maxCost ?? Infinity);
  return reason === 'time' || (reason === 'unreviewed' && isUnreviewed);
}
