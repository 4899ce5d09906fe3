import { readRefinementConfig, type RefinementConfig } from './refinement-config.ts';
import {
  type StructureValidation,
  toOrchestratorStructureValidation,
} from './validate-structure.ts';

/** Why a decision was taken. */
export type RefinementCode =
  | 'structure-broken'
  | 'term-loss'
  | 'attempts-exhausted'
  | 'score-missing'
  | 'suggestions-on-success'
  | 'target-reached'
  | 'stagnated'
  | 'not-acceptable'
  | 'below-target'
  | 'acceptable';

/** Where the refinement loop stands. */
export interface RefinementState {
  /** Attempts made so far. */
  readonly attemptCount: number;
  readonly suggestionReplanCount?: number;
  /** What the judge said. */
  readonly isAcceptable: boolean;
  readonly currentScore?: number | null;
  readonly previousScore?: number | null;
  readonly issues?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly structure?: StructureValidation;
}

/** What to do next. */
export interface RefinementResult {
  readonly decision: 'accept' | 'replan' | 'reject';
  readonly code: RefinementCode;
  readonly reason: string;
  /** Only for a replan. */
  readonly feedback?: {
    readonly issues: readonly string[];
    readonly suggestions: readonly string[];
  };
  readonly previousScore?: number;
  readonly currentScore?: number;
  readonly attemptCount: number;
  readonly suggestionReplanCount: number;
}

type Verdict = Pick<RefinementResult, 'decision' | 'code' | 'reason'>;

/** The first row of the table that applies; a high score does not overrule a judge unless told to. */
export function decideRefinement(
  state: RefinementState,
  config: Partial<RefinementConfig> = {},
): RefinementResult {
  const settings = readRefinementConfig(config);
  const { attemptCount, suggestionReplanCount = 0, issues = [], suggestions = [] } = state;
  const current = finite(state.currentScore);
  const previous = finite(state.previousScore);
  const verdict = firstRow(state, settings, current, previous);
  const feedback = { issues: state.isAcceptable ? [] : issues, suggestions };
  return {
    ...verdict,
    ...(verdict.decision === 'replan' ? { feedback } : {}),
    ...(previous === undefined ? {} : { previousScore: previous }),
    ...(current === undefined ? {} : { currentScore: current }),
    attemptCount,
    suggestionReplanCount,
  };
}

function firstRow(
  state: RefinementState,
  settings: RefinementConfig,
  current: number | undefined,
  previous: number | undefined,
): Verdict {
  const {
    attemptCount,
    suggestionReplanCount = 0,
    isAcceptable,
    issues = [],
    suggestions = [],
    structure,
  } = state;
  const fallback = isAcceptable ? 'accept' : 'reject';
  if (structure?.isValid === false) return structureVerdict(structure);
  if (attemptCount >= settings.maxRefinementAttempts) {
    return {
      decision: fallback,
      code: 'attempts-exhausted',
      reason: `${attemptCount} of ${settings.maxRefinementAttempts} attempts used`,
    };
  }
  if (current === undefined) {
    const broken = issues.some(isCritical);
    return {
      decision: broken ? 'reject' : fallback,
      code: 'score-missing',
      reason: broken ? 'no score, and an issue is critical' : 'no score',
    };
  }
  if (current >= settings.targetScore && (isAcceptable || settings.scoreOverridesJudge)) {
    if (
      settings.refineSuggestionsOnSuccess &&
      suggestions.length > 0 &&
      suggestionReplanCount < settings.maxSuggestionReplans
    ) {
      return {
        decision: 'replan',
        code: 'suggestions-on-success',
        reason: `score ${current} reached the target; ${suggestions.length} suggestions are tried`,
      };
    }
    return {
      decision: 'accept',
      code: 'target-reached',
      reason: `score ${current} reached the target ${settings.targetScore}`,
    };
  }
  if (previous !== undefined && isStagnant(current, previous, settings)) {
    return {
      decision: isAcceptable ? 'accept' : 'replan',
      code: 'stagnated',
      reason: `score went from ${previous} to ${current}`,
    };
  }
  if (!isAcceptable)
    return {
      decision: 'replan',
      code: 'not-acceptable',
      reason: `the judge did not accept the plan (score ${current})`,
    };
  if (suggestions.length > 0)
    return {
      decision: 'replan',
      code: 'below-target',
      reason: `score ${current} is below the target ${settings.targetScore}`,
    };
  return { decision: 'accept', code: 'acceptable', reason: `acceptable with score ${current}` };
}

function structureVerdict(structure: StructureValidation): Verdict {
  const musts = structure.findings.filter((finding) => finding.severity === 'must');
  const onlyTerms =
    musts.length > 0 && musts.every((finding) => finding.rule === 'term-preservation');
  const missing = structure.termPreservation?.missing ?? [];
  if (onlyTerms && missing.length > 0) {
    return {
      decision: 'reject',
      code: 'term-loss',
      reason: `Missing required terms: ${missing.join(', ')}`,
    };
  }
  return {
    decision: 'reject',
    code: 'structure-broken',
    reason:
      toOrchestratorStructureValidation(structure).details ?? 'the structure of the plan is broken',
  };
}

/** A previous score of 0 has no relative change: 0 when nothing changed, else unlimited. */
function isStagnant(current: number, previous: number, settings: RefinementConfig): boolean {
  const delta = current - previous;
  const relative = previous === 0 ? (delta === 0 ? 0 : Infinity) : (delta / previous) * 100;
  return delta < settings.deltaThreshold || relative < settings.deltaThresholdPercent;
}

function isCritical(issue: string): boolean {
  return /critical|duplicate task id|circular dependency/i.test(issue);
}

function finite(score: number | null | undefined): number | undefined {
  return typeof score === 'number' && Number.isFinite(score) ? score : undefined;
}
