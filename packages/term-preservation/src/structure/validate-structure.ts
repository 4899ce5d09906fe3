import { type Finding, formatFinding, InvalidArgumentError, type Locale } from '@kanmon/core';
import { termMessages } from '../gate/term-findings.ts';
import { type MatchOptions, readMatchOptions } from '../match/match-options.ts';
import { checkTerms } from '../match/validate-term-preservation.ts';
import type { RequiredTermsInput, TaskLike, TermPreservationResult } from '../vocabulary/terms.ts';
import { readRefinementConfig, type RefinementConfig } from './refinement-config.ts';

/** Whether a replan keeps the shape of the plan and, if asked, its terms. */
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

/** Ids named of a long ring. */
const longestRing = 8;
const structureRule = 'plan-structure';

/** Seed section 3: count, dependencies and, when terms are given, their preservation. */
export function validateStructure(
  originalTasks: readonly TaskLike[],
  newTasks: readonly TaskLike[],
  config: Partial<RefinementConfig> = {},
  requiredTerms?: RequiredTermsInput,
  options: MatchOptions = {},
): StructureValidation {
  if (!Array.isArray(originalTasks) || !Array.isArray(newTasks)) {
    throw new InvalidArgumentError(
      'expected two arrays of tasks, the old plan and the new one; pass [] for an empty plan',
    );
  }
  const settings = readRefinementConfig(config);
  const difference = Math.abs(newTasks.length - originalTasks.length);
  const change = originalTasks.length === 0 ? 0 : difference / originalTasks.length;
  const graph = checkGraph(newTasks);
  const findings: Finding[] = [];
  if (
    change > settings.taskCountChangeThreshold &&
    difference > settings.taskCountChangeMinAbsolute
  ) {
    findings.push(
      finding('task-count-changed', '', { before: originalTasks.length, after: newTasks.length }),
    );
  }
  findings.push(
    ...graph.dangling.map((each) =>
      finding('dangling-dependency', '', { task: each.task, dependency: each.dependency }),
    ),
  );
  if (graph.ring.length > 0)
    findings.push(finding('circular-dependency', '', { ring: showRing(graph.ring) }));
  findings.push(...graph.duplicates.map((task) => finding('duplicate-task-id', '', { task })));
  const terms = checkLoss(newTasks, settings, requiredTerms, { ...settings, ...options });
  const loss =
    terms === undefined ? [] : lossFindings(terms, settings.treatTermLossAsStructureBreak);
  return {
    isValid: ![...findings, ...loss].some((each) => each.severity === 'must'),
    taskCountChange: change,
    absoluteTaskCountDiff: difference,
    hasCircularDependency: graph.ring.length > 0,
    hasDanglingDependency: graph.dangling.length > 0,
    ...(terms === undefined ? {} : { termPreservation: terms }),
    hasTermLoss: terms !== undefined && terms.missing.length > 0,
    findings: [...findings, ...loss],
  };
}

/** The shape the seed's orchestrator reads. `details` is the text of the findings, joined. */
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
  const { locale = 'en' } = options;
  const details = validation.findings
    .map((each) => formatFinding(each, { locale, catalog: termMessages }))
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

function checkLoss(
  tasks: readonly TaskLike[],
  settings: RefinementConfig,
  given: RequiredTermsInput | undefined,
  options: MatchOptions,
): TermPreservationResult | undefined {
  if (!settings.enableTermPreservationCheck) return undefined;
  if (given === undefined && settings.customRequiredTerms.length === 0) return undefined;
  return checkTerms(given ?? [], tasks, readMatchOptions(options));
}

/** Loss and a low rate break the structure only when asked to; else they are warnings, as in the seed. */
function lossFindings(result: TermPreservationResult, breaks: boolean): readonly Finding[] {
  const losses = new Set(['term-missing', 'number-changed', 'rate-below-minimum']);
  return result.findings.map((each) => ({
    ...each,
    severity: breaks && losses.has(each.code) ? 'must' : 'should',
  }));
}

function showRing(ring: readonly string[]): string {
  return ring.length <= longestRing
    ? ring.join(' > ')
    : [...ring.slice(0, longestRing - 2), '...', ring.at(-1)].join(' > ');
}

function finding(code: string, path: string, params: Finding['params']): Finding {
  return { rule: structureRule, code, severity: 'must', path, params };
}

/** A dependency that is no id of the plan. */
interface DanglingDependency {
  readonly task: string;
  readonly dependency: string;
}

/** What is wrong with the dependencies of a plan. */
interface GraphProblems {
  readonly dangling: readonly DanglingDependency[];
  readonly duplicates: readonly string[];
  /** Ids of one ring in order, the first repeated at the end; empty when there is none. */
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
    edges.set(id, [...(edges.get(id) ?? []), ...dependenciesOf(task)]);
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
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

interface Frame {
  readonly id: string;
  next: number;
}

/** Three colours: absent is white, `open` is on the path, `done` is finished. Unknown ids are leaves. */
function findRing(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const colour = new Map<string, 'open' | 'done'>();
  for (const root of edges.keys()) {
    if (colour.has(root)) continue;
    const path: Frame[] = [{ id: root, next: 0 }];
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
        const from = path.findIndex((frame) => frame.id === target);
        return [...path.slice(from).map((frame) => frame.id), target];
      }
      if (!colour.has(target) && edges.has(target)) {
        colour.set(target, 'open');
        path.push({ id: target, next: 0 });
      }
    }
  }
  return [];
}
