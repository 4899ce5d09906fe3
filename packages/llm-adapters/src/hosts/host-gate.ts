import { systemClock, systemTimer } from '@kanmon/core';
import {
  type Gate,
  type GateAsk,
  type Gated,
  type GateEvent,
  openRun,
  type RunAnswer,
} from '@kanmon/core/gate';
import { openCallBounds, withoutUndefined } from '@kanmon/core/kit';
import { attempt } from '../wire/read.ts';
import type { GateCallOptions } from './gate-call-options.ts';
import { createRejectedError } from './rejected-error.ts';

/** Options whose context may be missing, for the gates that need none. */
export type WithOptionalContext<Options extends { readonly context: unknown }> = Omit<
  Options,
  'context'
> & { readonly context?: Options['context'] };

/** The reply of a host to one call. */
export interface HostReply<Reply> {
  readonly reply: Reply;
  readonly answer: RunAnswer;
  /** True when the reply calls tools: in the first attempt, the host goes on with it. */
  readonly isStep: boolean;
}

/** A step of the host that is not an answer, or the value that passed. */
export type HostResult<T, Reply> =
  | { readonly kind: 'step'; readonly reply: Reply }
  | {
      readonly kind: 'passed';
      readonly value: Gated<T>;
      /** The JSON text that passed, before defaults and transforms of the schema. */
      readonly text: string;
    };

/** A gate with its options, for the calls of a host. */
export interface HostGate<T> {
  /**
   * Runs the gate over calls that the host makes. Rejects with `GateRejectedError`, with the error of a failed call,
   * or with the reason of an aborted signal.
   */
  run<Reply>(
    call: (ask: GateAsk, signal: AbortSignal) => PromiseLike<HostReply<Reply>>,
    hostSignal?: AbortSignal,
  ): Promise<HostResult<T, Reply>>;
}

/**
 * Prepares a gate for the calls of a host.
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid.
 */
export function createHostGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: WithOptionalContext<GateCallOptions<Context>>,
  host: string,
): HostGate<T> {
  const { onOutcome, onEvent, signal: own, context, ...limits } = options;
  const { clock = systemClock } = limits;
  // Wrong options are reported when the gate is built in, not at its first call.
  openRun(gate, { ...limits, context, ids: { next: () => 'check' } });

  const bounded = async <Result>(
    { deadline }: GateAsk,
    signal: AbortSignal,
    work: (signal: AbortSignal) => PromiseLike<Result>,
  ): Promise<Result> => {
    const bounds = openCallBounds({
      provider: host,
      clock,
      timer: systemTimer,
      signal,
      ...withoutUndefined({ deadline }),
    });
    try {
      return await bounds.race(() => work(bounds.signal));
    } finally {
      bounds.close();
    }
  };

  return {
    async run(call, hostSignal) {
      const signal = AbortSignal.any([own, hostSignal].filter((each) => each !== undefined));
      const listener = holdEvents(onEvent);
      const run = openRun(gate, { ...limits, context, signal, onEvent: listener.push });
      let { step } = run;
      while (step.status === 'ask') {
        const ask = step;
        try {
          const { reply, answer, isStep } = await bounded(ask, signal, (inner) => call(ask, inner));
          if (isStep && ask.mode === 'initial') return { kind: 'step', reply };
          listener.release();
          step = run.answer(answer);
        } catch (cause) {
          listener.release();
          const failed = run.fail(cause);
          attempt(() => failed.status !== 'ask' && onOutcome?.(failed));
          throw signal.aborted ? signal.reason : cause;
        }
      }
      listener.release();
      const outcome = step;
      attempt(() => onOutcome?.(outcome));
      if (outcome.status === 'passed') {
        const { value, accepted } = outcome;
        return { kind: 'passed', value, text: JSON.stringify(accepted) };
      }
      throw outcome.reason === 'aborted' ? signal.reason : createRejectedError(gate.name, outcome);
    },
  };
}

/** Holds events back until the first answer is to be judged: a step with tool calls is not a run. */
function holdEvents(onEvent: ((event: GateEvent) => void) | undefined) {
  const held: GateEvent[] = [];
  let released = false;
  return {
    push(event: GateEvent): void {
      if (released) onEvent?.(event);
      else held.push(event);
    },
    release(): void {
      released = true;
      for (const event of held.splice(0)) attempt(() => onEvent?.(event));
    },
  };
}
