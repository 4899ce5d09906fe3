import { type Finding, InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkArgument, checkOptions, formatGateFinding, withoutUndefined } from '@kanmon/core/kit';
import { termMessages } from '../gate/term-findings.ts';
import { matchOptionNames, type MatchOptions, readMatchOptions } from '../match/match-options.ts';
import { checkTerms } from '../match/validate-term-preservation.ts';
import { append } from '../text/lexicon.ts';
import type { RequiredTermsInput, TaskLike, TermPreservationResult } from '../vocabulary/terms.ts';
import { readRefinementConfig, type RefinementConfig } from './config.ts';

/** The check of a replan: its count of tasks, its dependencies and, if asked, its terms. */
export interface StructureValidation {
  readonly isValid: boolean;
  /** |new - old| / old; 0 when there was no old task. */
  readonly taskCountChange: number;
  readonly absoluteTaskCountDiff: number;
  readonly hasCircularDependency: boolean;
  readonly hasDanglingDependency: boolean;
  readonly termPreservation?: TermPreservationResult;
  readonly hasTermLoss: boolean;
  readonly findings: readonly Finding[];
}

/** Ids of a long ring that are named. */
const longestRing = 8;

/**
 * Checks the count of tasks, their dependencies and, when terms are given, their preservation. A plan that deletes every
 * task is invalid.
 *
 * @throws {InvalidArgumentError} For plans that are not arrays, and unknown or invalid settings and options.
 */
export function validateStructure(
  originalTasks: readonly TaskLike[],
  newTasks: readonly TaskLike[],
  config: Partial<RefinementConfig> = {},
  requiredTerms?: RequiredTermsInput,
  options: MatchOptions = {},
): StructureValidation {
  const where = 'validateStructure(originalTasks, newTasks, config, requiredTerms, options)';
  if (!Array.isArray(originalTasks) || !Array.isArray(newTasks)) {
    throw new InvalidArgumentError(
      'expected two arrays of tasks, the old plan and the new one; pass [] for an empty plan',
    );
  }
  const settings = readRefinementConfig(config, where);
  checkOptions(options, matchOptionNames, where);
  const { minPreservationRate, customRequiredTerms, taskCountChangeThreshold } = settings;
  const [before, after] = [originalTasks.length, newTasks.length];
  const difference = Math.abs(after - before);
  const change = before === 0 ? 0 : difference / before;
  // An empty plan is no refinement of any plan.
  const isExcessive =
    (before > 0 && after === 0) ||
    (change > taskCountChangeThreshold && difference > settings.taskCountChangeMinAbsolute);
  const { dangling, ring, duplicates } = checkGraph(newTasks);
  const findings = [
    ...(isExcessive ? [finding('task-count-changed', { before, after })] : []),
    ...dangling.map((each) => finding('dangling-dependency', { ...each })),
    ...(ring.length > 0 ? [finding('circular-dependency', { ring: showRing(ring) })] : []),
    ...duplicates.map((task) => finding('duplicate-task-id', { task })),
  ];
  const areTermsGiven = requiredTerms !== undefined || customRequiredTerms.length > 0;
  const termPreservation =
    settings.enableTermPreservationCheck && areTermsGiven
      ? checkTerms(
          requiredTerms ?? [],
          newTasks,
          readMatchOptions({ minPreservationRate, customRequiredTerms, ...options }),
        )
      : undefined;
  findings.push(...lossFindings(termPreservation, settings.treatTermLossAsStructureBreak));
  return withoutUndefined({
    isValid: !findings.some((each) => each.severity === 'must'),
    taskCountChange: change,
    absoluteTaskCountDiff: difference,
    hasCircularDependency: ring.length > 0,
    hasDanglingDependency: dangling.length > 0,
    termPreservation,
    hasTermLoss: termPreservation !== undefined && termPreservation.missing.length > 0,
    findings,
  });
}

function finding(code: string, params: Finding['params']): Finding {
  return { rule: 'plan-structure', code, severity: 'must', path: '', params };
}

const losses = new Set(['term-missing', 'number-changed', 'rate-below-minimum']);

/** Loss and a low rate break the structure only when asked to; else they are warnings. */
function lossFindings(
  result: TermPreservationResult | undefined,
  breaks: boolean,
): readonly Finding[] {
  return (result?.findings ?? []).map((each) => ({
    ...each,
    severity: breaks && losses.has(each.code) ? 'must' : 'should',
  }));
}

function showRing(ring: readonly string[]): string {
  return ring.length <= longestRing
    ? ring.join(' > ')
    : [...ring.slice(0, longestRing - 2), '...', ring.at(-1)].join(' > ');
}

/** Returns the validation in the shape of the orchestrator. `details` is the text of the findings, joined. */
export function toOrchestratorStructureValidation(
  validation: StructureValidation,
  options: { readonly locale?: Locale } = {},
): {
  isValid: boolean;
  taskCountChange: number;
  absoluteTaskCountDiff: number;
  hasDependencyIssues: boolean;
  hasCyclicDependency: boolean;
  details?: string;
} {
  checkOptions(options, 'locale', 'toOrchestratorStructureValidation(validation, options)');
  const { locale = 'en' } = options;
  checkArgument(
    'validation.findings of toOrchestratorStructureValidation',
    'a list',
    validation?.findings,
  );
  const details = validation.findings
    .map((each) => formatGateFinding(each, { locale, catalog: termMessages }))
    .join('; ');
  return {
    isValid: validation.isValid,
    taskCountChange: validation.taskCountChange,
    absoluteTaskCountDiff: validation.absoluteTaskCountDiff,
    hasDependencyIssues: validation.hasDanglingDependency,
    hasCyclicDependency: validation.hasCircularDependency,
    ...(details === '' ? {} : { details }),
  };
}

/** Problems of the dependencies of a plan. */
interface GraphProblems {
  /** Dependencies that are not ids of the plan. */
  readonly dangling: readonly { readonly task: string; readonly dependency: string }[];
  readonly duplicates: readonly string[];
  /** Ids of one ring in order, the first repeated at the end; empty without a ring. */
  readonly ring: readonly string[];
}

/** Checks ids and dependencies. Iterative: a chain of any length does not overflow. O(tasks + dependencies). */
function checkGraph(tasks: readonly TaskLike[]): GraphProblems {
  const edges = new Map<string, string[]>();
  const duplicates = new Set<string>();
  for (const task of tasks) {
    const id = idOf(task);
    if (id === undefined) continue;
    if (edges.has(id)) duplicates.add(id);
    else edges.set(id, []);
    for (const dependency of dependenciesOf(task)) append(edges, id, dependency);
  }
  const dangling = tasks.flatMap((task, at) =>
    dependenciesOf(task)
      .filter((dependency) => !edges.has(dependency))
      .map((dependency) => ({ task: idOf(task) ?? `#${at}`, dependency })),
  );
  return { dangling, duplicates: [...duplicates], ring: findRing(edges) };
}

function idOf(task: TaskLike): string | undefined {
  return typeof task?.id === 'string' ? task.id : undefined;
}

function dependenciesOf(task: TaskLike): readonly string[] {
  const list: unknown = task?.dependencies;
  // A model may write the only one without its list.
  const all: readonly unknown[] = Array.isArray(list) ? list : [list];
  return all.filter((each) => typeof each === 'string');
}

interface PathStep {
  readonly id: string;
  next: number;
}

/** Three colours: absent is white, `open` is on the path, `done` is finished. Unknown ids are leaves. */
function findRing(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const colour = new Map<string, 'open' | 'done'>();
  for (const root of edges.keys()) {
    if (colour.has(root)) continue;
    const path: PathStep[] = [{ id: root, next: 0 }];
    colour.set(root, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges.get(top.id)?.[top.next];
      if (target === undefined) {
        colour.set(top.id, 'done');
        path.pop();
        continue;
      }
      top.next += 1;
      if (colour.get(target) === 'open') {
        const from = path.findIndex((step) => step.id === target);
        return [...path.slice(from).map((step) => step.id), target];
      }
      if (!colour.has(target) && edges.has(target)) {
        colour.set(target, 'open');
        path.push({ id: target, next: 0 });
      }
    }
  }
  return [];
}
