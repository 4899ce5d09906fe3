import type { JsonValue } from '@kanmon/core';
import type { PlanStep } from './multi-step-query-plan.ts';
import type { RawObject } from './plan-finding.ts';
import { spelledMember } from './read-loosely.ts';

/** Members of each type of step, beside `id`, `type` and `description`. */
export const stepKeys = {
  clarify: ['questions', 'about'],
  search: ['query', 'topK', 'filters'],
  followup_search: ['basedOn', 'query', 'topK'],
  answer: ['style', 'includeSources'],
} as const;

/** Every type of step. */
export const stepTypes: readonly PlanStep['type'][] = [
  'clarify',
  'search',
  'followup_search',
  'answer',
];

/** The members without which a step cannot be of a type. */
const tellingKeys = [
  ['clarify', ['questions']],
  ['followup_search', ['basedOn', 'query']],
  ['search', ['query']],
  ['answer', ['style']],
  ['answer', ['includeSources']],
] as const;

/** True for a value that spells a type of step. */
export function isStepType(type: JsonValue): boolean {
  return typeof type === 'string' && spelledMember(type, stepTypes) !== null;
}

/** Returns the type of a step that names none, where its members allow one type only; else null. */
export function inferredType(step: RawObject): PlanStep['type'] | null {
  const telling = tellingKeys.find(([, keys]) => keys.every((key) => step[key] !== undefined));
  if (telling === undefined) return null;
  const [type] = telling;
  const own: readonly string[] = stepKeys[type];
  const foreign = Object.values(stepKeys)
    .flat()
    .filter((key) => !own.includes(key));
  return foreign.some((key) => step[key] !== undefined) ? null : type;
}
