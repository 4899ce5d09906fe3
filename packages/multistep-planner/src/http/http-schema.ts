import type { JsonValue, Language } from '@kanmon/core';
import * as z from 'zod';
import type { SearchHit } from '../dialog/ports.ts';
import { searchHitSchema } from '../dialog/turn-records.ts';
import { isLongerThan } from '../wire/code-points.ts';
import { type AgentStep, agentStepSchema } from '../wire/dialog-schema.ts';

/** Body of `POST /agent.search`. */
export interface AgentSearchRequest {
  readonly query: string;
  readonly topK?: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
  readonly language?: Language;
}

/** What `POST /agent.search` gives back. */
export interface AgentSearchResponse {
  readonly query: string;
  readonly topK: number;
  readonly results: readonly SearchHit[];
  readonly steps: readonly AgentStep[];
}

/** Body of every error (DESIGN 4.1). */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details: readonly { readonly field: string; readonly issue: string }[];
  readonly request_id: string;
}

/** Longest query, in code points: that of a plan. */
const maxQuery = 400;

/** Schema of `AgentSearchRequest`. */
export const agentSearchRequestSchema: z.ZodType<AgentSearchRequest> = z.object({
  query: z
    .string()
    .refine((query) => query.trim() !== '', { error: 'expected a query that is not blank' })
    .refine((query) => !isLongerThan(query, maxQuery), {
      error: `expected at most ${maxQuery} characters`,
    }),
  topK: z.int().min(1).exactOptional(),
  filters: z.record(z.string(), z.json()).nullable().exactOptional(),
  language: z.enum(['ja', 'en', 'other']).exactOptional(),
});

/** Schema of `AgentSearchResponse`. */
export const agentSearchResponseSchema: z.ZodType<AgentSearchResponse> = z.object({
  query: z.string(),
  topK: z.int(),
  results: z.array(searchHitSchema),
  steps: z.array(agentStepSchema),
});

/** Schema of `ErrorBody`. */
export const errorBodySchema: z.ZodType<ErrorBody> = z.object({
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ field: z.string(), issue: z.string() })),
  request_id: z.string(),
});
