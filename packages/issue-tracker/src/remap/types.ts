import { InvalidArgumentError } from '@kanmon/core';
import type { TextRange } from '../text/text-range.ts';

/** Every strategy; the order of trying is fixed by measurement. */
export const strategies = [
  'exact_match',
  'diff',
  'fuzzy',
  'semantic_search',
  'manual_confirmation',
] as const;

/** A strategy that may be tried. */
export type Strategy = (typeof strategies)[number];

/** The strategy that found a place; the value of `adjustment_method` on the wire. */
export type Method = Strategy;

/** A strategy as options name it; `diff3` is another name of `diff`, since there is no third text. */
export type StrategyName = Strategy | 'diff3';

/** Returns the allowed strategies of a list. Throws `InvalidArgumentError` for an unknown name. */
export function allowedStrategies(names: readonly StrategyName[]): ReadonlySet<Strategy> {
  return new Set(
    names.map((name) => {
      const strategy = name === 'diff3' ? 'diff' : name;
      if (strategies.includes(strategy)) return strategy;
      throw new InvalidArgumentError(
        `expected strategies out of ${strategies.join(', ')} or diff3, got ${JSON.stringify(name)}; leave the option out to allow all`,
      );
    }),
  );
}

/** One strategy tried for one place. Offsets and numbers only, no text. */
export interface Attempt {
  readonly strategy: Strategy;
  readonly result: 'hit' | 'miss' | 'ambiguous' | 'skipped';
  readonly confidence: number;
  readonly candidates?: readonly TextRange[] | undefined;
  readonly steps: number;
}

/** The result for one place. */
export type Remap =
  /** The place was found. */
  | {
      readonly status: 'mapped';
      readonly range: TextRange;
      readonly method: Method;
      /** Measured share of right answers of this kind, 0-1. */
      readonly confidence: number;
      /** New start - old start. */
      readonly delta: number;
      /** 1 - edit distance / longer length, between the old and the new slice; every line end is equal. */
      readonly similarity: number;
      /** True when the place left the order of its neighbours. */
      readonly moved: boolean;
      readonly attempts: readonly Attempt[];
    }
  /** Several places fit, or one does not fit well enough: a person must choose. */
  | {
      readonly status: 'ambiguous';
      /** Possible places, each with the share of such answers that proved right. */
      readonly candidates: readonly { readonly range: TextRange; readonly confidence: number }[];
      readonly attempts: readonly Attempt[];
    }
  /** The place is gone. */
  | {
      readonly status: 'lost';
      /** `deleted`: nothing is left; `rewritten`: other text replaced it; `no_source`: the old text is gone too. */
      readonly reason: 'deleted' | 'rewritten' | 'no_source';
      readonly attempts: readonly Attempt[];
    };
