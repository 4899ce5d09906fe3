import { InvalidArgumentError } from '@kanmon/core';
import type { MatchOptions } from '../match/match-options.ts';
import type { RequiredTermsInput, TaskLike } from '../vocabulary/terms.ts';
import { readRefinementConfig, type RefinementConfig } from './refinement-config.ts';
import { isSimilar } from './text-similarity.ts';
import { type StructureValidation, validateStructure } from './validate-structure.ts';

const defaultSimilarity = 0.7;

/** A plan put together task by task. */
export interface IndividualFallback<T extends TaskLike> {
  readonly tasks: T[];
  /** Ids whose new version was taken. */
  readonly refined: string[];
  /** Ids that kept the old version. */
  readonly kept: string[];
  /** Ids only the new plan has. */
  readonly added: string[];
}

/** Takes the new version of each old task when its acceptance is similar enough, else the old one; then the added tasks. */
export function applyIndividualFallback<T extends TaskLike>(
  originalTasks: readonly T[],
  newTasks: readonly T[],
  options: { readonly similarity?: number } = {},
): IndividualFallback<T> {
  const { similarity = defaultSimilarity } = options;
  if (!(similarity >= 0 && similarity <= 1))
    throw new InvalidArgumentError(`expected similarity from 0 to 1, got ${String(similarity)}`);
  const byId = new Map<string, T>();
  for (const task of newTasks)
    if (task.id !== undefined && !byId.has(task.id)) byId.set(task.id, task);
  const oldIds = new Set(originalTasks.map((task) => task.id));
  const refined: string[] = [];
  const kept: string[] = [];
  const tasks = originalTasks.map((task, at) => {
    const next = task.id === undefined ? undefined : byId.get(task.id);
    const name = task.id ?? `#${at}`;
    if (next !== undefined && isSimilar(task.acceptance ?? '', next.acceptance ?? '', similarity)) {
      refined.push(name);
      return next;
    }
    kept.push(name);
    return task;
  });
  const added = newTasks.filter((task) => !oldIds.has(task.id));
  return {
    tasks: [...tasks, ...added],
    refined,
    kept,
    added: added.map((task, at) => task.id ?? `#${at}`),
  };
}

/** The plan to go on with, and why. */
export interface ResolvedRefinement<T extends TaskLike> {
  readonly tasks: readonly T[];
  readonly source: 'refined' | 'individual-fallback' | 'previous';
  readonly structure: StructureValidation;
  readonly fallbackStructure?: StructureValidation;
}

/** The new plan when it is valid; else the fallback when that is; else the previous tasks. Inputs are never changed. */
export function resolveRefinement<T extends TaskLike>(
  originalTasks: readonly T[],
  newTasks: readonly T[],
  config: Partial<RefinementConfig> = {},
  requiredTerms?: RequiredTermsInput,
  options: MatchOptions = {},
): ResolvedRefinement<T> {
  const settings = readRefinementConfig(config);
  const structure = validateStructure(originalTasks, newTasks, settings, requiredTerms, options);
  if (structure.isValid) return { tasks: newTasks, source: 'refined', structure };
  if (!settings.enableIndividualFallback)
    return { tasks: originalTasks, source: 'previous', structure };
  const { tasks } = applyIndividualFallback(originalTasks, newTasks);
  const fallbackStructure = validateStructure(
    originalTasks,
    tasks,
    settings,
    requiredTerms,
    options,
  );
  return fallbackStructure.isValid
    ? { tasks, source: 'individual-fallback', structure, fallbackStructure }
    : { tasks: originalTasks, source: 'previous', structure, fallbackStructure };
}
