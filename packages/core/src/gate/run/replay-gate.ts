import type { Budget } from '../../budget/budget.ts';
import { createBudgetMeter } from '../../budget/budget-meter.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import { checkOptions } from '../../vocabulary/check-options.ts';
import { checkGate, compileGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import type { GateEvent } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import { createStoredRun } from './replay-attempts.ts';
import { checkEvents } from './replay-tape.ts';
import { createRunFold } from './run-fold.ts';

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
  checkOptions(options, 'context', 'replayGate');
  checkGate(gate);
  checkEvents(events);
  const { context } = options;
  const compiled = compileGate(gate.definition);
  const stored = createStoredRun(events);
  const { emit, nextType } = stored;
  const { budget } = stored.peek('run-started');
  const meter = createBudgetMeter(countedLimits(budget));
  const fold = createRunFold(
    compiled,
    context,
    emit,
    budget,
    () => nextType() === 'value-reviewed',
  );
  emit(0, { type: 'run-started', gate: gate.name, budget });
  const repeated = stored.repeat({ fold, meter, compiled, context }, budget);
  if (!('outcome' in repeated)) return stored.mismatch('"run-finished"');
  stored.finished();
  return repeated.outcome;
}

/** Time and cost are not in the events; what can be counted from them is checked. */
function countedLimits({ maxAttempts, maxOutputTokens, maxTotalTokens }: Budget): Budget {
  return withoutUndefined({ maxAttempts, maxOutputTokens, maxTotalTokens });
}
