import type { Language } from '@kanmon/core';
import * as z from 'zod';
import { type RouteContext, routeContextSchema } from '../planner/route.ts';
import { type DialogMessage, dialogMessageSchema } from '../wire/dialog-schema.ts';

/** Body of `POST <crew>/crew/orchestrator/plan` (seed 4.2.1). */
export interface CrewPlanRequest {
  /** Oldest first; the last one is the message to plan. */
  readonly conversation: readonly DialogMessage[];
  readonly locale: Language;
  readonly planOptions: { readonly topK?: number; readonly language?: string };
  readonly routeContext?: RouteContext;
  readonly debug?: boolean;
}

/** What a crew gives back: `plan` is a claim and goes through the plan gate. */
export interface CrewPlanResponse {
  readonly plan: unknown;
}

/** Schema of `CrewPlanRequest`. */
export const crewPlanRequestSchema: z.ZodType<CrewPlanRequest> = z.object({
  conversation: z.array(dialogMessageSchema).min(1).max(51),
  locale: z.enum(['ja', 'en', 'other']),
  planOptions: z.object({
    topK: z.int().min(1).exactOptional(),
    language: z.string().exactOptional(),
  }),
  routeContext: routeContextSchema.exactOptional(),
  debug: z.boolean().exactOptional(),
});

/** Schema of `CrewPlanResponse`: an object with a `plan`, whatever that is. */
export const crewPlanResponseSchema: z.ZodType<CrewPlanResponse> = z.object({
  plan: z.unknown().refine((plan) => plan !== undefined, { error: 'expected a plan' }),
});
