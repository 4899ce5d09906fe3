import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isJsonObject } from '../wire/json-value.ts';
import { type PlanStep, type SlotKind, slotKinds } from './multi-step-query-plan.ts';
import type { PlanNotebook, RawObject } from './plan-finding.ts';
import type { PlanLimits } from './plan-limits.ts';
import { areFilters } from './filters.ts';
import { readQuery } from './query-text.ts';
import { readQuestions } from './read-questions.ts';

/** What a value that is missing in a plan becomes. */
export interface StepDefaults {
  readonly limits: PlanLimits;
  readonly topK: number;
}

/** A step before it has a unique id. */
export type DraftStep = PlanStep extends infer Step
  ? Step extends PlanStep
    ? Omit<Step, 'id'> & { readonly id?: string }
    : never
  : never;

const stepKeys = {
  clarify: ['questions', 'about'],
  search: ['query', 'topK', 'filters'],
  followup_search: ['basedOn', 'query', 'topK'],
  answer: ['style', 'includeSources'],
} as const;

/** Reads one raw step; what cannot stay is repaired or refused in the notebook. */
export function inspectStep(
  raw: JsonValue,
  path: JsonPointer,
  defaults: StepDefaults,
  notebook: PlanNotebook,
): DraftStep | null {
  if (!isJsonObject(raw)) {
    notebook.refuse('type-wrong', path, { expected: 'an object' });
    return null;
  }
  const { type } = raw;
  if (!isStepType(type)) {
    notebook.refuse('unknown-step-type', `${path}/type`);
    return null;
  }
  dropUnknown(raw, ['id', 'type', 'description', ...stepKeys[type]], path, notebook);
  const id = readId(raw['id'], `${path}/id`, notebook);
  const description = readText(raw, 'description', path, notebook);
  const shared = {
    ...(id === '' ? {} : { id }),
    ...(description === undefined ? {} : { description }),
  };
  if (type === 'clarify') return withShared(readClarify(raw, path, defaults, notebook), shared);
  if (type === 'answer') return withShared(readAnswer(raw, path, notebook), shared);
  return withShared(readSearch(type, raw, path, defaults, notebook), shared);
}

/** Names every member that has no place in the object; the copy simply does not take it over. */
export function dropUnknown(
  raw: RawObject,
  known: readonly string[],
  path: JsonPointer,
  notebook: PlanNotebook,
): void {
  for (const key of Object.keys(raw)) {
    if (!known.includes(key)) notebook.repair('unknown-key-dropped', `${path}/${escaped(key)}`);
  }
}

/** An id that is none, whatever stands in its place, is assigned later. */
function readId(value: JsonValue | undefined, path: JsonPointer, notebook: PlanNotebook): string {
  if (typeof value !== 'string') return '';
  const id = value.trim();
  if (id !== '' && id !== value) notebook.repair('whitespace-trimmed', path);
  return id;
}

/** An optional string: null is dropped, the ends are trimmed. */
function readText(
  raw: RawObject,
  key: string,
  path: JsonPointer,
  notebook: PlanNotebook,
): string | undefined {
  const value = present(raw, key, path, notebook);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    notebook.refuse('type-wrong', `${path}/${key}`, { expected: 'a string' });
    return undefined;
  }
  const trimmed = value.trim();
  if (trimmed !== value) notebook.repair('whitespace-trimmed', `${path}/${key}`);
  return trimmed;
}

/** An optional member: absent and null are the same, and a null is named. */
export function present(
  raw: RawObject,
  key: string,
  path: JsonPointer,
  notebook: PlanNotebook,
): JsonValue | undefined {
  const value = raw[key];
  if (value !== null) return value;
  notebook.repair('null-dropped', `${path}/${key}`);
  return undefined;
}

function withShared<Step extends object>(
  step: Step | null,
  shared: { readonly id?: string; readonly description?: string },
): (Step & typeof shared) | null {
  return step === null ? null : { ...shared, ...step };
}

function readClarify(
  raw: RawObject,
  path: JsonPointer,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): Extract<DraftStep, { type: 'clarify' }> | null {
  const at = `${path}/questions`;
  const questions = readQuestions(raw['questions'], at, limits.questions, limits, notebook);
  const about = readAbout(present(raw, 'about', path, notebook), `${path}/about`, notebook);
  if (questions === null) return null;
  return { type: 'clarify', questions, ...(about === undefined ? {} : { about }) };
}

/** A slot this package does not know is a hint that nobody can use: it is dropped and named. */
function readAbout(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): readonly SlotKind[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    notebook.refuse('type-wrong', path, { expected: 'an array of slot kinds' });
    return [];
  }
  const list: readonly JsonValue[] = value;
  return list.flatMap((entry, index) => {
    const kind = slotKinds.find((each) => each === entry);
    if (kind === undefined) notebook.repair('unknown-key-dropped', `${path}/${index}`);
    return kind === undefined ? [] : [kind];
  });
}

function readSearch(
  type: 'search' | 'followup_search',
  raw: RawObject,
  path: JsonPointer,
  { limits, topK: fallback }: StepDefaults,
  notebook: PlanNotebook,
): Extract<DraftStep, { type: 'search' | 'followup_search' }> | null {
  const query = readQuery(raw['query'], `${path}/query`, limits, notebook);
  const topK = readTopK(raw, path, limits, fallback, notebook);
  if (type === 'search') {
    const filters = readFilters(raw, path, limits, notebook);
    if (query === null) return null;
    return { type, query, topK, ...(filters === undefined ? {} : { filters }) };
  }
  const { basedOn } = raw;
  if (basedOn !== 'user' && basedOn !== 'previous_answer') {
    notebook.refuse('based-on-invalid', `${path}/basedOn`);
    return null;
  }
  return query === null ? null : { type, basedOn, query, topK };
}

function readTopK(
  raw: RawObject,
  path: JsonPointer,
  limits: PlanLimits,
  fallback: number,
  notebook: PlanNotebook,
): number {
  const at = `${path}/topK`;
  const given = present(raw, 'topK', path, notebook);
  if (given === undefined) {
    notebook.repair('topk-defaulted', at, { value: fallback });
    return fallback;
  }
  if (typeof given !== 'number' || !Number.isInteger(given)) {
    notebook.refuse('topk-invalid', at, { maximum: limits.maxTopK });
    return fallback;
  }
  const value = Math.min(Math.max(given, 1), limits.maxTopK);
  if (value !== given) notebook.repair('topk-clamped', at, { given, value });
  return value;
}

function readFilters(
  raw: RawObject,
  path: JsonPointer,
  limits: PlanLimits,
  notebook: PlanNotebook,
): RawObject | null | undefined {
  const { filters } = raw;
  if (filters === undefined || filters === null) return filters;
  if (areFilters(filters, limits)) return filters;
  notebook.refuse('filters-invalid', `${path}/filters`, {
    keys: limits.filterKeys,
    depth: limits.filterDepth,
  });
  return undefined;
}

function readAnswer(
  raw: RawObject,
  path: JsonPointer,
  notebook: PlanNotebook,
): Extract<DraftStep, { type: 'answer' }> {
  const style = present(raw, 'style', path, notebook);
  const includeSources = present(raw, 'includeSources', path, notebook);
  if (style === undefined) notebook.repair('style-defaulted', `${path}/style`);
  else if (style !== 'faq' && style !== 'step_by_step') {
    notebook.refuse('style-invalid', `${path}/style`);
  }
  if (includeSources === undefined) notebook.repair('sources-defaulted', `${path}/includeSources`);
  else if (typeof includeSources !== 'boolean') {
    notebook.refuse('type-wrong', `${path}/includeSources`, { expected: 'true or false' });
  }
  return {
    type: 'answer',
    style: style === 'step_by_step' ? style : 'faq',
    includeSources: includeSources !== false,
  };
}

function isStepType(type: JsonValue | undefined): type is PlanStep['type'] {
  return typeof type === 'string' && Object.hasOwn(stepKeys, type);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
