import { InvalidArgumentError, type Locale, type Logger } from '@kanmon/core';
import {
  createHttpApp,
  describeRoutes,
  type HttpEnv,
  HttpProblem,
  type HttpTexts,
  invalidRequest,
  problemSchema,
  readQuery,
  requestIdPattern,
  type RouteRequest,
} from '@kanmon/core/http';
import {
  checkFlags,
  checkGuards,
  checkOneOf,
  checkOptions,
  describeValue,
  type FieldIssue,
  fieldIssue,
  isRecord,
  withoutUndefined,
} from '@kanmon/core/kit';
import type { Hono } from 'hono';
import * as z from 'zod';
import {
  actorOf,
  type ContentCaller,
  identifyOf,
  anonymousScopes,
  identifyWith,
  type IdentityOptions,
} from './identify.ts';
import {
  approvalDocumentSchema,
  cardViewSchema,
  type ContentAnswer,
  type ContentRoute,
  contentRoutes,
} from './routes.ts';
import { schemaFor, storySchema } from '../model/card.ts';
import type { JsonObject } from '../model/json.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import { logEntrySchema } from '../model/log.ts';
import { cardReviewSchema, jsonSchema } from '../model/review.ts';
import { isId } from '../model/text-schema.ts';
import type { Caller } from '../service/caller.ts';
import type { ContentService } from '../service/content-service.ts';
import { parsePrecondition } from '../service/revision.ts';
import {
  errorMessage,
  type Refusal,
  type ServiceErrorCode,
  serviceTexts,
} from '../service/service-error.ts';

/** Options of `createContentApp`. */
export interface ContentAppOptions extends IdentityOptions {
  readonly service: ContentService;
  /** Writes weak tags, `W/"cards-6"`, and compares them as if they were strong. @default false */
  readonly weakEtagCompat?: boolean;
  /** @default '/v1' */
  readonly basePath?: string;
  /**
   * The public address or path in front of `basePath`, `https://example.com/api` or `/api`: for hosts that strip a
   * prefix, as Express's `use` and Hono's `mount` do. @default the path below which the app is mounted
   */
  readonly server?: string;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /** The language of messages when the client names neither Japanese nor English. @default 'en' */
  readonly locale?: Locale;
  /** Gets each error that is answered with 500, for example one that `identify` throws. @default none */
  readonly logger?: Logger;
}

/** The HTTP status of each code of the service. */
const serviceStatus = {
  validation_error: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  already_exists: 409,
  idempotency_key_reused: 409,
  content_hash_mismatch: 409,
  grade_blocks_approval: 409,
  autofix_stale: 409,
  not_approved: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  precondition_required: 428,
  storage_error: 503,
} as const satisfies Readonly<Record<ServiceErrorCode, number>>;

const texts: HttpTexts = {
  ...serviceTexts,
  header_required: { ja: '必須のヘッダがありません', en: 'A required header is missing' },
  header_invalid: { ja: 'ヘッダの形式が正しくありません', en: 'A header is malformed' },
  spec_id_required: {
    ja: 'デッキを spec_id で指定してください',
    en: 'Name the deck with spec_id',
  },
  actor_mismatch: {
    ja: 'X-Actor がトークンの持ち主と一致しません',
    en: 'X-Actor is not the owner of the token',
  },
  not_human: { en: 'Only a person can approve', ja: '承認できるのは人間だけです' },
};

const info = { title: 'Content cards', version: '1.0.0' };
const componentsOf = (limits: CardLimits) => ({
  Card: schemaFor(limits),
  Story: storySchema,
  CardReview: cardReviewSchema,
  LogEntry: logEntrySchema,
  CardView: cardViewSchema,
  ApprovalDocument: approvalDocumentSchema,
  Json: jsonSchema,
});
/** The error body: `current` and `diff` come with 412. */
const contentProblemSchema = z.intersection(
  problemSchema,
  z.object({
    current: cardViewSchema.exactOptional(),
    diff: z
      .array(
        z.object({
          path: z.string(),
          base: jsonSchema,
          current: jsonSchema,
          proposed: jsonSchema,
          conflict: z.boolean(),
        }),
      )
      .exactOptional(),
  }),
);

/**
 * Serves the card service over HTTP, mountable wherever a `(Request) => Response` is. Order of checks:
 * 401, 403, 400 of headers, path and query, 413, 415, 404, 428, repeated key, 409 of state, 412, 400 of the
 * body, other 409s.
 */
export function createContentApp(options: ContentAppOptions): Hono<HttpEnv> {
  checkOptions(
    options,
    'service identify auth actorPolicy weakEtagCompat basePath server maxBodyBytes locale logger allowAnonymous',
    'createContentApp(options)',
  );
  const { allowAnonymous = false, weakEtagCompat, actorPolicy } = options;
  const { basePath = '/v1', server, maxBodyBytes, locale, logger } = options;
  checkFlags({ allowAnonymous, weakEtagCompat });
  checkGuards(options, 'identify auth');
  checkOneOf('actorPolicy', actorPolicy, 'token header both-must-match');
  const service: unknown = options.service;
  if (!isRecord(service) || typeof service['createCards'] !== 'function') {
    throw new InvalidArgumentError(
      `expected options.service to be a content service, got ${describeValue(service)}; pass what createContentService returns`,
    );
  }
  const identify = identifyOf(options);
  if (identify === undefined && !allowAnonymous) {
    throw new InvalidArgumentError(
      'expected options.identify to be a function, got undefined; pass `auth: createStaticTokenVerifier(...)`, `identify`, or `allowAnonymous: true`',
    );
  }
  const app = { ...options, ...withoutUndefined({ identify }) };
  // A wrapper of a service may have methods only.
  const limits = resolveLimits(isRecord(service['limits']) ? options.service.limits : {});
  return createHttpApp<ContentCaller>({
    basePath,
    ...withoutUndefined({ server, maxBodyBytes, locale, logger }),
    info,
    components: componentsOf(limits),
    texts,
    problemSchema: contentProblemSchema,
    problemType: 'urn:kanmon:content-cards:',
    identify: identifyWith(app),
    ...(allowAnonymous ? { anonymousScopes: anonymousScopes(app) } : {}),
    routes: contentRoutes(limits).map((route) => {
      const { run: _run, needsPerson: _needsPerson, ...described } = route;
      return { ...described, handle: (request) => serve(route, request, app) };
    }),
  });
}

/** Returns the OpenAPI 3.1 document of the HTTP table, for a service with these limits. */
export function openApiDocument(
  options: { readonly basePath?: string; readonly limits?: Partial<CardLimits> } = {},
): JsonObject {
  checkOptions(options, 'basePath limits', 'openApiDocument(options)');
  const { basePath = '/v1' } = options;
  const limits = resolveLimits(options.limits);
  return describeRoutes({
    info,
    basePath,
    components: componentsOf(limits),
    routes: contentRoutes(limits),
    problem: contentProblemSchema,
    authenticated: true,
  });
}

/** Serves one request, check by check. */
async function serve(
  route: ContentRoute,
  call: RouteRequest<ContentCaller>,
  options: ContentAppOptions,
): Promise<Response> {
  const { service, weakEtagCompat = false } = options;
  const { request, requestId } = call;
  const { headers } = request;
  // The app always identifies its senders.
  const principal = call.caller as ContentCaller;
  const isOnCard = route.path.includes('{slide_id}');
  const human: unknown = principal.human;
  if (route.needsPerson === true && human !== undefined && human !== true) {
    throw new HttpProblem(403, 'not_human');
  }
  const actor = checkedActor(route, request, principal, options);
  checkHeaders(route, headers);

  const slide_id = call.param('slide_id');
  const ids = { slide_id, spec_id: call.param('spec_id') };
  const invalid = (['slide_id', 'spec_id'] as const).filter(
    (name) => route.path.includes(`{${name}}`) && !isId(ids[name]),
  );
  if (invalid.length > 0)
    throw invalidRequest(invalid.map((name) => fieldIssue([name], 'invalid_format')));
  if (route.id === 'list' && !/[?&]spec_id=/.test(request.url)) throw specIdRequired();
  const query: Readonly<Record<string, unknown>> =
    route.query === undefined ? {} : readQuery(request, route.query);
  const { body, problem } = await readRequest(route, call, ids.spec_id);
  // The schema of each query has a text as its spec_id.
  const named = ids.spec_id || ((query['spec_id'] as string | undefined) ?? '');
  const spec_id = isOnCard && named === '' ? await findDeck(service, call, slide_id) : named;
  const ifMatch = headers.get('if-match') ?? undefined;
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  const caller: Caller = {
    actor,
    requestId,
    ...withoutUndefined({ scopes: principal.scopes, idempotencyKey }),
  };
  const result = await route.run({
    service,
    caller,
    ref: { spec_id, slide_id },
    // The service checks the request by its schema.
    body: body as never,
    // The schema of each query has texts and numbers only.
    query: query as Readonly<Record<string, string | number | undefined>>,
    ifMatch: weakEtagCompat ? ifMatch?.replaceAll(/(^|,)(\s*)W\//g, '$1$2') : ifMatch,
    base: call.base,
    // Some clients send a header that names no language.
    locale: /\b(?:ja|en)\b/i.test(headers.get('accept-language') ?? '') ? call.locale : undefined,
  });
  if (result.ok) return written(route, call, result.value, weakEtagCompat);
  if (problem !== null && result.error.code === 'validation_error') throw problem;
  throw refused(result, call.locale, weakEtagCompat);
}

function headerProblem(
  code: 'header_required' | 'header_invalid' | 'actor_mismatch',
  names: readonly string[],
): HttpProblem {
  const issues = {
    header_required: 'missing',
    header_invalid: 'invalid_format',
    actor_mismatch: 'unknown_value',
  } as const;
  const details = names.map((name) => fieldIssue([name], issues[code]));
  return new HttpProblem(code === 'actor_mismatch' ? 403 : 400, code, { details });
}

/** Returns the actor of a change, or the sender of a read. */
function checkedActor(
  { method }: ContentRoute,
  request: Request,
  principal: ContentCaller,
  options: ContentAppOptions,
): string {
  if (method === 'GET') return principal.id;
  const actor = actorOf(request, principal, options);
  if (actor === 'mismatch') throw headerProblem('actor_mismatch', ['X-Actor']);
  if (actor !== null) return actor;
  const isMissing = !request.headers.has('x-actor');
  throw headerProblem(isMissing ? 'header_required' : 'header_invalid', ['X-Actor']);
}

function checkHeaders({ method, headers: known }: ContentRoute, headers: Headers): void {
  if (method === 'GET') return;
  const requestId = headers.get('x-request-id');
  const key = headers.get('idempotency-key');
  const match = headers.get('if-match');
  const readsMatch = Object.hasOwn(known?.shape ?? {}, 'If-Match');
  const invalid = [
    ...(requestId === null || requestIdPattern.test(requestId) ? [] : ['X-Request-ID']),
    ...(key === null || /^[\u0020-\u007e]{1,255}$/.test(key) ? [] : ['Idempotency-Key']),
    ...(readsMatch && match !== null && parsePrecondition(match) === null ? ['If-Match'] : []),
  ];
  if (invalid.length > 0) throw headerProblem('header_invalid', invalid);
}

/** No schema has a member `body`, so the service refuses this where it checks its requests. */
const unusable = { body: null };

/**
 * Reads the body, with the deck of the path. A body that is not a JSON object is reported where the service checks
 * bodies, after 404, 428, 409 and 412: its problem is returned beside a request that the service refuses.
 */
async function readRequest(
  { requestBody, path }: ContentRoute,
  call: RouteRequest<ContentCaller>,
  spec_id: string,
): Promise<{ readonly body: JsonObject; readonly problem: HttpProblem | null }> {
  const ofPath = path.includes('{spec_id}') ? { spec_id } : {};
  if (requestBody === undefined) return { body: ofPath, problem: null };
  const body = await call.body();
  if (body.isEmpty && requestBody.required === false) return { body: ofPath, problem: null };
  try {
    const value = body.json();
    if (isRecord(value)) {
      const { spec_id: own = spec_id } = value;
      if (spec_id === '' || own === spec_id)
        return { body: { ...value, ...ofPath }, problem: null };
      const problem = invalidRequest([fieldIssue(['spec_id'], 'unknown_value')]);
      return { body: { ...unusable, ...ofPath }, problem };
    }
    const problem = invalidRequest([fieldIssue([], 'wrong_type')]);
    return { body: { ...unusable, ...ofPath }, problem };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { body: { ...unusable, ...ofPath }, problem: error };
  }
}

function specIdRequired(): HttpProblem {
  return new HttpProblem(400, 'spec_id_required', {
    details: [fieldIssue(['spec_id'], 'missing')],
  });
}

/** Returns the one deck that a card path without `spec_id` can mean. */
async function findDeck(
  service: ContentService,
  { locale }: RouteRequest<ContentCaller>,
  slideId: string,
): Promise<string> {
  const found = await service.findDecks(slideId);
  if (!found.ok) throw refused(found, locale, false);
  const [only, ...others] = found.value;
  const details: FieldIssue[] = [fieldIssue(['slide_id'], 'unknown_value')];
  if (only === undefined) throw new HttpProblem(404, 'not_found', { details });
  if (others.length > 0) throw specIdRequired();
  return only;
}

/** A refusal of the service as an error response. */
function refused({ error }: Refusal, locale: Locale, isWeak: boolean): HttpProblem {
  const { code, details, current, diff } = error;
  const members = JSON.stringify(withoutUndefined({ current, diff }));
  return new HttpProblem(serviceStatus[code], code, {
    details,
    message: errorMessage(code, details, locale),
    // Plain data that was written above.
    members: JSON.parse(isWeak ? inWeakForm(members) : members) as JsonObject,
  });
}

function written(
  route: ContentRoute,
  call: RouteRequest<ContentCaller>,
  { body, revision, headers = {} }: ContentAnswer,
  isWeak: boolean,
): Response {
  const etag = revision === undefined ? null : `${isWeak ? 'W/' : ''}"${revision}"`;
  const tag = etag === null ? {} : { etag };
  const isRead = route.method === 'GET';
  if (isRead && etag !== null && matchesNone(call.request.headers.get('if-none-match'), etag))
    return call.hono.body(null, 304, tag);
  const [status = '200'] = Object.keys(route.answers);
  const text = JSON.stringify(body);
  // The proof of an approval is part of what is verified later, so exports are never rewritten.
  const isExport = route.answers[200]?.schema === approvalDocumentSchema;
  return new Response(isWeak && !isExport ? inWeakForm(text) : text, {
    status: Number(status),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...tag },
  });
}

/** Compares weakly (RFC 9110 13.1.2). */
function matchesNone(header: string | null, etag: string): boolean {
  const precondition = header === null ? null : parsePrecondition(header);
  if (precondition === null) return false;
  const opaque = etag.replace(/^W\//, '');
  return precondition.kind === 'any' || precondition.tags.some(({ tag }) => tag === opaque);
}

/** Writes the revisions of a JSON text as weak tags. */
function inWeakForm(json: string): string {
  return json.replaceAll(/"revision":"(cards-\d+)"/g, String.raw`"revision":"W/\"$1\""`);
}
