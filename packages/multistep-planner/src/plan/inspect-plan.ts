import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';
import { completePlan, isSearch } from './complete-plan.ts';
import { findForbiddenKey } from './forbidden-key.ts';
import { type DraftStep, inspectStep, type StepDefaults } from './inspect-step.ts';
import { asPlan, type LocatedPlan, locatePlan } from './locate-plan.ts';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import { createNotebook, type PlanNote, type PlanNotebook } from './plan-finding.ts';
import { normaliseQuery } from './query-text.ts';
import { type InspectionDefaults, readHead } from './read-head.ts';

/** The repaired plan with every repair noted, or null with every refusal noted. */
export interface PlanInspection {
  readonly plan: MultiStepQueryPlan | null;
  readonly notes: readonly PlanNote[];
}

/**
 * Reads a raw JSON value as a plan. One reader repairs and names what it repaired, so that the two
 * cannot drift apart. Total, and linear in the size of the value.
 */
export function inspectPlan(value: JsonValue, defaults: InspectionDefaults): PlanInspection {
  const notebook = createNotebook();
  const plan = readPlan(value, defaults, notebook);
  const { notes } = notebook;
  return { plan: notes.some(({ severity }) => severity === 'must') ? null : plan, notes };
}

function readPlan(
  value: JsonValue,
  defaults: InspectionDefaults,
  notebook: PlanNotebook,
): MultiStepQueryPlan | null {
  const forbidden = findForbiddenKey(value);
  if (forbidden !== null) {
    notebook.refuse('forbidden-key', forbidden);
    return null;
  }
  const located = locatePlan(value) ?? (isJsonObject(value) ? asPlan(value) : null);
  if (located === null) {
    notebook.refuse('not-object', '');
    return null;
  }
  noteLocation(located, notebook);
  const drafts = readSteps(located, defaults, notebook);
  const head = readHead(located, defaults, notebook);
  if (drafts === null || head === null) return null;
  checkOrder(drafts, located.placeOf('steps'), notebook);
  return completePlan(drafts, head, located.placeOf, defaults.limits.questions, notebook);
}

function noteLocation(
  { dropped, respelled, unwrappedFrom }: LocatedPlan,
  notebook: PlanNotebook,
): void {
  if (unwrappedFrom !== null) notebook.repair('plan-unwrapped', unwrappedFrom);
  for (const path of dropped) notebook.repair('unknown-key-dropped', path);
  for (const [path, value] of respelled) notebook.repair('key-respelled', path, { value });
}

function readSteps(
  { members, placeOf }: LocatedPlan,
  defaults: StepDefaults,
  notebook: PlanNotebook,
): readonly DraftStep[] | null {
  const { limits } = defaults;
  const path = placeOf('steps');
  const list = stepList(members['steps'], path, notebook);
  if (list === null) {
    notebook.refuse('steps-not-array', path);
    return null;
  }
  const maximum = limits.steps;
  if (list.length === 0) notebook.refuse('steps-empty', path);
  if (list.length > maximum) {
    notebook.refuse('too-many-steps', path, { actual: list.length, maximum });
    return null;
  }
  // One step that is not in a list has the place of the list.
  const placeOfStep = (index: number): JsonPointer =>
    list === members['steps'] ? `${path}/${index}` : path;
  const read = list.map((step, index) => inspectStep(step, placeOfStep(index), defaults, notebook));
  const drafts = withoutDoubles(read, path, notebook);
  const searches = drafts.filter(isSearch).length;
  if (searches > limits.searches) {
    notebook.refuse('too-many-searches', path, { actual: searches, maximum: limits.searches });
  }
  return drafts;
}

function stepList(
  steps: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): readonly JsonValue[] | null {
  if (isJsonArray(steps)) return steps;
  if (!isJsonObject(steps) || Object.keys(steps).length === 0) return null;
  notebook.repair('item-listed', path);
  return [steps];
}

/** One answer at most, and nothing after it. */
function checkOrder(drafts: readonly DraftStep[], path: JsonPointer, notebook: PlanNotebook): void {
  const first = drafts.findIndex(({ type }) => type === 'answer');
  if (first >= 0 && first < drafts.length - 1) notebook.refuse('step-order', path);
}

function withoutDoubles(
  read: readonly (DraftStep | null)[],
  path: JsonPointer,
  notebook: PlanNotebook,
): readonly DraftStep[] {
  const seen = new Set<string>();
  return read.flatMap((step, index): readonly DraftStep[] => {
    if (step === null) return [];
    if (!isSearch(step)) return [step];
    const filters = step.type === 'search' ? (step.filters ?? null) : null;
    const key = JSON.stringify([normaliseQuery(step.query), filters]);
    if (seen.has(key)) {
      notebook.repair('duplicate-search-dropped', `${path}/${index}`);
      return [];
    }
    seen.add(key);
    return [step];
  });
}
