import type { JsonPointer, JsonValue } from '@kanmon/core';
import { childPath, isJsonArray, isJsonObject } from '@kanmon/core/kit';
import { locatePlan } from './locate-plan.ts';
import { type PlanNote, type RawObject, type Spot, spotAt } from './plan-finding.ts';
import {
  headMembers,
  otherNames,
  type PlanDefaults,
  readMembers,
  sharedMembers,
  stepMembers,
  stepTypes,
} from './plan-members.ts';
import type { MultiStepQueryPlan, PlanStep } from './plan.ts';
import { normaliseQuery } from './query-text.ts';
import { readEnum, respellKeys } from './spelling.ts';

/** The repaired plan with every repair noted, or null with every refusal noted. */
export interface PlanInspection {
  readonly plan: MultiStepQueryPlan | null;
  readonly notes: readonly PlanNote[];
}

/**
 * Reads a raw JSON value as a plan. One reader repairs and names what it repaired, so that the two
 * cannot differ. Total, and linear in the size of the value.
 */
export function inspectPlan(value: JsonValue, defaults: PlanDefaults): PlanInspection {
  const notes: PlanNote[] = [];
  const plan = readPlan(value, defaults, (path) => spotAt(path, notes));
  return { plan: notes.some(({ severity }) => severity === 'must') ? null : plan, notes };
}

function readPlan(
  value: JsonValue,
  defaults: PlanDefaults,
  spotOf: (path: JsonPointer) => Spot,
): MultiStepQueryPlan | null {
  const forbidden = findForbiddenKey(value);
  const located = forbidden === null ? locatePlan(value) : null;
  if (located === null) {
    spotOf(forbidden ?? '').refuse(forbidden === null ? 'not-object' : 'forbidden-key');
    return null;
  }
  const { members, placeOf, dropped, respelled, unwrappedFrom } = located;
  const spotOfMember = (key: string): Spot => spotOf(placeOf(key));
  if (unwrappedFrom !== null) spotOf(unwrappedFrom).repair('plan-unwrapped');
  for (const path of dropped) spotOf(path).repair('unknown-key-dropped');
  for (const [path, key] of respelled) spotOf(path).repair('key-respelled', { value: key });
  const read = readSteps(givenSteps(members, spotOfMember), spotOfMember('steps'), defaults);
  const steps = read === null ? null : withAnswerLast(read, spotOfMember('steps'));
  const head = readMembers(members, headMembers, spotOfMember, defaults);
  const { needsClarification, confidence } = head;
  if (steps === null || needsClarification === null || confidence === null) return null;
  const answerAt = steps.findIndex(({ type }) => type === 'answer');
  if (answerAt >= 0 && answerAt < steps.length - 1) spotOfMember('steps').refuse('step-order');
  return completePlan({ steps, ...head, confidence, needsClarification }, spotOfMember, defaults);
}

/** A plan has one answer, and it comes last. */
function withAnswerLast(steps: readonly DraftStep[], spot: Spot): readonly DraftStep[] {
  const answers = steps.filter(({ type }) => type === 'answer');
  if (answers.length !== 1 || steps.at(-1)?.type === 'answer') return steps;
  spot.repair('step-moved');
  return [...steps.filter(({ type }) => type !== 'answer'), ...answers];
}

/** The steps; of a plan that only lists questions, the step that asks them. */
function givenSteps(
  { steps, needsClarification, clarifyingQuestions: questions }: RawObject,
  spotOf: (key: string) => Spot,
): JsonValue | undefined {
  const isMissing = steps === undefined || (isJsonArray(steps) && steps.length === 0);
  const isAsked = needsClarification === true && isJsonArray(questions) && questions.length > 0;
  if (!isMissing || !isAsked) return steps;
  spotOf('steps').repair('questions-collected');
  return [{ type: 'clarify', questions }];
}

/** A step before it has a unique id. */
type DraftStep = PlanStep extends infer Step
  ? Step extends PlanStep
    ? Omit<Step, 'id'> & { readonly id?: string }
    : never
  : never;

/** A plan before it is completed. */
type DraftPlan = Omit<MultiStepQueryPlan, 'steps' | 'needsClarification'> & {
  readonly steps: readonly DraftStep[];
  readonly needsClarification?: boolean | undefined;
};

function readSteps(
  given: JsonValue | undefined,
  spot: Spot,
  defaults: PlanDefaults,
): readonly DraftStep[] | null {
  const isOne = isJsonObject(given) && Object.keys(given).length > 0;
  if (isOne) spot.repair('item-listed');
  const list = isOne ? [given] : given;
  if (!isJsonArray(list)) {
    spot.refuse('steps-not-array');
    return null;
  }
  const { steps, searches } = defaults.limits;
  if (list.length === 0) spot.refuse('steps-empty');
  if (list.length > steps) {
    spot.refuse('too-many-steps', { actual: list.length, maximum: steps });
    return null;
  }
  // One step that is not in a list has the place of the list.
  const read = list.map((step, index) => readStep(step, isOne ? spot : spot.at(index), defaults));
  const drafts = withoutDuplicates(read, spot);
  const actual = drafts.filter(isSearch).length;
  if (actual > searches) spot.refuse('too-many-searches', { actual, maximum: searches });
  return drafts;
}

/** The members without which a step of a type is unusable. */
const requiredMembers: Readonly<Record<PlanStep['type'], readonly string[]>> = {
  clarify: ['questions'],
  search: ['query'],
  followup_search: ['query', 'basedOn'],
  answer: [],
};

const memberNames = Object.values(stepMembers).flatMap((members) => Object.keys(members));
const stepKeys = [...new Set([...Object.keys(sharedMembers), 'type', ...memberNames])];

function readStep(given: JsonValue, spot: Spot, defaults: PlanDefaults): DraftStep | null {
  if (!isJsonObject(given)) {
    spot.refuse('type-wrong', { expected: 'an object' });
    return null;
  }
  // Later notes name the keys of the contract, by which a model corrects itself.
  const { raw, renamed } = respellKeys(given, stepKeys, otherNames);
  for (const [key, value] of renamed) spot.at(key).repair('key-respelled', { value });
  const type = readType(raw, spot.at('type'));
  if (type === null) {
    spot.at('type').refuse('unknown-step-type');
    return null;
  }
  const known = { type, ...sharedMembers, ...stepMembers[type] };
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(known, key)) spot.at(key).repair('unknown-key-dropped');
  }
  const spotOf = (key: string): Spot => spot.at(key);
  const shared = readMembers(raw, sharedMembers, spotOf, defaults);
  const own = readMembers(raw, stepMembers[type], spotOf, defaults);
  if (requiredMembers[type].some((key) => !Object.hasOwn(own, key))) return null;
  return { ...shared, type, ...own } as DraftStep; // the table of the type has read every member
}

/** The type that is named, else the only one that the members allow. */
function readType(raw: RawObject, spot: Spot): PlanStep['type'] | null {
  const { type } = raw;
  if (type !== undefined && type !== null) return readEnum(type, stepTypes, spot);
  const present = memberNames.filter((key) => raw[key] !== undefined);
  const inferred = stepTypes.find(
    (each) =>
      present.length > 0 &&
      present.every((key) => Object.hasOwn(stepMembers[each], key)) &&
      requiredMembers[each].every((key) => present.includes(key)),
  );
  if (inferred === undefined) return null;
  spot.repair('type-inferred', { value: inferred });
  return inferred;
}

function withoutDuplicates(steps: readonly (DraftStep | null)[], spot: Spot): readonly DraftStep[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index): readonly DraftStep[] => {
    if (step === null || !isSearch(step)) return step === null ? [] : [step];
    const filters = step.type === 'search' ? (step.filters ?? null) : null;
    const key = JSON.stringify([normaliseQuery(step.query), filters]);
    if (seen.has(key)) {
      spot.at(index).repair('duplicate-search-dropped');
      return [];
    }
    seen.add(key);
    return [step];
  });
}

/** Returns true for a step that searches. */
export function isSearch<Step extends { readonly type: PlanStep['type'] }>(
  step: Step,
): step is Extract<Step, { readonly type: 'search' | 'followup_search' }> {
  return step.type === 'search' || step.type === 'followup_search';
}

/** A repair of a whole plan: the member it is noted at, and the plan with the repair, or null where it is not due. */
interface PlanRepair {
  readonly code: 'questions-collected' | 'answer-appended';
  readonly member: 'steps' | 'clarifyingQuestions';
  readonly fix: (plan: DraftPlan) => DraftPlan | null;
}

/** In the order in which they are made. */
const repairs: readonly PlanRepair[] = [
  {
    code: 'questions-collected',
    member: 'steps',
    fix: (plan) => {
      const { steps, clarifyingQuestions: questions = [], needsClarification } = plan;
      if (needsClarification !== true || questions.length === 0 || asks(steps)) return null;
      const id = freeId('clarify', idsOf(steps));
      return { ...plan, steps: [{ id, type: 'clarify', questions }, ...steps] };
    },
  },
  {
    code: 'questions-collected',
    member: 'clarifyingQuestions',
    fix: (plan) => {
      const asked = questionsOf(plan.steps);
      const isDue = (plan.clarifyingQuestions ?? []).length === 0 && asked.length > 0;
      return isDue ? { ...plan, clarifyingQuestions: asked } : null;
    },
  },
  {
    code: 'answer-appended',
    member: 'steps',
    fix: (plan) => {
      const { steps } = plan;
      if (!steps.some(isSearch) || steps.some(({ type }) => type === 'answer')) return null;
      const id = freeId('answer', idsOf(steps));
      const answer = { id, type: 'answer', style: 'faq', includeSources: true } as const;
      return { ...plan, steps: [...steps, answer] };
    },
  },
];

/** Checks the parts of a plan against each other, and makes the repairs that concern more than one. */
function completePlan(
  draft: DraftPlan,
  spotOf: (key: string) => Spot,
  { limits }: PlanDefaults,
): MultiStepQueryPlan {
  const { steps, clarifyingQuestions: listed = [] } = draft;
  const hasClarify = asks(steps);
  const needsClarification =
    draft.needsClarification ?? inferNeed(hasClarify, listed, spotOf('needsClarification'));
  if (needsClarification ? questionsOf(steps).length + listed.length === 0 : hasClarify) {
    spotOf('needsClarification').refuse('clarify-mismatch');
  }
  if (!needsClarification && hasClarify && steps.every(({ type }) => type === 'clarify')) {
    spotOf('steps').refuse('nothing-to-do');
  }
  const maximum = limits.questions;
  if (needsClarification && !hasClarify && listed.length > maximum) {
    const params = { actual: listed.length, maximum };
    spotOf('clarifyingQuestions').refuse('too-many-questions', params);
  }
  let plan: DraftPlan = { ...draft, needsClarification };
  for (const { code, member, fix } of repairs) {
    const fixed = fix(plan);
    if (fixed === null) continue;
    plan = fixed;
    spotOf(member).repair(code);
  }
  return { ...plan, needsClarification, steps: withIds(plan.steps, spotOf('steps')) };
}

function asks(steps: readonly DraftStep[]): boolean {
  return steps.some(({ type }) => type === 'clarify');
}

function questionsOf(steps: readonly DraftStep[]): readonly string[] {
  return steps.flatMap((step) => (step.type === 'clarify' ? step.questions : []));
}

/**
 * Without `needsClarification` the steps decide. Questions without a clarify step are ambiguous: they
 * may be asked or be notes.
 */
function inferNeed(hasClarify: boolean, listed: readonly string[], spot: Spot): boolean {
  if (!hasClarify && listed.length > 0) spot.refuse('needs-clarification-missing');
  else spot.repair('clarification-inferred', { value: hasClarify });
  return hasClarify;
}

function idsOf(steps: readonly DraftStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ id }) => id ?? []));
}

function withIds(steps: readonly DraftStep[], spot: Spot): readonly PlanStep[] {
  const taken = new Set<string>();
  const given = idsOf(steps);
  return steps.map((step, index) => {
    let { id } = step;
    if (id === undefined || taken.has(id)) {
      spot.at(index).repair('id-assigned');
      id = freeId(step.type, new Set([...given, ...taken]));
    }
    taken.add(id);
    return { ...step, id };
  });
}

/** Returns `step_<type>_<n>` with the lowest free n. */
function freeId(type: PlanStep['type'], taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`step_${type}_${number}`)) number += 1;
  return `step_${type}_${number}`;
}

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A container and the way to it. The pointer is built for the one that is reported only. */
interface Container {
  readonly value: object;
  readonly key: string;
  readonly parent: Container | null;
}

/**
 * Returns the pointer of a key that could reach a prototype, at any depth, or null. Uses a stack
 * instead of recursion: the input chooses the depth.
 */
function findForbiddenKey(value: JsonValue): JsonPointer | null {
  if (typeof value !== 'object' || value === null) return null;
  const open: Container[] = [{ value, key: '', parent: null }];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const [key, member] of Object.entries(container.value) as [string, JsonValue][]) {
      if (forbiddenKeys.has(key)) return childPath(pointerOf(container), key);
      if (typeof member === 'object' && member !== null) {
        open.push({ value: member, key, parent: container });
      }
    }
  }
  return null;
}

function pointerOf(container: Container): JsonPointer {
  const keys: string[] = [];
  for (let at = container; at.parent !== null; at = at.parent) keys.push(at.key);
  return keys.reduceRight(childPath, '');
}
