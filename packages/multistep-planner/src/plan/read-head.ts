import type { JsonValue, Language } from '@kanmon/core';
import { isJsonArray } from '@kanmon/core/kit';
import { readConfidence } from './confidence-band.ts';
import { isWithinDepth } from './filters.ts';
import type { StepDefaults } from './inspect-step.ts';
import { languageOfName } from './language-name.ts';
import type { LocatedPlan } from './locate-plan.ts';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import type { PlanNotebook } from './plan-finding.ts';
import { readQuery } from './query-text.ts';
import { noteReading, plainSpelling, readBoolean, readList } from './read-loosely.ts';
import { readQuestions } from './read-questions.ts';

/** What a plan says beside its steps. A list that was not given is absent. */
export interface PlanHead {
  /** Absent where the plan does not say. */
  readonly needsClarification?: boolean;
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
/** Deeper values would exhaust the stack of a schema that reads the plan again. */
const maxRawDepth = 64;
/** Questions of all steps together, where they are listed once more at the top. */
const maxListedQuestions = 24;

/** Reads the members beside `steps`, or null where one of them is unusable. */
export function readHead(
  plan: LocatedPlan,
  defaults: InspectionDefaults,
  notebook: PlanNotebook,
): PlanHead | null {
  const needsClarification = readNeedsClarification(plan, notebook);
  const confidence = readConfidenceOf(plan, notebook);
  const clarifyingQuestions = readListedQuestions(plan, defaults, notebook);
  const followupQueries = readFollowupQueries(plan, defaults, notebook);
  const language = readLanguage(plan, defaults.language, notebook);
  const kept = readRaw(plan, notebook);
  if (needsClarification === null || confidence === null) return null;
  return {
    ...(needsClarification === undefined ? {} : { needsClarification }),
    confidence,
    ...(clarifyingQuestions === undefined ? {} : { clarifyingQuestions }),
    ...(followupQueries === undefined ? {} : { followupQueries }),
    language,
    ...(kept === undefined ? {} : { raw: kept }),
  };
}

/** An optional member: absent and null are the same, and a null is named. */
function present(
  { members, placeOf }: LocatedPlan,
  key: string,
  notebook: PlanNotebook,
): JsonValue | undefined {
  const value = members[key];
  if (value !== null) return value;
  notebook.repair('null-dropped', placeOf(key));
  return undefined;
}

/** Undefined where the plan does not say: then its steps do. Null where it says something else. */
function readNeedsClarification(
  plan: LocatedPlan,
  notebook: PlanNotebook,
): boolean | undefined | null {
  const value = present(plan, 'needsClarification', notebook);
  if (value === undefined) return undefined;
  const path = plan.placeOf('needsClarification');
  const read = readBoolean(value, path, notebook);
  if (read === null) notebook.refuse('type-wrong', path, { expected: 'true or false' });
  return read;
}

/** A model that does not say how sure it is claims neither. */
const silentConfidence = 'medium';

function readConfidenceOf(
  plan: LocatedPlan,
  notebook: PlanNotebook,
): MultiStepQueryPlan['confidence'] | null {
  const value = present(plan, 'confidence', notebook);
  const path = plan.placeOf('confidence');
  if (value === undefined) {
    notebook.repair('confidence-defaulted', path, { value: silentConfidence });
    return silentConfidence;
  }
  const confidence = readConfidence(value, path, notebook);
  if (confidence === null) notebook.refuse('confidence-invalid', path);
  return confidence;
}

function readListedQuestions(
  plan: LocatedPlan,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] | undefined {
  const listed = present(plan, 'clarifyingQuestions', notebook);
  if (listed === undefined) return undefined;
  // Nothing is asked; a step's own list of questions may not be empty.
  if (isJsonArray(listed) && listed.length === 0) return [];
  const path = plan.placeOf('clarifyingQuestions');
  return readQuestions(listed, path, maxListedQuestions, limits, notebook) ?? undefined;
}

function readFollowupQueries(
  plan: LocatedPlan,
  { limits }: StepDefaults,
  notebook: PlanNotebook,
): readonly string[] | undefined {
  const path = plan.placeOf('followupQueries');
  const listed = present(plan, 'followupQueries', notebook);
  if (listed === undefined) return undefined;
  const list = readList(listed, path, notebook);
  if (list === null) {
    notebook.refuse('type-wrong', path, { expected: 'an array of strings' });
    return [];
  }
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

/** What a model writes where it leaves the choice to others. */
const undecided: ReadonlySet<string> = new Set(['', 'auto', 'und', 'unknown']);

function readLanguage(plan: LocatedPlan, fallback: Language, notebook: PlanNotebook): Language {
  const path = plan.placeOf('language');
  const value = present(plan, 'language', notebook);
  const isSilent = typeof value === 'string' && undecided.has(plainSpelling(value) ?? value);
  if (value === undefined || isSilent) {
    notebook.repair('language-filled', path, { value: fallback });
    return fallback;
  }
  const language = typeof value === 'string' ? languageOfName(value) : null;
  if (typeof value !== 'string' || language === null) {
    notebook.refuse('type-wrong', path, { expected: '"ja", "en" or "other"' });
    return fallback;
  }
  if (language !== value) noteReading(value, language, path, notebook);
  return language;
}

function readRaw(plan: LocatedPlan, notebook: PlanNotebook): JsonValue | undefined {
  const kept = present(plan, 'raw', notebook);
  if (kept === undefined) return undefined;
  if (isWithinDepth(kept, maxRawDepth) && JSON.stringify(kept).length <= maxRawLength) return kept;
  notebook.repair('raw-dropped', plan.placeOf('raw'));
  return undefined;
}
