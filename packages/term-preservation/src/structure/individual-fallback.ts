import { InvalidArgumentError } from '@kanmon/core';
import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { matchOptionNames, type MatchOptions } from '../match/match-options.ts';
import type { RequiredTermsInput, TaskLike } from '../vocabulary/terms.ts';
import { readRefinementConfig, type RefinementConfig } from './config.ts';
import { type StructureValidation, validateStructure } from './validate-structure.ts';

const defaultSimilarity = 0.7;

/** A plan that was assembled task by task. */
export interface IndividualFallback<T extends TaskLike> {
  readonly tasks: T[];
  /** Ids whose new version was taken. */
  readonly refined: string[];
  /** Ids that kept the old version. */
  readonly kept: string[];
  /** Ids only the new plan has. */
  readonly added: string[];
}

/**
 * Takes the new version of each old task when its acceptance is similar enough, else the old one; then the added tasks.
 *
 * @throws {InvalidArgumentError} For plans that are not arrays, and an unknown or invalid option.
 */
export function applyIndividualFallback<T extends TaskLike>(
  originalTasks: readonly T[],
  newTasks: readonly T[],
  options: { readonly similarity?: number } = {},
): IndividualFallback<T> {
  const where = 'applyIndividualFallback(originalTasks, newTasks, options)';
  checkOptions(options, 'similarity', where);
  const { similarity = defaultSimilarity } = options;
  if (!(similarity >= 0 && similarity <= 1))
    throw new InvalidArgumentError(`expected similarity from 0 to 1, got ${String(similarity)}`);
  checkArgument('originalTasks of applyIndividualFallback', 'a list', originalTasks);
  checkArgument('newTasks of applyIndividualFallback', 'a list', newTasks);
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

/** The plan to continue with, and its source. */
export interface ResolvedRefinement<T extends TaskLike> {
  readonly tasks: readonly T[];
  readonly source: 'refined' | 'individual-fallback' | 'previous';
  readonly structure: StructureValidation;
  readonly fallbackStructure?: StructureValidation;
}

/**
 * Returns the new plan when it is valid, else the fallback when that is valid, else the previous tasks. Inputs are
 * never changed.
 *
 * @throws {InvalidArgumentError} For an unknown or invalid setting or option.
 */
export function resolveRefinement<T extends TaskLike>(
  originalTasks: readonly T[],
  newTasks: readonly T[],
  config: Partial<RefinementConfig> = {},
  requiredTerms?: RequiredTermsInput,
  options: MatchOptions = {},
): ResolvedRefinement<T> {
  const where = 'resolveRefinement(originalTasks, newTasks, config, requiredTerms, options)';
  const settings = readRefinementConfig(config, where);
  checkOptions(options, matchOptionNames, where);
  const validate = (tasks: readonly T[]): StructureValidation =>
    validateStructure(originalTasks, tasks, settings, requiredTerms, options);
  const structure = validate(newTasks);
  if (structure.isValid) return { tasks: newTasks, source: 'refined', structure };
  if (!settings.enableIndividualFallback)
    return { tasks: originalTasks, source: 'previous', structure };
  const { tasks } = applyIndividualFallback(originalTasks, newTasks);
  const fallbackStructure = validate(tasks);
  return fallbackStructure.isValid
    ? { tasks, source: 'individual-fallback', structure, fallbackStructure }
    : { tasks: originalTasks, source: 'previous', structure, fallbackStructure };
}

/**
 * Returns true when 1 - distance / longer length (Levenshtein) is at least `similarity`. Only the band of
 * distances that can still reach it is computed: O(length x allowed distance).
 */
function isSimilar(a: string, b: string, similarity: number): boolean {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return true;
  // Rounding must not lose a text that is exactly at the border.
  const allowed = Math.floor(longer * (1 - similarity) + 1e-9);
  if (Math.abs(a.length - b.length) > allowed) return false;
  return distanceWithin(a, b, allowed) <= allowed;
}

function distanceWithin(a: string, b: string, allowed: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const from = Math.max(1, row - allowed);
    const to = Math.min(b.length, row + allowed);
    const current = Array.from({ length: b.length + 1 }, () => allowed + 1);
    if (from === 1) current[0] = row;
    let best = allowed + 1;
    for (let column = from; column <= to; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      const value = Math.min(
        (previous[column - 1] ?? 0) + same,
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      current[column] = value;
      best = Math.min(best, value);
    }
    if (best > allowed && !(from === 1 && row <= allowed)) return allowed + 1;
    previous = current;
  }
  return previous[b.length] ?? allowed + 1;
}
