import { InvalidArgumentError } from '@kanmon/core';
import {
  defaultTermPreservationConfig,
  type TermPreservationConfig,
} from '../match/match-options.ts';

/** Settings of the refinement loop, with the seed's names. */
export interface RefinementConfig extends TermPreservationConfig {
  /** 0 to 10. @default 2 */
  readonly maxRefinementAttempts: number;
  /** @default false */
  readonly refineSuggestionsOnSuccess: boolean;
  /** 0 to 5. @default 1 */
  readonly maxSuggestionReplans: number;
  /** @default true */
  readonly enableIndividualFallback: boolean;
  /** Points, 0 to 50. @default 5 */
  readonly deltaThreshold: number;
  /** Percent, 0 to 100. @default 5 */
  readonly deltaThresholdPercent: number;
  /** Share, 0 to 1. @default 0.3 */
  readonly taskCountChangeThreshold: number;
  /** Tasks, 0 to 10. @default 2 */
  readonly taskCountChangeMinAbsolute: number;
  /** 0 to 100. @default 85 */
  readonly targetScore: number;
  /** A high score overrules a judge that said "not acceptable". @default false */
  readonly scoreOverridesJudge: boolean;
}

export const defaultRefinementConfig: RefinementConfig = Object.freeze({
  ...defaultTermPreservationConfig,
  maxRefinementAttempts: 2,
  refineSuggestionsOnSuccess: false,
  maxSuggestionReplans: 1,
  enableIndividualFallback: true,
  deltaThreshold: 5,
  deltaThresholdPercent: 5,
  taskCountChangeThreshold: 0.3,
  taskCountChangeMinAbsolute: 2,
  targetScore: 85,
  scoreOverridesJudge: false,
});

type NumberSetting =
  | 'maxRefinementAttempts'
  | 'maxSuggestionReplans'
  | 'deltaThreshold'
  | 'deltaThresholdPercent'
  | 'taskCountChangeThreshold'
  | 'taskCountChangeMinAbsolute'
  | 'targetScore'
  | 'minPreservationRate';

const bounds: { readonly [K in NumberSetting]: readonly [maximum: number, whole: boolean] } = {
  maxRefinementAttempts: [10, true],
  maxSuggestionReplans: [5, true],
  deltaThreshold: [50, false],
  deltaThresholdPercent: [100, false],
  taskCountChangeThreshold: [1, false],
  taskCountChangeMinAbsolute: [10, true],
  targetScore: [100, false],
  minPreservationRate: [1, false],
};

/** Fills in defaults for absent settings; throws `InvalidArgumentError` for one out of bounds. */
export function readRefinementConfig(config: Partial<RefinementConfig> = {}): RefinementConfig {
  const given = Object.fromEntries(
    Object.entries(config).filter(([, value]) => value !== undefined),
  );
  const read: RefinementConfig = { ...defaultRefinementConfig, ...given };
  for (const name of numberSettings) {
    const [maximum, whole] = bounds[name];
    const value: unknown = read[name];
    const fits =
      typeof value === 'number' &&
      value >= 0 &&
      value <= maximum &&
      (!whole || Number.isInteger(value));
    if (!fits)
      throw new InvalidArgumentError(
        `expected ${name} to be ${whole ? 'a whole number ' : ''}from 0 to ${maximum}, got ${String(value)}; leave it out for ${String(defaultRefinementConfig[name])}`,
      );
  }
  return read;
}

const numberSettings: readonly NumberSetting[] = [
  'maxRefinementAttempts',
  'maxSuggestionReplans',
  'deltaThreshold',
  'deltaThresholdPercent',
  'taskCountChangeThreshold',
  'taskCountChangeMinAbsolute',
  'targetScore',
  'minPreservationRate',
];
