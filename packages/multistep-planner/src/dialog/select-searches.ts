import type { JsonValue } from '@kanmon/core';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';

/** One search that a plan leads to. */
export interface SelectedSearch {
  readonly stepId?: string;
  readonly query: string;
  readonly topK: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
}

/** The searches of a plan that run, and those that do not. */
export interface SearchSelection {
  readonly searches: readonly SelectedSearch[];
  readonly skipped: readonly { readonly query: string; readonly reason: string }[];
}

/**
 * The searches of a plan in plan order. Where it lists follow-up queries, they and the follow-up
 * steps run, and a plain search that is not among them is skipped.
 */
export function selectSearches(plan: MultiStepQueryPlan, maximum: number): SearchSelection {
  const wanted: SelectedSearch[] = [];
  const skipped: { query: string; reason: string }[] = [];
  const listed = plan.followupQueries ?? [];
  const preferred = new Set(listed.map(normaliseQuery));
  for (const step of plan.steps) {
    if (step.type !== 'search' && step.type !== 'followup_search') continue;
    if (
      step.type === 'search' &&
      preferred.size > 0 &&
      !preferred.has(normaliseQuery(step.query))
    ) {
      skipped.push({ query: step.query, reason: 'followup-preferred' });
      continue;
    }
    const { id: stepId, query, topK } = step;
    const filters = step.type === 'search' ? step.filters : undefined;
    wanted.push({ stepId, query, topK, ...(filters === undefined ? {} : { filters }) });
  }
  const known = new Set(wanted.map(({ query }) => normaliseQuery(query)));
  for (const query of listed) {
    if (known.has(normaliseQuery(query))) continue;
    known.add(normaliseQuery(query));
    wanted.push({ query, topK: topKOf(plan) });
  }
  const over = wanted.slice(maximum).map(({ query }) => ({ query, reason: 'budget-searches' }));
  return { searches: wanted.slice(0, maximum), skipped: [...skipped, ...over] };
}

/** A listed query names none: that of the plan's own searches, else 8. */
function topKOf({ steps }: MultiStepQueryPlan): number {
  const named = steps.flatMap((step) => ('topK' in step ? [step.topK] : []));
  return named.length === 0 ? 8 : Math.max(...named);
}
