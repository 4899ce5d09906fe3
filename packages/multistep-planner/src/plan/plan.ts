import type { JsonSchema, JsonValue, Language } from '@kanmon/core';
import * as z from 'zod';
import { toJsonValue } from '../wire/values.ts';

/** Every kind of slot, in the order in which they are asked for. */
export const slotKinds = [
  'product',
  'order',
  'region',
  'payment',
  'account',
  'date',
  'topic',
] as const;

/** The detail that a clarifying question asks for. */
export type SlotKind = (typeof slotKinds)[number];

/** Asks the user something before anything is searched. */
export interface ClarifyStep {
  readonly id: string;
  readonly type: 'clarify';
  readonly questions: readonly string[];
  readonly about?: readonly SlotKind[];
  readonly description?: string;
}

/** One search on the user's own words. */
export interface SearchStep {
  readonly id: string;
  readonly type: 'search';
  readonly query: string;
  readonly topK: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
  readonly description?: string;
}

/** One search whose words come partly from earlier turns. */
export interface FollowupSearchStep {
  readonly id: string;
  readonly type: 'followup_search';
  readonly basedOn: 'user' | 'previous_answer';
  readonly query: string;
  readonly topK: number;
  readonly description?: string;
}

/** Writes the answer; always the last step. */
export interface AnswerStep {
  readonly id: string;
  readonly type: 'answer';
  readonly style: 'faq' | 'step_by_step';
  readonly includeSources: boolean;
  readonly description?: string;
}

/** One step of a plan, discriminated by `type`. */
export type PlanStep = ClarifyStep | SearchStep | FollowupSearchStep | AnswerStep;

/** The steps that one message asks for. */
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
  filters: z.record(z.string(), z.json()).nullable().exactOptional(),
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
const plan = z.strictObject({
  steps: z.array(step).min(1),
  needsClarification: z.boolean(),
  clarifyingQuestions: z.array(text).exactOptional(),
  followupQueries: z.array(text).exactOptional(),
  confidence: z.enum(['low', 'medium', 'high']),
  language: z.enum(['ja', 'en', 'other']).exactOptional(),
  raw: z.json().exactOptional(),
});

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
/** Schema of `MultiStepQueryPlan`: strict, no member is filled in. */
export const multiStepQueryPlanSchema: z.ZodType<MultiStepQueryPlan> = plan;
/** Short name of `multiStepQueryPlanSchema`. */
export const planSchema: z.ZodType<MultiStepQueryPlan> = plan;

/** Members that the plan gate assigns or fills in: a model may leave them out, or write any text. */
const loose = { id: z.string(), description: z.string().optional() };
const { raw: _raw, ...head } = plan.shape;
const lenient = z
  .object({
    ...head,
    steps: z.array(
      z.discriminatedUnion('type', [
        z.object({ ...clarify.omit({ about: true }).shape, ...loose }),
        z.object({ ...search.shape, ...loose }).partial({ topK: true, filters: true }),
        z.object({ ...followupSearch.shape, ...loose }).partial({ topK: true }),
        z.object({ ...answer.shape, ...loose }).partial({ style: true, includeSources: true }),
      ]),
    ),
  })
  .partial({ clarifyingQuestions: true, followupQueries: true, language: true });

/** Schema of the plan that a model is asked for: every member that the plan gate fills in is optional. */
export const lenientPlanSchema: z.ZodType<z.output<typeof lenient>> = lenient;

/** The JSON Schema that a provider receives, derived from `lenientPlanSchema`. */
export const planJsonSchema = toJsonValue(z.toJSONSchema(lenient)) as JsonSchema; // it is an object
