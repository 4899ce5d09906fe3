import type { JsonPointer, JsonValue } from '@kanmon/core';
import { childPath, isJsonObject } from '@kanmon/core/kit';
import { type PlanStep, type SlotKind, slotKinds } from './multi-step-query-plan.ts';
import type { PlanNotebook, RawObject } from './plan-finding.ts';
import type { PlanLimits } from './plan-limits.ts';
import { areFilters } from './filters.ts';
import { readBoolean, readEnum, readList, readNumber, respellKeys } from './read-loosely.ts';
import { inferredType, stepKeys, stepTypes } from './step-type.ts';
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

/** Reads one raw step; what cannot stay is repaired or refused in the notebook. */
export function inspectStep(
  given: JsonValue,
  path: JsonPointer,
  defaults: StepDefaults,
  notebook: PlanNotebook,
): DraftStep | null {
  if (!isJsonObject(given)) {
    notebook.refuse('type-wrong', path, { expected: 'an object' });
    return null;
  }
  const raw = respelled(given, path, notebook);
  const type = readType(raw, `${path}/type`, notebook);
  if (type === null) {
    notebook.refuse('unknown-step-type', `${path}/type`);
    return null;
  }
  dropUnknown(raw, [...sharedKeys, ...stepKeys[type]], path, notebook);
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

const sharedKeys = ['id', 'type', 'description'];
const allKeys = [...new Set([...sharedKeys, ...Object.values(stepKeys).flat()])];

/** The step with its own keys. Pointers of later findings use them, which is how a model corrects them. */
function respelled(given: RawObject, path: JsonPointer, notebook: PlanNotebook): RawObject {
  const { raw, renamed } = respellKeys(given, allKeys);
  for (const [key, value] of renamed) {
    notebook.repair('key-respelled', childPath(path, key), { value });
  }
  return raw;
}

/** The type as it is named, else the only one that the members allow. */
function readType(
  raw: RawObject,
  path: JsonPointer,
  notebook: PlanNotebook,
): PlanStep['type'] | null {
  const { type } = raw;
  if (type !== undefined && type !== null) return readEnum(type, stepTypes, path, notebook);
  const inferred = inferredType(raw);
  if (inferred !== null) notebook.repair('type-inferred', path, { value: inferred });
  return inferred;
}

/** Names every member that has no place in the step; the copy simply does not take it over. */
function dropUnknown(
  raw: RawObject,
  known: readonly string[],
  path: JsonPointer,
  notebook: PlanNotebook,
): void {
  for (const key of Object.keys(raw)) {
    if (!known.includes(key)) notebook.repair('unknown-key-dropped', childPath(path, key));
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
function present(
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
  const list = readList(value, path, notebook);
  if (list === null) {
    notebook.refuse('type-wrong', path, { expected: 'an array of slot kinds' });
    return [];
  }
  return list.flatMap((entry, index) => {
    const kind = readEnum(entry, slotKinds, `${path}/${index}`, notebook);
    if (kind === null) notebook.repair('unknown-key-dropped', `${path}/${index}`);
    return kind === null ? [] : [kind];
  });
}

const bases = ['user', 'previous_answer'] as const;

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
  const basedOn = readEnum(raw['basedOn'], bases, `${path}/basedOn`, notebook);
  if (basedOn === null) {
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
  const member = present(raw, 'topK', path, notebook);
  if (member === undefined) {
    notebook.repair('topk-defaulted', at, { value: fallback });
    return fallback;
  }
  const given = readNumber(member, at, notebook);
  if (given === null || !Number.isInteger(given)) {
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
  return {
    type: 'answer',
    style: readStyle(present(raw, 'style', path, notebook), `${path}/style`, notebook),
    includeSources: readSources(
      present(raw, 'includeSources', path, notebook),
      `${path}/includeSources`,
      notebook,
    ),
  };
}

const styles = ['faq', 'step_by_step'] as const;

function readStyle(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): (typeof styles)[number] {
  if (value === undefined) {
    notebook.repair('style-defaulted', path);
    return 'faq';
  }
  const style = readEnum(value, styles, path, notebook);
  if (style === null) notebook.refuse('style-invalid', path);
  return style ?? 'faq';
}

function readSources(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): boolean {
  if (value === undefined) {
    notebook.repair('sources-defaulted', path);
    return true;
  }
  const includeSources = readBoolean(value, path, notebook);
  if (includeSources === null) notebook.refuse('type-wrong', path, { expected: 'true or false' });
  return includeSources ?? true;
}
