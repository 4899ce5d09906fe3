import { type Clock, LlmError, retry, systemClock, systemTimer } from '@kanmon/core';
import {
  type Gate,
  type GateAsk,
  type GateEvent,
  type GateOutcome,
  openRun,
  type OpenRunOptions,
  type RunAnswer,
} from '@kanmon/core/gate';
import { openCallBounds, withoutUndefined } from '@kanmon/core/kit';
import type { ProviderErrorContext } from '../errors/map-provider-error.ts';
import { attempt } from '../wire/read.ts';
import type { GateCallOptions } from './gate-call-options.ts';

/** The calls that a framework makes for a run. */
export interface HostCalls {
  /** Named in errors. */
  readonly provider: string;
  /** The signal of the framework's call. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Makes the call of a step. Null leaves the answer to the framework, because it is not one for the gate: a tool
   * call, or a text that was not asked for as JSON. The run ends without an outcome then.
   */
  ask(step: GateAsk, signal: AbortSignal): Promise<RunAnswer | null>;
  /** Reads an error of a call, for frameworks that do not retry a single call themselves. */
  readonly toError?: (error: unknown, context: ProviderErrorContext) => LlmError;
}

/** A correction is tried as often as core's `retry` does by default; the first call is retried by the framework. */
const correctionCalls = 3;

/**
 * Runs a gate inside a framework that makes the calls. Returns the outcome, or null when the first answer was left to
 * the framework.
 *
 * An aborted signal throws its reason. The error of the first call is thrown as it is, so that the framework retries
 * it. With `toError`, a correction is retried here, because the framework would begin the whole run again; if it still
 * fails, an error that the framework would retry becomes a rejected outcome, and any other one is thrown.
 */
export async function runInHost<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: RunOptions<Context>,
  host: HostCalls,
): Promise<GateOutcome<T> | null> {
  const { onOutcome, onEvent, signal: ownSignal, clock = systemClock, ...others } = options;
  const signal = anySignal(ownSignal, host.signal);
  const events = holdEvents(onEvent);
  const runOptions: OpenRunOptions<Context | undefined> = {
    ...others,
    context: options.context,
    clock,
    onEvent: events.take,
    ...withoutUndefined({ signal }),
  };
  const run = openRun(gate, runOptions);
  let { step } = run;
  while (step.status === 'ask') {
    const result = await callFor(step, { clock, signal }, host);
    if (result.kind === 'answered') {
      if (result.answer === null) return null;
      events.release();
      step = run.answer(result.answer);
      continue;
    }
    events.release();
    const isLate = step.deadline !== undefined && clock.now().getTime() >= step.deadline;
    const isFinal = isLate || (step.attempt > 1 && result.isRetryable);
    step = run.fail(result.cause);
    if (signal?.aborted !== true && !isFinal) {
      report(onOutcome, step);
      throw result.cause;
    }
  }
  report(onOutcome, step);
  if (signal?.aborted === true && step.status === 'rejected' && step.reason === 'aborted') {
    throw signal.reason;
  }
  return step;
}

/** The options of an entry; a gate without a context leaves `context` out. */
export type RunOptions<Context> = Omit<GateCallOptions<Context>, 'context'> & {
  readonly context?: Context;
};

type CallResult =
  | { readonly kind: 'answered'; readonly answer: RunAnswer | null }
  | { readonly kind: 'failed'; readonly cause: unknown; readonly isRetryable: boolean };

/** Makes the call of a step and never throws. The deadline and the signal end it even if the framework ignores them. */
async function callFor(
  step: GateAsk,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal | undefined },
  { provider, ask, toError }: HostCalls,
): Promise<CallResult> {
  const { deadline } = step;
  let cause: unknown;
  const call = async (): Promise<RunAnswer | null> => {
    const bounds = openCallBounds({ provider, signal, deadline, clock, timer: systemTimer });
    try {
      return await bounds.race(() => ask(step, bounds.signal));
    } catch (error) {
      cause = error;
      throw toError === undefined ? error : toError(error, { provider, signal, deadline, clock });
    } finally {
      bounds.close({ abandon: true });
    }
  };
  const maxAttempts = step.attempt === 1 || toError === undefined ? 1 : correctionCalls;
  try {
    const answer = await retry(call, withoutUndefined({ maxAttempts, clock, deadline, signal }));
    return { kind: 'answered', answer };
  } catch (error) {
    const isRetryable = LlmError.isInstance(error) && error.retryable;
    return { kind: 'failed', cause: cause ?? error, isRetryable };
  }
}

/** Holds the first events of a run back, because a run that is left to the framework reports nothing. */
function holdEvents(onEvent: (event: GateEvent) => void = () => undefined) {
  const held: GateEvent[] = [];
  let isHeld = true;
  return {
    take(event: GateEvent): void {
      if (isHeld) held.push(event);
      else onEvent(event);
    },
    release(): void {
      isHeld = false;
      for (const event of held.splice(0)) attempt(() => onEvent(event));
    },
  };
}

function report(
  onOutcome: GateCallOptions<unknown>['onOutcome'],
  step: { readonly status: 'ask' } | GateOutcome<unknown>,
): void {
  if (step.status !== 'ask') attempt(() => onOutcome?.(step));
}

function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
