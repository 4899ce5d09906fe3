import type { JsonPointer, JsonValue, Language } from '@kanmon/core';
import { present, type StepDefaults } from './inspect-step.ts';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import type { PlanNotebook, RawObject } from './plan-finding.ts';
import { readQuery } from './query-text.ts';
import { readQuestions } from './read-questions.ts';

/** What a plan says beside its steps. A list that was not given is absent. */
export interface PlanHead {
  readonly needsClarification: boolean;
  readonly confidence: MultiStepQueryPlan['confidence'];
  readonly clarifyingQuestions?: readonly string[];
  readonly followupQueries?: readonly string[];
  readonly language: Language;
  readonly raw?: JsonValue;
}

/** What the inspection fills in where a plan is silent. */
export interface InspectionDefaults extends StepDefaults {
  readonly language: Language;
}

/** A model's own `raw` beyond this is dropped: it is kept for people to read. Characters of JSON. */
const maxRawLength = 8192;
/** Questions of all steps together, where they are listed once more at the top. */
const maxListedQuestions = 24;

/** Reads the members beside `steps`, or null where one of the required ones is unusable. */
export function readHead(
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
    ...(clarifyingQuestions === undefined ? {} : { clarifyingQuestions }),
    ...(followupQueries === undefined ? {} : { followupQueries }),
    language,
    ...(kept === undefined ? {} : { raw: kept }),
  };
}

function readListedQuestions(
  raw: RawObject,
  root: JsonPointer,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] | undefined {
  const listed = present(raw, 'clarifyingQuestions', root, notebook);
  if (listed === undefined) return undefined;
  if (Array.isArray(listed) && listed.length === 0) return [];
  const path = `${root}/clarifyingQuestions`;
  return readQuestions(listed, path, maxListedQuestions, limits, notebook) ?? undefined;
}

function readFollowupQueries(
  raw: RawObject,
  root: JsonPointer,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] | undefined {
  const path = `${root}/followupQueries`;
  const listed = present(raw, 'followupQueries', root, notebook);
  if (listed === undefined) return undefined;
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
