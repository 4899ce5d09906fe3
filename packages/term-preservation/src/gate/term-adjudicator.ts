import type { LlmCallOptions, Locale } from '@kanmon/core';
import type { RequiredTerm, TaskLike } from '../vocabulary/terms.ts';

/** What an adjudicator is asked: word and phrase terms that the rules did not find. */
export interface AdjudicationRequest {
  readonly terms: readonly RequiredTerm[];
  readonly tasks: readonly TaskLike[];
  /** Members of a task that count. */
  readonly fields: readonly string[];
  readonly locale: Locale;
}

/** One answer. Only `covered` with a quote that stands in the field counts. */
export interface AdjudicationClaim {
  /** Text of the term. */
  readonly term: string;
  readonly verdict: 'covered' | 'not-covered' | 'unsure';
  readonly taskIndex?: number;
  readonly field?: string;
  readonly quote?: string;
}

/** What came of asking. `failed`: the verdicts of the rules stand. */
export type AdjudicationOutcome =
  | { readonly status: 'answered'; readonly claims: readonly AdjudicationClaim[] }
  | {
      readonly status: 'failed';
      readonly reason: string;
      readonly claims: readonly AdjudicationClaim[];
    };

/** Judges the words that are left over, for instance with a model (`./llm`). It can raise a verdict, never lower one. */
export interface TermAdjudicator {
  readonly name: string;
  adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}
