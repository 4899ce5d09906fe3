import type { JsonPointer } from '@kanmon/core';
import type { DraftStep } from './inspect-step.ts';
import type { MultiStepQueryPlan, PlanStep } from './multi-step-query-plan.ts';
import type { PlanNotebook } from './plan-finding.ts';
import type { PlanHead } from './read-head.ts';

/** Puts the parts of a plan together: the questions in both of their places, the answer at the end, ids. */
export function completePlan(
  drafts: readonly DraftStep[],
  head: PlanHead,
  placeOf: (key: string) => JsonPointer,
  maximum: number,
  notebook: PlanNotebook,
): MultiStepQueryPlan {
  const { needsClarification: stated, followupQueries, clarifyingQuestions, ...rest } = head;
  const listed = clarifyingQuestions ?? [];
  const asked = drafts.flatMap((step) => (step.type === 'clarify' ? step.questions : []));
  const hasClarify = drafts.some(({ type }) => type === 'clarify');
  const needsClarification =
    stated ?? inferNeed(hasClarify, listed, placeOf('needsClarification'), notebook);
  if (needsClarification ? asked.length + listed.length === 0 : hasClarify) {
    notebook.refuse('clarify-mismatch', placeOf('needsClarification'));
  }
  if (!needsClarification && drafts.length > 0 && drafts.every(({ type }) => type === 'clarify')) {
    notebook.refuse('nothing-to-do', placeOf('steps'));
  }
  const steps = [...drafts];
  const given = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const isGiven = (id: string): boolean => given.has(id);
  if (needsClarification && !hasClarify && listed.length > 0) {
    if (listed.length > maximum) {
      const path = placeOf('clarifyingQuestions');
      notebook.refuse('too-many-questions', path, { actual: listed.length, maximum });
    }
    steps.unshift({ id: freeId('clarify', isGiven), type: 'clarify', questions: listed });
    notebook.repair('questions-collected', placeOf('steps'));
  }
  const questions = listed.length === 0 && asked.length > 0 ? asked : clarifyingQuestions;
  if (listed.length === 0 && asked.length > 0) {
    notebook.repair('questions-collected', placeOf('clarifyingQuestions'));
  }
  if (steps.some(isSearch) && !steps.some(({ type }) => type === 'answer')) {
    steps.push({
      id: freeId('answer', isGiven),
      type: 'answer',
      style: 'faq',
      includeSources: true,
    });
    notebook.repair('answer-appended', placeOf('steps'));
  }
  return {
    steps: withIds(steps, placeOf('steps'), notebook),
    needsClarification,
    ...(questions === undefined ? {} : { clarifyingQuestions: questions }),
    ...(followupQueries === undefined ? {} : { followupQueries }),
    ...rest,
  };
}

/**
 * A plan that does not say whether it asks says so by its steps. Questions without a clarify step are
 * ambiguous: they may be asked or be notes.
 */
function inferNeed(
  hasClarify: boolean,
  listed: readonly string[],
  path: JsonPointer,
  notebook: PlanNotebook,
): boolean {
  if (!hasClarify && listed.length > 0) notebook.refuse('needs-clarification-missing', path);
  else notebook.repair('clarification-inferred', path, { value: hasClarify });
  return hasClarify;
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

/** Whether a step searches. */
export function isSearch<Step extends { readonly type: PlanStep['type'] }>(
  step: Step,
): step is Extract<Step, { readonly type: 'search' | 'followup_search' }> {
  return step.type === 'search' || step.type === 'followup_search';
}
