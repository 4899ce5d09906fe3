import type { UsageTotal } from '../../budget/budget.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { Gated } from '../gated.ts';
import { deepFreeze } from '../value/deep-freeze.ts';
import type { GateEvent } from './gate-event.ts';
import type { GateOutcome } from './outcome.ts';
import type { RejectionReason } from './run-terms.ts';
import type { Emit } from './recorder.ts';
import type { RunFold } from './run-fold.ts';

/** The end of a run. */
export type Ending<T> =
  | {
      readonly status: 'passed';
      readonly value: Gated<T>;
      readonly warnings: readonly Finding[];
    }
  | { readonly status: 'rejected'; readonly reason: RejectionReason; readonly cause?: unknown };

/** Emits the last event and builds the outcome, for a live run and for a replay. */
export function finishRun<T>(
  ending: Ending<T>,
  run: {
    readonly fold: RunFold<T>;
    readonly usage: UsageTotal;
    readonly emit: Emit;
    readonly events: readonly GateEvent[];
  },
): GateOutcome<T> {
  const { fold, usage, emit, events } = run;
  const { attempts, best } = fold;
  emit(attempts.length, {
    type: 'run-finished',
    status: ending.status,
    ...(ending.status === 'rejected' ? { reason: ending.reason } : {}),
    usage,
  });
  const report = {
    attempts: Object.freeze([...attempts]),
    usage,
    events: Object.freeze([...events]),
  };
  if (ending.status === 'passed') {
    const { value, warnings } = ending;
    // A passed run has judged a value, and it is the last one.
    const accepted = deepFreeze(fold.last.value ?? null);
    return Object.freeze({ status: 'passed', value, accepted, warnings, ...report });
  }
  return Object.freeze({
    status: 'rejected',
    reason: ending.reason,
    ...(best === undefined ? {} : { best }),
    ...('cause' in ending ? { cause: ending.cause } : {}),
    ...report,
  });
}
