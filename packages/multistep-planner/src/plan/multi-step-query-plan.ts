import type { JsonValue, Language } from '@kanmon/core';
import * as z from 'zod';

/** What a clarifying question may ask for. */
export type SlotKind = 'product' | 'order' | 'region' | 'payment' | 'account' | 'date' | 'topic';

/** Every kind of slot, in the order in which they are asked for. */
export const slotKinds: readonly SlotKind[] = [
  'product',
  'order',
  'region',
  'payment',
  'account',
  'date',
  'topic',
];

/** Asks the user something before anything is searched (seed 3.1). */
export interface ClarifyStep {
  readonly id: string;
  readonly type: 'clarify';
  readonly questions: readonly string[];
  readonly about?: readonly SlotKind[];
  readonly description?: string;
}

/** One search on the user's own words (seed 3.1). */
export interface SearchStep {
  readonly id: string;
  readonly type: 'search';
  readonly query: string;
  readonly topK: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
  readonly description?: string;
}

/** One search whose words come partly from earlier turns (seed 3.1). */
export interface FollowupSearchStep {
  readonly id: string;
  readonly type: 'followup_search';
  readonly basedOn: 'user' | 'previous_answer';
  readonly query: string;
  readonly topK: number;
  readonly description?: string;
}

/** Writes the answer; always the last step (seed 3.1). */
export interface AnswerStep {
  readonly id: string;
  readonly type: 'answer';
  readonly style: 'faq' | 'step_by_step';
  readonly includeSources: boolean;
  readonly description?: string;
}

/** One step of a plan, told apart by `type`. */
export type PlanStep = ClarifyStep | SearchStep | FollowupSearchStep | AnswerStep;

/** What one message asks for, as steps (seed 3.1). */
export interface MultiStepQueryPlan {
  readonly steps: readonly PlanStep[];
  readonly needsClarification: boolean;
  readonly clarifyingQuestions?: readonly string[];
  readonly followupQueries?: readonly string[];
  readonly confidence: 'low' | 'medium' | 'high';
  readonly language?: Language;
  readonly raw?: JsonValue;
}

const text = z.string().min(1);
const topK = z.int().min(1).max(20);
const filters = z.record(z.string(), z.json()).nullable();
const shared = { id: text, description: z.string().exactOptional() };

/** Schema of `SlotKind`. */
export const slotKindSchema: z.ZodType<SlotKind> = z.enum(slotKinds);

const clarify = z.strictObject({
  ...shared,
  type: z.literal('clarify'),
  questions: z.array(text).min(1),
  about: z.array(slotKindSchema).exactOptional(),
});
const search = z.strictObject({
  ...shared,
  type: z.literal('search'),
  query: text,
  topK,
  filters: filters.exactOptional(),
});
const followupSearch = z.strictObject({
  ...shared,
  type: z.literal('followup_search'),
  basedOn: z.enum(['user', 'previous_answer']),
  query: text,
  topK,
});
const answer = z.strictObject({
  ...shared,
  type: z.literal('answer'),
  style: z.enum(['faq', 'step_by_step']),
  includeSources: z.boolean(),
});
const step = z.discriminatedUnion('type', [clarify, search, followupSearch, answer]);
const head = {
  needsClarification: z.boolean(),
  confidence: z.enum(['low', 'medium', 'high']),
  clarifyingQuestions: z.array(text).exactOptional(),
  followupQueries: z.array(text).exactOptional(),
  language: z.enum(['ja', 'en', 'other']).exactOptional(),
};

/** Schema of `ClarifyStep`. */
export const clarifyStepSchema: z.ZodType<ClarifyStep> = clarify;
/** Schema of `SearchStep`. */
export const searchStepSchema: z.ZodType<SearchStep> = search;
/** Schema of `FollowupSearchStep`. */
export const followupSearchStepSchema: z.ZodType<FollowupSearchStep> = followupSearch;
/** Schema of `AnswerStep`. */
export const answerStepSchema: z.ZodType<AnswerStep> = answer;
/** Schema of `PlanStep`. */
export const planStepSchema: z.ZodType<PlanStep> = step;
/** Schema of `MultiStepQueryPlan`: strict, nothing is filled in. */
export const multiStepQueryPlanSchema: z.ZodType<MultiStepQueryPlan> = z.strictObject({
  steps: z.array(step).min(1),
  ...head,
  raw: z.json().exactOptional(),
});

const loose = { id: z.string(), description: z.string().optional() };

/** What a model is asked for (seed 3.4.1): everything the plan gate can fill in may be missing. */
export interface LenientPlan {
  readonly steps: readonly Readonly<Record<string, unknown>>[];
  readonly needsClarification: boolean;
  readonly clarifyingQuestions?: readonly string[] | undefined;
  readonly followupQueries?: readonly string[] | undefined;
  readonly confidence: 'low' | 'medium' | 'high';
  readonly language?: Language | undefined;
}

/** Schema of the form of seed 3.4.1. */
export const lenientPlanSchema: z.ZodType<LenientPlan> = z.object({
  steps: z.array(
    z.discriminatedUnion('type', [
      z.object({ ...loose, type: z.literal('clarify'), questions: z.array(text).min(1) }),
      z.object({
        ...loose,
        type: z.literal('search'),
        query: text,
        topK: topK.optional(),
        filters: filters.optional(),
      }),
      z.object({
        ...loose,
        type: z.literal('followup_search'),
        basedOn: z.enum(['user', 'previous_answer']),
        query: text,
        topK: topK.optional(),
      }),
      z.object({
        ...loose,
        type: z.literal('answer'),
        style: z.enum(['faq', 'step_by_step']).optional(),
        includeSources: z.boolean().optional(),
      }),
    ]),
  ),
  needsClarification: z.boolean(),
  clarifyingQuestions: z.array(text).optional(),
  followupQueries: z.array(text).optional(),
  confidence: z.enum(['low', 'medium', 'high']),
  language: z.enum(['ja', 'en', 'other']).optional(),
});
