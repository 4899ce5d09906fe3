import type { Language } from '@kanmon/core';
import type { PlanLimits } from '../plan/plan-limits.ts';
import type { PlanInput } from './plan-input.ts';
import { readInput } from './read-input.ts';

/** What the plan gate takes from an input: whose language and how many results. */
export function cleanInput(
  input: PlanInput,
  limits: PlanLimits,
): { readonly language: Language; readonly topK: number } {
  const { language, topK } = readInput(input, { limits });
  return { language, topK };
}
