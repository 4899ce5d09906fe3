import { InvalidArgumentError } from '@kanmon/core';
import { checkFlags, checkOptions, withoutUndefined } from '@kanmon/core/kit';
import {
  defaultTermPreservationConfig,
  type TermPreservationConfig,
} from '../vocabulary/config.ts';

/** Settings of the refinement loop. */
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
  /** A high score overrules the judge's "not acceptable". @default false */
  readonly scoreOverridesJudge: boolean;
}

export const defaultRefinementConfig: RefinementConfig = /* @__PURE__ */ Object.freeze({
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

/** Range of each number setting. */
export const settingRanges = {
  minPreservationRate: { maximum: 1, whole: false },
  maxRefinementAttempts: { maximum: 10, whole: true },
  maxSuggestionReplans: { maximum: 5, whole: true },
  deltaThreshold: { maximum: 50, whole: false },
  deltaThresholdPercent: { maximum: 100, whole: false },
  taskCountChangeThreshold: { maximum: 1, whole: false },
  taskCountChangeMinAbsolute: { maximum: 10, whole: true },
  targetScore: { maximum: 100, whole: false },
} as const;

/**
 * Fills in defaults for absent settings.
 *
 * @param where The function as users write it.
 * @throws {InvalidArgumentError} For an unknown setting, or a number out of range.
 */
export function readRefinementConfig(
  config: Partial<RefinementConfig>,
  where: string,
): RefinementConfig {
  checkOptions(
    config,
    'enableTermPreservationCheck minPreservationRate treatTermLossAsStructureBreak customRequiredTerms maxRefinementAttempts refineSuggestionsOnSuccess maxSuggestionReplans enableIndividualFallback deltaThreshold deltaThresholdPercent taskCountChangeThreshold taskCountChangeMinAbsolute targetScore scoreOverridesJudge',
    where,
  );
  const read: RefinementConfig = { ...defaultRefinementConfig, ...withoutUndefined(config) };
  const { enableTermPreservationCheck, treatTermLossAsStructureBreak } = read;
  const { refineSuggestionsOnSuccess, enableIndividualFallback, scoreOverridesJudge } = read;
  checkFlags({ enableTermPreservationCheck, treatTermLossAsStructureBreak });
  checkFlags({ refineSuggestionsOnSuccess, enableIndividualFallback, scoreOverridesJudge });
  // Object.keys drops the type of the names.
  for (const name of Object.keys(settingRanges) as (keyof typeof settingRanges)[]) {
    const { maximum, whole } = settingRanges[name];
    const value: unknown = read[name];
    const fits = typeof value === 'number' && value >= 0 && value <= maximum;
    if (!fits || (whole && !Number.isInteger(value)))
      throw new InvalidArgumentError(
        `expected ${name} to be ${whole ? 'a whole number ' : ''}from 0 to ${maximum}, got ${String(value)}; leave it out for ${String(defaultRefinementConfig[name])}`,
      );
  }
  return read;
}
