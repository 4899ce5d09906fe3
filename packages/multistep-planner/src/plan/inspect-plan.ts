import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isJsonObject } from '../wire/json-value.ts';
import { completePlan, isSearch } from './complete-plan.ts';
import { findForbiddenKey } from './forbidden-key.ts';
import { dropUnknown, type DraftStep, inspectStep, type StepDefaults } from './inspect-step.ts';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import {
  createNotebook,
  type PlanNote,
  type PlanNotebook,
  type RawObject,
} from './plan-finding.ts';
import { normaliseQuery } from './query-text.ts';
import { type InspectionDefaults, readHead } from './read-head.ts';

/** The repaired plan with every repair noted, or null with every refusal noted. */
export interface PlanInspection {
  readonly plan: MultiStepQueryPlan | null;
  readonly notes: readonly PlanNote[];
}

const planKeys = [
  'steps',
  'needsClarification',
  'clarifyingQuestions',
  'followupQueries',
  'confidence',
  'language',
  'raw',
];

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
  const isWrapped =
    isJsonObject(value) && value['steps'] === undefined && isJsonObject(value['plan']);
  const raw = isWrapped ? value['plan'] : value;
  const root = isWrapped ? '/plan' : '';
  if (!isJsonObject(raw)) {
    notebook.refuse('not-object', root);
    return null;
  }
  if (isWrapped && isJsonObject(value)) dropUnknown(value, ['plan'], '', notebook);
  dropUnknown(raw, planKeys, root, notebook);
  const drafts = readSteps(raw, root, defaults, notebook);
  const head = readHead(raw, root, defaults, notebook);
  if (drafts === null || head === null) return null;
  checkOrder(drafts, `${root}/steps`, notebook);
  return completePlan(drafts, head, { root, questions: defaults.limits.questions }, notebook);
}

function readSteps(
  raw: RawObject,
  root: JsonPointer,
  defaults: StepDefaults,
  notebook: PlanNotebook,
): readonly DraftStep[] | null {
  const { limits } = defaults;
  const path = `${root}/steps`;
  const { steps } = raw;
  if (!Array.isArray(steps)) {
    notebook.refuse('steps-not-array', path);
    return null;
  }
  const list: readonly JsonValue[] = steps;
  const maximum = limits.steps;
  if (list.length === 0) notebook.refuse('steps-empty', path);
  if (list.length > maximum) {
    notebook.refuse('too-many-steps', path, { actual: list.length, maximum });
    return null;
  }
  const read = list.map((step, index) => inspectStep(step, `${path}/${index}`, defaults, notebook));
  const drafts = withoutDoubles(read, path, notebook);
  const searches = drafts.filter(isSearch).length;
  if (searches > limits.searches) {
    notebook.refuse('too-many-searches', path, { actual: searches, maximum: limits.searches });
  }
  return drafts;
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
