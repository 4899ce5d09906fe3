import type { MultiStepQueryPlan } from '../plan/multi-step-query-plan.ts';
import type { DialogResponse, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/reason.ts';

/** What happened in a turn, without its number. */
export type DialogEventBody =
  | { readonly type: 'turn-started'; readonly sessionId: string }
  | {
      readonly type: 'plan-made';
      readonly source: PlanSource;
      readonly plan: MultiStepQueryPlan;
      readonly reasons: readonly Reason[];
    }
  | { readonly type: 'clarification-asked'; readonly questions: readonly string[] }
  | {
      readonly type: 'search-started';
      readonly stepId?: string;
      readonly query: string;
      readonly topK: number;
    }
  | {
      readonly type: 'search-finished';
      readonly stepId?: string;
      readonly query: string;
      readonly resultCount: number;
    }
  | {
      readonly type: 'search-failed';
      readonly stepId?: string;
      readonly query: string;
      readonly reason: string;
    }
  | { readonly type: 'answer-delta'; readonly text: string }
  | { readonly type: 'turn-finished'; readonly response: DialogResponse }
  | { readonly type: 'turn-failed'; readonly code: string; readonly message: string };

/** One thing that happened in a turn; `sequence` counts from 1. */
export type DialogEvent = { readonly sequence: number } & DialogEventBody;
