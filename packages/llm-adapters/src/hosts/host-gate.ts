import { type Gate, type GateAsk, type Gated, openRun, type RunAnswer } from '@kanmon/core/gate';
import { createRejectedError } from './rejected-error.ts';
import { runInHost, type RunOptions } from './run-in-host.ts';

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
    signal?: AbortSignal,
  ): Promise<HostResult<T, Reply>>;
}

/**
 * Prepares a gate for the calls of a host.
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid.
 */
export function createHostGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: RunOptions<Context>,
  provider: string,
): HostGate<T> {
  const { onOutcome: _outcome, onEvent: _event, signal: _signal, context, ...limits } = options;
  // Wrong options are reported when the gate is built in, not at its first call.
  openRun(gate, { ...limits, context, ids: { next: () => 'check' } });
  return {
    async run<Reply>(
      call: (ask: GateAsk, signal: AbortSignal) => PromiseLike<HostReply<Reply>>,
      signal?: AbortSignal,
    ): Promise<HostResult<T, Reply>> {
      const steps: HostResult<T, Reply>[] = [];
      const outcome = await runInHost(gate, options, {
        provider,
        signal,
        async ask(ask, inner) {
          const { reply, answer, isStep } = await call(ask, inner);
          if (!isStep || ask.attempt > 1) return answer;
          steps.push({ kind: 'step', reply });
          return null;
        },
      });
      // `ask` returns null only after it has stored the step.
      if (outcome === null) return steps[0] as HostResult<T, Reply>;
      if (outcome.status === 'rejected') throw createRejectedError(gate.name, outcome);
      const { value, accepted } = outcome;
      return { kind: 'passed', value, text: JSON.stringify(accepted) };
    },
  };
}
