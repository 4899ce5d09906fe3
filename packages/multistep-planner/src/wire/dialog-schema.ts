import type { LlmUsage } from '@kanmon/core';
import * as z from 'zod';
import { type MultiStepQueryPlan, multiStepQueryPlanSchema } from '../plan/plan.ts';
import { isLongerThan, type Reason, reasonSchema } from './values.ts';

/** One message of a conversation. */
export interface DialogMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

/** Options of one turn. */
export interface DialogOptions {
  /** 1 to 20. @default 8 */
  readonly topK?: number;
  /** @default 'auto' */
  readonly language?: 'ja' | 'en' | 'auto';
  /** True: a model plans this turn. @default the agent's `planner` */
  readonly useLlmPlanner?: boolean;
  /** `false`: one search and one answer, nothing else. @default true */
  readonly useMultiStepPlanner?: boolean;
  /** @default 'local' */
  readonly mode?: 'local' | 'crew';
  /** Shows the whole plan, reasons, usage and route in `meta`. @default false */
  readonly debug?: boolean;
}

/** Body of `POST /agent.dialog`. */
export interface DialogRequest {
  readonly sessionId?: string;
  readonly message: string;
  /** Oldest first; used only when the dialog has no messages yet. */
  readonly history?: readonly DialogMessage[];
  readonly options?: DialogOptions;
}

/** One thing that was executed. */
export interface AgentStep {
  readonly type: 'search';
  readonly message: string;
  readonly query: string;
  readonly topK: number;
  readonly stepId?: string;
  readonly resultCount?: number;
  readonly error?: string;
}

/** One line of the trace: what was planned, then its outcome. */
export type OrchestrationStep =
  | { readonly id: string; readonly type: 'clarify'; readonly questions: readonly string[] }
  | { readonly id: string; readonly type: 'search' | 'followup_search'; readonly query: string }
  | { readonly type: 'clarify_plan'; readonly questions: readonly string[] }
  | {
      readonly type: 'search_executed';
      readonly query: string;
      readonly topK: number;
      readonly source: 'searchAgent';
    }
  | { readonly type: 'search_skipped'; readonly query: string; readonly reason: string }
  | { readonly type: 'search_failed'; readonly query: string; readonly reason: string };

/** The planner of a plan. */
export type PlanSource = 'rule' | 'llm' | 'llm-repaired' | 'rule-fallback' | 'crew';

/** The details of a turn beside its answer. */
export interface DialogMeta {
  readonly orchestratorMode: 'local' | 'crew';
  readonly multiStepPlan?: Partial<MultiStepQueryPlan>;
  readonly orchestrationSteps?: readonly OrchestrationStep[];
  readonly latencyMs?: number;
  readonly plannerSource?: PlanSource;
  readonly reasons?: readonly Reason[];
  readonly sources?: readonly {
    readonly id: string;
    readonly title?: string;
    readonly url?: string;
  }[];
  readonly partial?: boolean;
  readonly fallback?: { readonly from: 'crew' | 'llm'; readonly reason: string };
  readonly usage?: readonly LlmUsage[];
  readonly route?: string;
}

/** The response of one turn. */
export interface DialogResponse {
  readonly sessionId: string;
  readonly answer: string | null;
  readonly needsClarification: boolean;
  readonly clarifyingQuestions?: readonly string[];
  readonly steps: readonly AgentStep[];
  readonly final: boolean;
  readonly meta?: DialogMeta;
}

/** Ids of requests: visible ASCII, as in a header. */
export const requestIdPattern: RegExp = /^[\x21-\x7e]{1,128}$/u;

/** Ids of sessions and tenants. */
export const sessionIdPattern: RegExp = /^[A-Za-z0-9._~-]{1,128}$/u;

const maxMessage = 4000;
const maxHistoryMessage = 8000;
const lengthWithin =
  (maximum: number) =>
  (text: string): boolean =>
    !isLongerThan(text, maximum);

/** Schema of `DialogMessage`. */
export const dialogMessageSchema: z.ZodType<DialogMessage> = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z
    .string()
    .refine(lengthWithin(maxHistoryMessage), {
      error: `expected at most ${maxHistoryMessage} characters`,
      params: { issue: 'too_long', limit: maxHistoryMessage },
    })
    .meta({ maxLength: maxHistoryMessage }),
});

/** Schema of `DialogRequest`: unknown keys are ignored, a blank message is refused. */
export const dialogRequestSchema: z.ZodType<DialogRequest> = z.object({
  sessionId: z.string().regex(sessionIdPattern).exactOptional(),
  message: z
    .string()
    .refine((message) => message.trim() !== '', {
      error: 'expected a message that is not blank',
      params: { issue: 'blank' },
    })
    .refine(lengthWithin(maxMessage), {
      error: `expected at most ${maxMessage} characters`,
      params: { issue: 'too_long', limit: maxMessage },
    })
    .meta({ minLength: 1, maxLength: maxMessage }),
  history: z.array(dialogMessageSchema).max(50).exactOptional(),
  options: z
    .object({
      topK: z
        .int()
        .min(1)
        .meta({ description: 'Above 20 it is used as 20, which the plan reports' })
        .exactOptional(),
      language: z.enum(['ja', 'en', 'auto']).exactOptional(),
      useLlmPlanner: z.boolean().exactOptional(),
      useMultiStepPlanner: z.boolean().exactOptional(),
      mode: z.enum(['local', 'crew']).exactOptional(),
      debug: z.boolean().exactOptional(),
    })
    .exactOptional(),
});

/** Schema of `AgentStep`. */
export const agentStepSchema: z.ZodType<AgentStep> = z.object({
  type: z.literal('search'),
  message: z.string(),
  query: z.string(),
  topK: z.int(),
  stepId: z.string().exactOptional(),
  resultCount: z.int().exactOptional(),
  error: z.string().exactOptional(),
});

const traced = z.union([
  z.object({ id: z.string(), type: z.literal('clarify'), questions: z.array(z.string()) }),
  z.object({ id: z.string(), type: z.enum(['search', 'followup_search']), query: z.string() }),
  z.object({ type: z.literal('clarify_plan'), questions: z.array(z.string()) }),
  z.object({
    type: z.literal('search_executed'),
    query: z.string(),
    topK: z.int(),
    source: z.literal('searchAgent'),
  }),
  z.object({
    type: z.enum(['search_skipped', 'search_failed']),
    query: z.string(),
    reason: z.string(),
  }),
]);

/** Schema of `OrchestrationStep`. */
export const orchestrationStepSchema: z.ZodType<OrchestrationStep> = traced;

/** Schema of `PlanSource`. */
export const planSourceSchema: z.ZodType<PlanSource> = z.enum([
  'rule',
  'llm',
  'llm-repaired',
  'rule-fallback',
  'crew',
]);

/** Schema of core's `LlmUsage`. */
export const llmUsageSchema: z.ZodType<LlmUsage> = z.object({
  inputTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
});

/** Schema of `DialogMeta`. */
export const dialogMetaSchema: z.ZodType<DialogMeta> = z.object({
  orchestratorMode: z.enum(['local', 'crew']),
  // Whole with `debug`, else one member of it.
  multiStepPlan: z
    .union([multiStepQueryPlanSchema, z.object({ needsClarification: z.boolean() })])
    .exactOptional(),
  orchestrationSteps: z.array(traced).exactOptional(),
  latencyMs: z.number().exactOptional(),
  plannerSource: planSourceSchema.exactOptional(),
  reasons: z.array(reasonSchema).exactOptional(),
  sources: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().exactOptional(),
        url: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  partial: z.boolean().exactOptional(),
  fallback: z.object({ from: z.enum(['crew', 'llm']), reason: z.string() }).exactOptional(),
  usage: z.array(llmUsageSchema).exactOptional(),
  route: z.string().exactOptional(),
});

/** Schema of `DialogResponse`. */
export const dialogResponseSchema: z.ZodType<DialogResponse> = z.object({
  sessionId: z.string(),
  answer: z.string().nullable(),
  needsClarification: z.boolean(),
  clarifyingQuestions: z.array(z.string()).exactOptional(),
  steps: z.array(agentStepSchema),
  final: z.boolean(),
  meta: dialogMetaSchema.exactOptional(),
});
