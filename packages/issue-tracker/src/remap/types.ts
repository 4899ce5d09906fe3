import type { TextRange } from '../text/text-range.ts';

/** How a place was found again; also what `adjustment_method` says on the wire. */
export type Method = 'exact_match' | 'diff' | 'fuzzy' | 'semantic_search' | 'manual_confirmation';

/** What may be tried. */
export type Strategy = Method;

/** One thing that was tried for one place. Offsets and numbers only, no text. */
export interface Attempt {
  readonly strategy: Strategy;
  readonly result: 'hit' | 'miss' | 'ambiguous' | 'skipped';
  readonly confidence: number;
  readonly candidates?: readonly TextRange[] | undefined;
  readonly steps: number;
}

/** A possible place with the share of such answers that proved right. */
export interface Candidate {
  readonly range: TextRange;
  readonly confidence: number;
}

/** Where a place is now. */
export interface MappedPlace {
  readonly status: 'mapped';
  readonly range: TextRange;
  readonly method: Method;
  /** Measured share of right answers of this kind, 0-1. */
  readonly confidence: number;
  /** New start - old start. */
  readonly delta: number;
  /** 1 - edit distance / longer length, between the old and the new slice. */
  readonly similarity: number;
  /** True when the place left the order of its neighbours. */
  readonly moved: boolean;
  readonly attempts: readonly Attempt[];
}

/** Several places fit, or one does not fit well enough: a person must choose. */
export interface UnsurePlace {
  readonly status: 'ambiguous';
  readonly candidates: readonly Candidate[];
  readonly attempts: readonly Attempt[];
}

/** The place is gone. */
export interface LostPlace {
  readonly status: 'lost';
  /** `deleted`: nothing left; `rewritten`: other text stands there; `no_source`: the old text is gone too. */
  readonly reason: 'deleted' | 'rewritten' | 'no_source';
  readonly attempts: readonly Attempt[];
}

/** The answer for one place. */
export type Remap = MappedPlace | UnsurePlace | LostPlace;
