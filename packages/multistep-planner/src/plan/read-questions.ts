import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isLongerThan } from '../wire/code-points.ts';
import type { PlanNotebook } from './plan-finding.ts';
import type { PlanLimits } from './plan-limits.ts';
import { readList } from './read-loosely.ts';

/** A list of questions that can be shown, trimmed. */
export function readQuestions(
  value: JsonValue | undefined,
  path: JsonPointer,
  maximum: number,
  limits: PlanLimits,
  notebook: PlanNotebook,
): readonly string[] | null {
  if (value === undefined || value === null) {
    notebook.refuse('questions-empty', path);
    return null;
  }
  const list = readList(value, path, notebook);
  if (list === null) {
    notebook.refuse('type-wrong', path, { expected: 'an array of strings' });
    return null;
  }
  if (list.length === 0) notebook.refuse('questions-empty', path);
  if (list.length > maximum) {
    notebook.refuse('too-many-questions', path, { actual: list.length, maximum });
    return null;
  }
  return list.flatMap((question, index) =>
    readQuestion(question, `${path}/${index}`, limits, notebook),
  );
}

function readQuestion(
  question: JsonValue,
  path: JsonPointer,
  limits: PlanLimits,
  notebook: PlanNotebook,
): readonly string[] {
  if (typeof question !== 'string') {
    notebook.refuse('type-wrong', path, { expected: 'a string' });
    return [];
  }
  const trimmed = question.trim();
  if (trimmed === '') notebook.refuse('questions-empty', path);
  if (isLongerThan(trimmed, limits.questionLength)) {
    notebook.refuse('question-too-long', path, { maximum: limits.questionLength });
  }
  if (trimmed !== question) notebook.repair('whitespace-trimmed', path);
  return [trimmed];
}
