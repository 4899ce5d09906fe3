import type { GateOutcome, OpenRunOptions, WithReviews } from '@kanmon/core/gate';

/** Options of a gate inside a framework: those of `openRun`, and a listener for the outcome of each run. */
export interface GateCallOptions<Context, T = never>
  extends OpenRunOptions<Context>, Partial<WithReviews<T, Context>> {
  /** Called once a run has ended. An error that it throws is ignored. */
  readonly onOutcome?: (outcome: GateOutcome<unknown>) => void;
}

/** Options whose context may be missing, for gates that need none. */
export type WithOptionalContext<Options extends { readonly context: unknown }> = Omit<
  Options,
  'context'
> & { readonly context?: Options['context'] };
