import type { Budget } from '../../budget/budget.ts';
import { createBudgetMeter } from '../../budget/budget-meter.ts';
import { checkNames } from '../../vocabulary/check-options.ts';
import { compileGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import { deepFreeze } from '../value/copy-value.ts';
import type { GateEvent } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import { replayAttempts, replayEnd } from './replay-attempts.ts';
import { createReplayTape } from './replay-tape.ts';
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
  checkNames(options, 'context', 'replayGate');
  const { context } = options;
  const compiled = compileGate(gate.definition);
  const tape = createReplayTape(events);
  const { budget } = tape.peek('run-started');
  const meter = createBudgetMeter(countedLimits(budget));
  const fold = createRunFold(
    compiled,
    context,
    tape.emit,
    () => tape.nextType() === 'value-reviewed',
  );
  tape.emit(0, { type: 'run-started', gate: gate.name, budget });
  const replay = { tape, fold, meter, compiled, context };
  const outcome = replayEnd(replay, replayAttempts(replay), budget, deepFreeze([...events]));
  tape.finished();
  return outcome;
}

/** Time and cost are not in the events; what can be counted from them is checked. */
function countedLimits({ maxAttempts, maxOutputTokens, maxTotalTokens }: Budget): Budget {
  return {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(maxTotalTokens === undefined ? {} : { maxTotalTokens }),
  };
}
