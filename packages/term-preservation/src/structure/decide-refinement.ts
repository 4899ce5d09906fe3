import { InvalidArgumentError } from '@kanmon/core';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { termRule } from '../gate/term-findings.ts';
import { readRefinementConfig, type RefinementConfig } from './config.ts';
import {
  type StructureValidation,
  toOrchestratorStructureValidation,
} from './validate-structure.ts';

/** The row of the table that decided. */
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

/** State of the refinement loop. */
export interface RefinementState {
  /** Attempts made so far. */
  readonly attemptCount: number;
  readonly suggestionReplanCount?: number;
  /** The verdict of the judge. */
  readonly isAcceptable: boolean;
  readonly currentScore?: number | null;
  readonly previousScore?: number | null;
  readonly issues?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly structure?: StructureValidation;
}

/** The next step of the refinement loop. */
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

/**
 * Returns the decision of the first row that applies. A high score does not overrule the judge, unless
 * `scoreOverridesJudge` is set.
 *
 * @throws {InvalidArgumentError} For a state with a member of another type, and for an unknown or invalid setting.
 */
export function decideRefinement(
  state: RefinementState,
  config: Partial<RefinementConfig> = {},
): RefinementResult {
  checkState(state);
  const settings = readRefinementConfig(config, 'decideRefinement(state, config)');
  const { attemptCount, suggestionReplanCount = 0, issues = [], suggestions = [] } = state;
  const currentScore = finite(state.currentScore);
  const previousScore = finite(state.previousScore);
  const verdict = firstRow(state, settings, currentScore, previousScore);
  const feedback = { issues: state.isAcceptable ? [] : issues, suggestions };
  return withoutUndefined({
    ...verdict,
    feedback: verdict.decision === 'replan' ? feedback : undefined,
    previousScore,
    currentScore,
    attemptCount,
    suggestionReplanCount,
  });
}

/** Checks the members that decide. They often come from the JSON of a model. */
function checkState(state: RefinementState): void {
  const { attemptCount, isAcceptable, currentScore, previousScore } = isRecord(state) ? state : {};
  const types = [attemptCount, isAcceptable, currentScore ?? 0, previousScore ?? 0].map(
    (each) => typeof each,
  );
  if (types.join() !== 'number,boolean,number,number' || Number.isNaN(attemptCount))
    throw new InvalidArgumentError(
      `expected the state { attemptCount, isAcceptable, ... } of numbers and a boolean, got ${JSON.stringify(state)}`,
    );
}

function firstRow(
  state: RefinementState,
  settings: RefinementConfig,
  score: number | undefined,
  previous: number | undefined,
): Verdict {
  const { attemptCount, suggestionReplanCount = 0, isAcceptable } = state;
  const { issues = [], suggestions = [], structure } = state;
  const { maxRefinementAttempts, targetScore } = settings;
  const last = isAcceptable ? 'accept' : 'reject';

  if (structure?.isValid === false) return structureVerdict(structure);
  if (attemptCount >= maxRefinementAttempts)
    return row(
      last,
      'attempts-exhausted',
      `${attemptCount} of ${maxRefinementAttempts} attempts used`,
    );
  if (score === undefined)
    return issues.some(isCritical)
      ? row('reject', 'score-missing', 'no score, and an issue is critical')
      : row(last, 'score-missing', 'no score');
  if (score >= targetScore && (isAcceptable || settings.scoreOverridesJudge)) {
    const more =
      settings.refineSuggestionsOnSuccess &&
      suggestions.length > 0 &&
      suggestionReplanCount < settings.maxSuggestionReplans;
    const reached = `score ${score} reached the target`;
    return more
      ? row(
          'replan',
          'suggestions-on-success',
          `${reached}; ${suggestions.length} suggestions are tried`,
        )
      : row('accept', 'target-reached', `${reached} ${targetScore}`);
  }
  if (previous !== undefined && isStagnant(score, previous, settings))
    return row(
      isAcceptable ? 'accept' : 'replan',
      'stagnated',
      `score went from ${previous} to ${score}`,
    );
  if (!isAcceptable)
    return row('replan', 'not-acceptable', `the judge did not accept the plan (score ${score})`);
  if (suggestions.length > 0)
    return row('replan', 'below-target', `score ${score} is below the target ${targetScore}`);
  return row('accept', 'acceptable', `acceptable with score ${score}`);
}

function row(
  decision: RefinementResult['decision'],
  code: RefinementCode,
  reason: string,
): Verdict {
  return { decision, code, reason };
}

function structureVerdict(structure: StructureValidation): Verdict {
  const musts = structure.findings.filter((finding) => finding.severity === 'must');
  const onlyTerms = musts.length > 0 && musts.every((finding) => finding.rule === termRule);
  const missing = structure.termPreservation?.missing ?? [];
  if (onlyTerms && missing.length > 0)
    return row('reject', 'term-loss', `Missing required terms: ${missing.join(', ')}`);
  const { details = 'the structure of the plan is broken' } =
    toOrchestratorStructureValidation(structure);
  return row('reject', 'structure-broken', details);
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
