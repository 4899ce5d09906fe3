import type { JsonPointer, JsonValue, Language } from '@kanmon/core';
import { isJsonObject } from '../wire/json-value.ts';
import { findForbiddenKey } from './forbidden-key.ts';
import {
  dropUnknown,
  type DraftStep,
  inspectStep,
  present,
  readQuestions,
  type StepDefaults,
} from './inspect-step.ts';
import type { MultiStepQueryPlan, PlanStep } from './multi-step-query-plan.ts';
import {
  createNotebook,
  type PlanNote,
  type PlanNotebook,
  type RawObject,
} from './plan-finding.ts';
import { normaliseQuery, readQuery } from './query-text.ts';

/** What the inspection fills in where a plan is silent. */
export interface InspectionDefaults extends StepDefaults {
  readonly language: Language;
}

/** The repaired plan with every repair noted, or null with every refusal noted. */
export interface PlanInspection {
  readonly plan: MultiStepQueryPlan | null;
  readonly notes: readonly PlanNote[];
}

/** A model's own `raw` beyond this is dropped: it is kept for people to read. Characters of JSON. */
const maxRawLength = 8192;
const planKeys = [
  'steps',
  'needsClarification',
  'clarifyingQuestions',
  'followupQueries',
  'confidence',
  'language',
  'raw',
];
/** Questions of all steps together, where they are listed once more at the top. */
const maxListedQuestions = 24;

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
  dropUnknown(raw, planKeys, root, notebook);
  const drafts = readSteps(raw, root, defaults, notebook);
  const head = readHead(raw, root, defaults, notebook);
  if (drafts === null || head === null) return null;
  checkOrder(drafts, `${root}/steps`, notebook);
  return complete(drafts, head, root, notebook);
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

interface PlanHead {
  readonly needsClarification: boolean;
  readonly confidence: MultiStepQueryPlan['confidence'];
  readonly clarifyingQuestions: readonly string[];
  readonly followupQueries: readonly string[];
  readonly language: Language;
  readonly raw?: JsonValue;
}

function readHead(
  raw: RawObject,
  root: JsonPointer,
  defaults: InspectionDefaults,
  notebook: PlanNotebook,
): PlanHead | null {
  const { needsClarification, confidence } = raw;
  if (needsClarification === undefined || needsClarification === null) {
    notebook.refuse('needs-clarification-missing', `${root}/needsClarification`);
  } else if (typeof needsClarification !== 'boolean') {
    notebook.refuse('type-wrong', `${root}/needsClarification`, { expected: 'true or false' });
  }
  const isConfidence = confidence === 'low' || confidence === 'medium' || confidence === 'high';
  if (!isConfidence) notebook.refuse('confidence-invalid', `${root}/confidence`);
  const clarifyingQuestions = readListedQuestions(raw, root, defaults, notebook);
  const followupQueries = readFollowupQueries(raw, root, defaults, notebook);
  const language = readLanguage(raw, root, defaults.language, notebook);
  const kept = readRaw(raw, root, notebook);
  if (typeof needsClarification !== 'boolean' || !isConfidence) return null;
  return {
    needsClarification,
    confidence,
    clarifyingQuestions,
    followupQueries,
    language,
    ...(kept === undefined ? {} : { raw: kept }),
  };
}

function readListedQuestions(
  raw: RawObject,
  root: JsonPointer,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] {
  const listed = present(raw, 'clarifyingQuestions', root, notebook);
  if (listed === undefined || (Array.isArray(listed) && listed.length === 0)) return [];
  const path = `${root}/clarifyingQuestions`;
  return readQuestions(listed, path, maxListedQuestions, limits, notebook) ?? [];
}

function readFollowupQueries(
  raw: RawObject,
  root: JsonPointer,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] {
  const path = `${root}/followupQueries`;
  const listed = present(raw, 'followupQueries', root, notebook);
  if (listed === undefined) return [];
  if (!Array.isArray(listed)) {
    notebook.refuse('type-wrong', path, { expected: 'an array of strings' });
    return [];
  }
  const list: readonly JsonValue[] = listed;
  const maximum = limits.searches;
  if (list.length > maximum) {
    notebook.refuse('too-many-searches', path, { actual: list.length, maximum });
    return [];
  }
  return list.flatMap((query, index) => {
    const read = readQuery(query, `${path}/${index}`, limits, notebook);
    return read === null ? [] : [read];
  });
}

function readLanguage(
  raw: RawObject,
  root: JsonPointer,
  fallback: Language,
  notebook: PlanNotebook,
): Language {
  const language = present(raw, 'language', root, notebook);
  if (language === 'ja' || language === 'en' || language === 'other') return language;
  const path = `${root}/language`;
  if (language === undefined) notebook.repair('language-filled', path, { value: fallback });
  else notebook.refuse('type-wrong', path, { expected: '"ja", "en" or "other"' });
  return fallback;
}

function readRaw(raw: RawObject, root: JsonPointer, notebook: PlanNotebook): JsonValue | undefined {
  const kept = present(raw, 'raw', root, notebook);
  if (kept === undefined || JSON.stringify(kept).length <= maxRawLength) return kept;
  notebook.repair('raw-dropped', `${root}/raw`);
  return undefined;
}

/** One answer at most, and nothing after it. */
function checkOrder(drafts: readonly DraftStep[], path: JsonPointer, notebook: PlanNotebook): void {
  const first = drafts.findIndex(({ type }) => type === 'answer');
  if (first >= 0 && first < drafts.length - 1) notebook.refuse('step-order', path);
}

/** Puts the parts together: the questions in both of their places, the answer at the end, ids. */
function complete(
  drafts: readonly DraftStep[],
  head: PlanHead,
  root: JsonPointer,
  notebook: PlanNotebook,
): MultiStepQueryPlan {
  const { needsClarification, followupQueries, clarifyingQuestions, ...rest } = head;
  const asked = drafts.flatMap((step) => (step.type === 'clarify' ? step.questions : []));
  const hasClarify = drafts.some(({ type }) => type === 'clarify');
  if (needsClarification ? asked.length + clarifyingQuestions.length === 0 : hasClarify) {
    notebook.refuse('clarify-mismatch', `${root}/needsClarification`);
  }
  if (!needsClarification && drafts.length > 0 && drafts.every(({ type }) => type === 'clarify')) {
    notebook.refuse('nothing-to-do', `${root}/steps`);
  }
  const steps = [...drafts];
  if (needsClarification && !hasClarify && clarifyingQuestions.length > 0) {
    steps.unshift({ type: 'clarify', questions: clarifyingQuestions.slice(0, 3) });
    notebook.repair('questions-collected', `${root}/steps`);
  }
  const questions = clarifyingQuestions.length > 0 ? clarifyingQuestions : asked;
  if (clarifyingQuestions.length === 0 && asked.length > 0) {
    notebook.repair('questions-collected', `${root}/clarifyingQuestions`);
  }
  if (steps.some(isSearch) && !steps.some(({ type }) => type === 'answer')) {
    steps.push({ type: 'answer', style: 'faq', includeSources: true });
    notebook.repair('answer-appended', `${root}/steps`);
  }
  return {
    steps: withIds(steps, `${root}/steps`, notebook),
    needsClarification,
    ...(questions.length === 0 ? {} : { clarifyingQuestions: questions }),
    ...(followupQueries.length === 0 ? {} : { followupQueries }),
    ...rest,
  };
}

function withIds(
  drafts: readonly DraftStep[],
  path: JsonPointer,
  notebook: PlanNotebook,
): readonly PlanStep[] {
  const taken = new Set<string>();
  const given = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return drafts.map((step, index) => {
    let { id } = step;
    if (id === undefined || taken.has(id)) {
      notebook.repair('id-assigned', `${path}/${index}`);
      id = freeId(step.type, (candidate) => taken.has(candidate) || given.has(candidate));
    }
    taken.add(id);
    return { ...step, id };
  });
}

/** `step_<type>_<n>` with the lowest free n. */
function freeId(type: PlanStep['type'], isTaken: (id: string) => boolean): string {
  let number = 1;
  while (isTaken(`step_${type}_${number}`)) number += 1;
  return `step_${type}_${number}`;
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

function isSearch<Step extends { readonly type: PlanStep['type'] }>(
  step: Step,
): step is Extract<Step, { readonly type: 'search' | 'followup_search' }> {
  return step.type === 'search' || step.type === 'followup_search';
}
