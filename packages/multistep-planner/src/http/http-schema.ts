import type { JsonPointer, JsonValue, Language } from '@kanmon/core';
import * as z from 'zod';
import type { SearchHit } from '../dialog/ports.ts';
import { searchHitSchema } from '../dialog/turn-records.ts';
import { withoutControls } from '../language/clean-text.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { areFilters } from '../plan/plan-members.ts';
import { type AgentStep, agentStepSchema } from '../wire/dialog-schema.ts';
import { isLongerThan } from '../wire/values.ts';

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
  readonly details: readonly {
    readonly field: string;
    readonly issue: string;
    /** RFC 6901, into the body of the request. */
    readonly pointer?: JsonPointer;
  }[];
  readonly request_id: string;
}

const { queryLength, filterKeys, filterDepth } = defaultPlanLimits;

/** The query as a search receives it: one line, without control characters. */
export function searchQueryOf(query: string): string {
  return withoutControls(query).replaceAll('\n', ' ').trim();
}

/** Size and depth come first: the schema of JSON values recurses as deep as its input. */
const filters = z
  .custom<JsonValue>((given) => areFilters(given as JsonValue, defaultPlanLimits), {
    error: `expected at most ${filterKeys} keys and ${filterDepth} levels`,
  })
  .pipe(z.record(z.string(), z.json()));

/** Schema of `AgentSearchRequest`. */
export const agentSearchRequestSchema: z.ZodType<AgentSearchRequest> = z.object({
  query: z
    .string()
    .refine((query) => searchQueryOf(query) !== '', { error: 'expected a query that is not blank' })
    .refine((query) => !isLongerThan(query, queryLength), {
      error: `expected at most ${queryLength} characters`,
    }),
  topK: z.int().min(1).exactOptional(),
  filters: filters.nullable().exactOptional(),
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
  details: z.array(
    z.object({ field: z.string(), issue: z.string(), pointer: z.string().exactOptional() }),
  ),
  request_id: z.string(),
});
