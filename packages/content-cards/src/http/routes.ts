import type { Locale } from '@kanmon/core';
import type { Route, RouteAnswer } from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import type { Scope } from './identify.ts';
import { cardStatusSchema, gradeSchema } from '../model/card.ts';
import { type ApprovalDocument, createDocumentSchema } from '../model/documents.ts';
import { type CardLimits, looseLimits } from '../model/limits.ts';
import { logActions, logEntrySchema } from '../model/log.ts';
import { idSchema } from '../model/text-schema.ts';
import { type CardView, createCardViewSchema } from '../model/view.ts';
import { reviewInLocale } from '../review/issue.ts';
import type { Caller, CardRef } from '../service/caller.ts';
import type { ContentService } from '../service/content-service.ts';
import type { LogQuery } from '../service/logs.ts';
import type { MetricsQuery } from '../service/metrics.ts';
import { createRequestSchemas } from '../service/requests.ts';
import { done, type ServiceResult } from '../service/service-error.ts';

/** A call of a route, after the checks of its headers, path and query. */
interface ContentCall {
  readonly service: ContentService;
  readonly caller: Caller;
  /** Of the path or the query; '' where the route names none. */
  readonly ref: CardRef;
  readonly ifMatch: string | undefined;
  /** The parsed parameters of the query. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
  /** `never` fits every request type: the service checks each request by its schema. */
  readonly body: never;
  /** The address or path of the app, with its base path. */
  readonly base: string;
  /** The language that the reader asks for; undefined for a reader that asks for none. */
  readonly locale: Locale | undefined;
}

/** A successful response before it is written. */
export interface ContentAnswer {
  readonly body: unknown;
  /** The revision that the ETag names. */
  readonly revision?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One row of the HTTP table. */
export interface ContentRoute extends Omit<Route, 'handle'> {
  readonly scope: Scope;
  /** True when a sender that is known to be a program is refused. */
  readonly needsPerson?: boolean;
  run(call: ContentCall): Promise<ServiceResult<ContentAnswer>>;
}

/** The cards and documents of answers: those of a store may be older than the limits in force. */
export const cardViewSchema: z.ZodType<CardView> = createCardViewSchema(looseLimits);
export const approvalDocumentSchema: z.ZodType<ApprovalDocument> =
  createDocumentSchema(looseLimits);

const text = z.string();
const nullable = z.number().nullable();
const oneDeck = z.object({ spec_id: idSchema.exactOptional() });
const time = text.meta({ format: 'date-time' }).exactOptional();
/** A change of the state of a card, for a reason. */
const stateChange = {
  needsMatch: true,
  requestExample: { reason: 'Name the source of the figure' },
  answer: z.object({ status: cardStatusSchema, revision: text }),
  hasRevision: true,
  conflicts: ['conflict'],
} as const;
const card = '/content/cards/{slide_id}';
const deck = '/content/decks/{spec_id}';

const requestHeaders = { 'X-Request-ID': text.exactOptional() };
const changeHeaders = {
  ...requestHeaders,
  // Without X-Actor the actor is the sender.
  'X-Actor': text.exactOptional(),
  'Idempotency-Key': text.exactOptional(),
};

/** The parts of a row from which the others follow. */
interface Row {
  readonly id: string;
  readonly path: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** The successful response. */
  readonly answer: z.ZodType;
  readonly example?: unknown;
  /** True for answers about cards: they carry the revision as their ETag. */
  readonly hasRevision?: boolean;
  /** Codes of 409. */
  readonly conflicts?: readonly string[];
  readonly run: ContentRoute['run'];
}

/** A row that reads. */
function read(row: Row): ContentRoute {
  const { id, path, answer, example, hasRevision = false, conflicts = [], ...rest } = row;
  const tag = hasRevision ? { 'If-None-Match': text.exactOptional() } : {};
  const etag = hasRevision ? { ETag: 'The revision' } : {};
  const hasTarget = path.includes('{') || hasRevision;
  return {
    ...rest,
    id,
    path,
    method: 'GET',
    headers: z.object({ ...requestHeaders, ...tag }),
    answers: {
      200: answerOf(answer, example, etag),
      ...(hasRevision ? { 304: { description: 'Not modified', headers: etag } } : {}),
    },
    problems: {
      400: ['validation_error', ...(hasRevision ? ['spec_id_required'] : [])],
      ...(hasTarget ? { 404: ['not_found'] } : {}),
      ...(conflicts.length > 0 ? { 409: conflicts } : {}),
      503: ['storage_error'],
    },
  };
}

/** A row that changes something. */
function change(
  row: Row & {
    readonly method?: 'POST' | 'PATCH';
    readonly success?: 200 | 201;
    readonly request: z.ZodType;
    readonly requestExample: unknown;
    /** True when no body at all means `{}`. */
    readonly isBodyOptional?: boolean;
    /** True when the sender must name the revision that it saw. */
    readonly needsMatch?: boolean;
    readonly needsPerson?: boolean;
  },
): ContentRoute {
  const { id, path, answer, example, hasRevision = false, conflicts = [], ...more } = row;
  const { method = 'POST', success = 200, request, requestExample, ...others } = more;
  const { isBodyOptional = false, needsMatch = false, ...rest } = others;
  const isOnCard = path.startsWith(card);
  return {
    ...rest,
    id,
    path,
    method,
    ...(isOnCard ? { query: oneDeck } : {}),
    headers: z.object({ ...changeHeaders, ...(needsMatch ? { 'If-Match': text } : {}) }),
    requestBody: { schema: request, required: !isBodyOptional, example: requestExample },
    answers: {
      [success]: answerOf(answer, example, {
        ...(hasRevision ? { ETag: 'The revision', 'Content-Location': 'What was changed' } : {}),
        'Idempotency-Replayed': 'true: an earlier call with the same key had this result',
        ...(id === 'create' ? { Location: 'The list of the cards of the deck' } : {}),
      }),
    },
    problems: {
      400: ['header_required', 'header_invalid', ...(isOnCard ? ['spec_id_required'] : [])],
      403: ['actor_mismatch', ...(row.needsPerson === true ? ['not_human'] : [])],
      ...(path.includes('{') ? { 404: ['not_found'] } : {}),
      409: [...conflicts, 'idempotency_key_reused'],
      ...(needsMatch ? { 412: ['precondition_failed'], 428: ['precondition_required'] } : {}),
      503: ['storage_error'],
    },
  };
}

function answerOf(
  schema: z.ZodType,
  example: unknown,
  headers: Readonly<Record<string, string>>,
): RouteAnswer {
  const all = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers };
  return { description: 'Done', schema, headers: all, ...withoutUndefined({ example }) };
}

const sample = {
  slide_id: 'agenda',
  title: 'Agenda',
  body: ['Background', 'Summary of the proposal'],
  intent: 'outline',
  story: { phase: 'introduction' },
};
const sampleHash = `sha256:${'0'.repeat(64)}`;

/** The HTTP table of a service with these limits. */
export function contentRoutes(limits?: CardLimits): readonly ContentRoute[] {
  const requests = createRequestSchemas(limits);
  return [
    change({
      id: 'create',
      path: '/content/cards',
      scope: 'cards:write',
      summary: 'Creates cards, all or none',
      success: 201,
      request: requests.create,
      requestExample: { spec_id: 'deck', cards: [sample] },
      answer: z.object({
        spec_id: text,
        revision: text,
        cards: z.array(
          z.object({
            slide_id: text,
            revision: text,
            content_hash: text,
            status: cardStatusSchema,
          }),
        ),
      }),
      example: {
        spec_id: 'deck',
        revision: 'cards-1',
        cards: [
          { slide_id: 'agenda', revision: 'cards-1', content_hash: sampleHash, status: 'draft' },
        ],
      },
      hasRevision: true,
      conflicts: ['already_exists'],
      run: async ({ service, caller, body, base }) =>
        answered(await service.createCards(body, caller), ({ spec_id, revision, cards }) => {
          const location = `${base}/content/cards?spec_id=${spec_id}`;
          const headers = { location, 'content-location': location };
          return { body: { spec_id, revision, cards }, revision, headers };
        }),
    }),
    read({
      id: 'list',
      path: '/content/cards',
      scope: 'cards:read',
      summary: 'Lists the cards of a deck',
      query: z.object({
        spec_id: idSchema,
        status: cardStatusSchema.exactOptional(),
        grade: gradeSchema.exactOptional(),
      }),
      answer: z.object({ items: z.array(cardViewSchema), revision: text }),
      hasRevision: true,
      run: async ({ service, ref, query: { status: wanted, grade }, locale }) =>
        answered(await service.getDeck(ref), ({ revision, cards }) => {
          const items = cards
            .filter(
              ({ status, ai_review }) =>
                (wanted === undefined || status === wanted) &&
                (grade === undefined || ai_review?.grade === grade),
            )
            .map((view) => inLocale(view, locale));
          return { body: { items, revision }, revision };
        }),
    }),
    read({
      id: 'get',
      path: card,
      scope: 'cards:read',
      summary: 'Returns a card with its review and history',
      query: oneDeck,
      answer: cardViewSchema,
      hasRevision: true,
      run: async ({ service, ref, locale }) =>
        answered(await service.getCard(ref), (view) => ({
          body: inLocale(view, locale),
          revision: view.revision,
        })),
    }),
    change({
      id: 'patch',
      method: 'PATCH',
      path: card,
      scope: 'cards:write',
      summary: 'Edits a card, records or applies fixes',
      needsMatch: true,
      request: requests.patch,
      requestExample: { title: 'Agenda', note: null },
      answer: z.object({
        revision: text,
        content_hash: text,
        status: cardStatusSchema,
        card: cardViewSchema,
      }),
      hasRevision: true,
      conflicts: ['conflict', 'autofix_stale'],
      run: changing('patchCard', (view) => {
        const { revision, content_hash, status } = view;
        return { revision, content_hash, status, card: view };
      }),
    }),
    change({
      id: 'approve',
      path: `${card}/approve`,
      scope: 'cards:approve',
      summary: 'Approves exactly the content that was seen',
      needsMatch: true,
      needsPerson: true,
      isBodyOptional: true,
      request: requests.approve,
      requestExample: { notes: 'Checked against the contract' },
      answer: z.object({
        revision: text,
        status: cardStatusSchema,
        locked_at: text.nullable(),
        approved_by: text.nullable(),
        content_hash: text,
        unchanged: z.boolean(),
      }),
      example: {
        revision: 'cards-2',
        status: 'approved',
        locked_at: '2026-01-01T00:00:00.000Z',
        approved_by: 'editor@example.com',
        content_hash: sampleHash,
        unchanged: false,
      },
      hasRevision: true,
      conflicts: ['conflict', 'content_hash_mismatch', 'grade_blocks_approval'],
      // Unchanged when it was approved before; then this call wrote nothing.
      run: changing('approveCard', (view, unchanged) => {
        const { revision, status, locked_at, approved_by, content_hash } = view;
        return { revision, status, locked_at, approved_by, content_hash, unchanged };
      }),
    }),
    change({
      ...stateChange,
      id: 'return',
      path: `${card}/return`,
      scope: 'cards:return',
      summary: 'Sends a card back',
      request: requests.return,
      example: { status: 'returned', revision: 'cards-2' },
      run: changing('returnCard', ({ status, revision }) => ({ status, revision })),
    }),
    change({
      ...stateChange,
      id: 'unlock',
      path: `${card}/unlock`,
      scope: 'cards:unlock',
      summary: 'Makes an approved or returned card a draft again',
      request: requests.unlock,
      example: { status: 'draft', revision: 'cards-3' },
      run: changing('unlockCard', ({ status, revision }) => ({ status, revision })),
    }),
    change({
      id: 'review',
      path: `${card}/review`,
      scope: 'cards:write',
      summary: 'Reviews a card anew',
      isBodyOptional: true,
      request: requests.review,
      requestExample: { llm: true },
      answer: cardViewSchema,
      hasRevision: true,
      run: changing('reviewCard', (view) => view),
    }),
    change({
      id: 'comment',
      path: `${card}/comment`,
      scope: 'cards:write',
      summary: 'Adds a remark to the log',
      success: 201,
      request: requests.comment,
      requestExample: { notes: 'The figure is from the 2025 report' },
      answer: logEntrySchema,
      hasRevision: true,
      run: changing('commentCard', ({ history }) =>
        history.findLast(({ action }) => action === 'comment'),
      ),
    }),
    read({
      id: 'logs',
      path: '/content/logs',
      scope: 'logs:read',
      summary: 'Lists the review log, oldest first',
      query: z.object({
        ...oneDeck.shape,
        slide_id: idSchema.exactOptional(),
        action: z.enum(logActions).exactOptional(),
        since: time,
        until: time,
        limit: z.coerce.number().int().min(1).max(500).exactOptional(),
        offset: text.exactOptional(),
      }),
      answer: z.object({ items: z.array(logEntrySchema), next_offset: text.nullable() }),
      // Its query has the members of a LogQuery.
      run: async ({ service, query }) => answered(await service.logs(query as LogQuery), plainBody),
    }),
    read({
      id: 'exportApproved',
      path: `${deck}/approved`,
      scope: 'cards:read',
      summary: 'Returns the approved document',
      query: z.object({ only: z.enum(['all', 'approved']).exactOptional() }),
      answer: approvalDocumentSchema,
      conflicts: ['not_approved'],
      run: async ({ service, ref: { spec_id }, query }) => {
        const only = query['only'] === 'approved' ? 'approved' : 'all';
        return answered(await service.exportApproved({ spec_id, only }), ({ document }) => ({
          body: document,
        }));
      },
    }),
    read({
      id: 'exportDraft',
      path: `${deck}/draft`,
      scope: 'cards:read',
      summary: 'Returns the present state of the deck as a document',
      answer: approvalDocumentSchema,
      run: async ({ service, ref: { spec_id } }) =>
        answered(await service.exportDraft({ spec_id }), ({ document }) => ({ body: document })),
    }),
    change({
      id: 'sourceWarnings',
      path: `${deck}/source-warnings`,
      scope: 'cards:write',
      summary: 'Records the warnings of an import',
      success: 201,
      // The path names the deck.
      request: requests.sourceWarnings.partial({ spec_id: true }),
      requestExample: { log: [] },
      answer: z.object({ recorded: z.int() }),
      example: { recorded: 0 },
      run: async ({ service, body, caller }) =>
        answered(await service.recordSourceWarnings(body, caller), plainBody),
    }),
    change({
      id: 'snapshot',
      path: `${deck}/snapshots`,
      scope: 'cards:write',
      summary: 'Marks the present version',
      success: 201,
      isBodyOptional: true,
      request: requests.snapshot,
      requestExample: { name: 'First draft' },
      answer: z.object({ version: z.int() }),
      example: { version: 12 },
      run: async ({ service, body, caller }) =>
        answered(await service.snapshot(body, caller), plainBody),
    }),
    change({
      id: 'rollback',
      path: `${deck}/rollback`,
      scope: 'cards:rollback',
      summary: 'Restores the content of an earlier version',
      request: requests.rollback,
      requestExample: { version: 12 },
      answer: z.object({ restored: z.array(text) }),
      example: { restored: ['agenda'] },
      run: async ({ service, body, caller }) =>
        answered(await service.rollback(body, caller), plainBody),
    }),
    read({
      id: 'metrics',
      path: '/content/metrics',
      scope: 'logs:read',
      summary: 'Measures approval time, fixes, returns and model failures',
      query: z.object({ ...oneDeck.shape, since: time, until: time }),
      answer: z.object({
        approval_time_ms: z.object({
          count: nullable,
          mean: nullable,
          p50: nullable,
          p95: nullable,
        }),
        autofix: z.object({ proposed: nullable, applied: nullable, rate: nullable }),
        returns: z.object({
          decisions: nullable,
          returned: nullable,
          auto_returned: nullable,
          rate: nullable,
        }),
        llm: z.object({ calls: nullable, failed: nullable, rate: nullable }),
      }),
      // Its query has the members of a MetricsQuery.
      run: async ({ service, query }) =>
        answered(await service.metrics(query as MetricsQuery), plainBody),
    }),
  ];
}

function answered<T>(
  result: ServiceResult<T>,
  answer: (value: T) => ContentAnswer,
): ServiceResult<ContentAnswer> {
  if (!result.ok) return result;
  const { headers, ...rest } = answer(result.value);
  const replayed = result.replayed === true ? { 'idempotency-replayed': 'true' } : {};
  return done({ ...rest, headers: { ...headers, ...replayed } });
}

/** A card for a reader of a language. */
function inLocale(view: CardView, locale: Locale | undefined): CardView {
  if (locale === undefined || view.ai_review === null) return view;
  return { ...view, ai_review: reviewInLocale(view.ai_review, locale) };
}

function plainBody(body: unknown): ContentAnswer {
  return { body };
}

/** Runs a change of one card, and answers with what the table names of the card. */
function changing(
  method: 'patchCard' | 'approveCard' | 'returnCard' | 'unlockCard' | 'reviewCard' | 'commentCard',
  answer: (view: CardView, unchanged: boolean) => unknown,
): ContentRoute['run'] {
  return async ({ service, ref, body, ifMatch, caller, base }) => {
    const result =
      method === 'reviewCard' || method === 'commentCard'
        ? await service[method](ref, body, caller)
        : await service[method](ref, body, { ifMatch }, caller);
    return answered(result, (view) => ({
      body: answer(view, result.ok && result.unchanged === true),
      revision: view.revision,
      headers: {
        'content-location': `${base}/content/cards/${ref.slide_id}?spec_id=${ref.spec_id}`,
      },
    }));
  };
}
