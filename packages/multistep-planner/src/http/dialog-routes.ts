import type { JsonObject, JsonValue, Language } from '@kanmon/core';
import { describeRoutes, requestIdPattern, type Route } from '@kanmon/core/http';
import { checkOptions } from '@kanmon/core/kit';
import * as z from 'zod';
import type { SearchHit } from '../dialog/ports.ts';
import { searchHitSchema } from '../dialog/turn-events.ts';
import { withoutControls } from '../language/clean-text.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { areFilters } from '../plan/plan-members.ts';
import {
  type AgentStep,
  agentStepSchema,
  dialogRequestSchema,
  dialogResponseSchema,
} from '../wire/dialog-schema.ts';
import { isLongerThan } from '../wire/values.ts';

/** Body of `POST /agent.search`. */
export interface AgentSearchRequest {
  readonly query: string;
  readonly topK?: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
  readonly language?: Language;
}

/** Response of `POST /agent.search`. */
export interface AgentSearchResponse {
  readonly query: string;
  readonly topK: number;
  readonly results: readonly SearchHit[];
  readonly steps: readonly AgentStep[];
}

const { queryLength, filterKeys } = defaultPlanLimits;

/** Returns the query as a search receives it: one line, without control characters. */
export function searchQueryOf(query: string): string {
  return withoutControls(query).replaceAll('\n', ' ').trim();
}

/** Size and depth come first: the schema of JSON values recurses as deep as its input. */
const filters = z
  .custom<JsonValue>((given) => areFilters(given as JsonValue, defaultPlanLimits), {
    error: `expected at most ${filterKeys} keys and ${defaultPlanLimits.filterDepth} levels`,
    params: { issue: 'too_many', limit: filterKeys },
  })
  .pipe(z.record(z.string(), z.json()));

/** Schema of `AgentSearchRequest`. */
export const agentSearchRequestSchema: z.ZodType<AgentSearchRequest> = z.object({
  query: z
    .string()
    .refine((query) => searchQueryOf(query) !== '', {
      error: 'expected a query that is not blank',
      params: { issue: 'blank' },
    })
    .refine((query) => !isLongerThan(query, queryLength), {
      error: `expected at most ${queryLength} characters`,
      params: { issue: 'too_long', limit: queryLength },
    })
    .meta({ minLength: 1, maxLength: queryLength }),
  topK: z
    .int()
    .min(1)
    .meta({
      description: `Above ${defaultPlanLimits.maxTopK} it is used as ${defaultPlanLimits.maxTopK}`,
    })
    .exactOptional(),
  filters: filters.nullable().exactOptional(),
  language: z.enum(['ja', 'en', 'other']).exactOptional(),
});

const agentSearchResponseSchema: z.ZodType<AgentSearchResponse> = z.object({
  query: z.string(),
  topK: z.int(),
  results: z.array(searchHitSchema),
  steps: z.array(agentStepSchema),
});

/** A row of the route table without its handler. */
type Description = Omit<Route, 'handle'>;

const query = '北海道 送料';
const step = { type: 'search', message: '検索を実行しました', query, topK: 8 } as const;

/** `POST /agent.dialog`. */
export const dialogRoute = {
  method: 'POST',
  path: '/agent.dialog',
  id: 'runDialogTurn',
  summary: 'One turn of a dialog',
  headers: z.object({
    'X-Request-ID': z
      .string()
      .regex(requestIdPattern)
      .meta({
        description:
          'Makes the turn idempotent: a retry with the same id and body is answered as before',
      })
      .exactOptional(),
  }),
  requestBody: {
    schema: dialogRequestSchema,
    example: { sessionId: 'sess-1', message: '北海道への送料を教えてください' },
  },
  answers: {
    200: {
      description: 'The response; with Accept: text/event-stream the events of the turn',
      schema: dialogResponseSchema,
      mediaTypes: ['text/event-stream'],
      example: {
        sessionId: 'sess-1',
        answer: '北海道への送料は800円です。',
        needsClarification: false,
        steps: [step],
        final: true,
        meta: { orchestratorMode: 'local', multiStepPlan: { needsClarification: false } },
      },
    },
  },
  problems: {
    409: ['dialog_conflict', 'idempotency_key_reused'],
    502: ['search_failed', 'answer_failed'],
    503: ['storage_error'],
    504: ['deadline_exceeded'],
  },
} as const satisfies Description;

/** `POST /agent.search`. */
export const searchRoute = {
  method: 'POST',
  path: '/agent.search',
  id: 'search',
  summary: 'One search',
  requestBody: { schema: agentSearchRequestSchema, example: { query, topK: 8 } },
  answers: {
    200: {
      description: 'The hits, best first',
      schema: agentSearchResponseSchema,
      example: {
        query,
        topK: 8,
        results: [{ id: 'shipping-1', text: '北海道への送料は800円です。', title: '送料' }],
        steps: [{ ...step, resultCount: 1 }],
      },
    },
  },
  problems: { 502: ['search_failed'], 504: ['deadline_exceeded'] },
} as const satisfies Description;

/** The title of the API and the schemas that have a name in its document. */
export const documentParts = {
  info: { title: 'FAQ dialog agent', version: '1' },
  components: {
    DialogRequest: dialogRequestSchema,
    DialogResponse: dialogResponseSchema,
    AgentSearchRequest: agentSearchRequestSchema,
    AgentSearchResponse: agentSearchResponseSchema,
  },
};

/** Returns the OpenAPI 3.1 document of the app, derived from its route table and the schemas of the bodies. */
export function openApiDocument(options: { readonly hasSearch: boolean }): JsonObject {
  checkOptions(options, 'hasSearch', 'openApiDocument(options)');
  const { hasSearch } = options;
  const routes: readonly Description[] = hasSearch ? [dialogRoute, searchRoute] : [dialogRoute];
  return describeRoutes({ ...documentParts, routes });
}
