import { InvalidArgumentError } from '@kanmon/core';
import type { Strategy } from './types.ts';

/** A strategy as options and seeds write it; `diff3` is `diff`, for there is no third text. */
export type StrategyName = Strategy | 'diff3';

/** Everything, in the order of the seed; the order of trying is fixed by measurement. */
export const allStrategies: readonly Strategy[] = [
  'exact_match',
  'diff',
  'fuzzy',
  'semantic_search',
  'manual_confirmation',
];

/** The allowed set of a list. Throws `InvalidArgumentError` for an unknown name. */
export function allowedStrategies(names: readonly StrategyName[]): ReadonlySet<Strategy> {
  return new Set(
    names.map((name) => {
      const strategy = name === 'diff3' ? 'diff' : name;
      if (allStrategies.includes(strategy)) return strategy;
      throw new InvalidArgumentError(
        `expected strategies out of ${allStrategies.join(', ')} or diff3, got ${JSON.stringify(name)}; leave the option out to allow all`,
      );
    }),
  );
}
