import type { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { createCardSchema, storySchema } from '../model/card-schema.ts';
import { isRecord, type JsonObject } from '../model/json.ts';
import { cardReviewSchema, lineSourceSchema } from '../model/review-schema.ts';
import { createRequestSchemas } from '../service/requests.ts';
import { serviceStatus } from '../service/service-error.ts';
import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts';

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema 2020-12 of what is sent, which is what OpenAPI 3.1 speaks. */
function schemaOf(schema: z.ZodType): Schema {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // The one recursive schema is "any JSON"; its own reference would point outside of the document.
  return plain(
    JSON.parse(JSON.stringify(rest).replaceAll(/\{"\$ref":"#\/\$defs\/[^"]*"\}/g, '{}')),
  );
}

const text: Schema = { type: 'string' };
const strings: Schema = { type: 'array', items: text };
const nullableText: Schema = { type: ['string', 'null'] };
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const cardProperties = ((): Readonly<Record<string, Schema>> => {
  const { properties } = schemaOf(createCardSchema());
  return isRecord(properties)
    ? Object.fromEntries(
        Object.entries(properties).filter((entry): entry is [string, Schema] => isRecord(entry[1])),
      )
    : {};
})();
const status: Schema = { enum: ['draft', 'approved', 'returned'] };

const schemas: Readonly<Record<string, Schema>> = {
  Card: schemaOf(createCardSchema()),
  Story: schemaOf(storySchema),
  CardReview: schemaOf(cardReviewSchema),
  LogEntry: object(
    {
      spec_id: text,
      slide_id: nullableText,
      action: {
        enum: [
          'create',
          'update',
          'autofix',
          'review',
          'approve',
          'return',
          'unlock',
          'comment',
          'rollback',
          'source_warning',
        ],
      },
      actor: text,
      timestamp: { type: 'string', format: 'date-time' },
      notes: text,
      applied_autofix: strings,
      ai_grade: { enum: ['A', 'B', 'C'] },
      request_id: text,
      content_hash: text,
      revision: text,
    },
    ['notes', 'ai_grade', 'request_id', 'content_hash', 'revision'],
  ),
  CardView: object({
    ...cardProperties,
    spec_id: text,
    status,
    revision: text,
    content_hash: text,
    applied_autofix: strings,
    ai_review: { anyOf: [reference('CardReview'), { type: 'null' }] },
    locked_at: nullableText,
    approved_by: nullableText,
    returned: { type: ['object', 'null'] },
    provenance: { type: 'array', items: schemaOf(lineSourceSchema) },
    history: { type: 'array', items: reference('LogEntry') },
  }),
  ApprovalDocument: object({ slides: { type: 'array', items: { type: 'object' } } }),
  Error: object(
    {
      error: { enum: Object.keys(serviceStatus) },
      message: text,
      details: {
        type: 'array',
        items: object({ field: text, issue: text, pointer: text, params: { type: 'object' } }, [
          'params',
        ]),
      },
      request_id: text,
      type: text,
      title: text,
      status: { type: 'integer' },
      instance: text,
      current: reference('CardView'),
      diff: { type: 'array', items: { type: 'object' } },
    },
    ['current', 'diff'],
  ),
};

const requests = createRequestSchemas();
const bodies: Readonly<Partial<Record<EndpointName, Schema>>> = {
  create: schemaOf(requests.create),
  patch: schemaOf(requests.patch),
  approve: schemaOf(requests.approve),
  return: schemaOf(requests.return),
  unlock: schemaOf(requests.unlock),
  review: schemaOf(requests.review),
  comment: schemaOf(requests.comment),
  snapshot: schemaOf(requests.snapshot),
  rollback: schemaOf(requests.rollback),
};

const number: Schema = { type: ['number', 'null'] };
const counts = (...names: readonly string[]): Schema =>
  object(Object.fromEntries(names.map((name) => [name, number])));
const answers: Readonly<Record<EndpointName, Schema>> = {
  create: object({
    spec_id: text,
    revision: text,
    cards: {
      type: 'array',
      items: object({ slide_id: text, revision: text, content_hash: text, status }),
    },
  }),
  list: object({ items: { type: 'array', items: reference('CardView') }, revision: text }),
  get: reference('CardView'),
  patch: object({ revision: text, content_hash: text, status, card: reference('CardView') }),
  approve: object({ revision: text, status, locked_at: nullableText, content_hash: text }),
  return: object({ status, revision: text }),
  unlock: object({ status, revision: text }),
  review: reference('CardView'),
  comment: reference('LogEntry'),
  logs: object({
    items: { type: 'array', items: reference('LogEntry') },
    next_offset: nullableText,
  }),
  exportApproved: reference('ApprovalDocument'),
  exportDraft: reference('ApprovalDocument'),
  snapshot: object({ version: { type: 'integer' } }),
  rollback: object({ restored: strings }),
  metrics: object({
    approval_time_ms: counts('count', 'mean', 'p50', 'p95'),
    autofix: counts('proposed', 'applied', 'rate'),
    returns: counts('decisions', 'returned', 'auto_returned', 'rate'),
    llm: counts('calls', 'failed', 'rate'),
  }),
};

/** The statuses that a route can answer with, beside its success. */
function errorStatuses({ isChange, needsMatch, path, name, body }: Endpoint): readonly number[] {
  const hasTarget = path.includes('{') || name === 'list';
  return [
    400,
    401,
    403,
    ...(hasTarget ? [404] : []),
    ...(isChange || name === 'exportApproved' ? [409] : []),
    ...(needsMatch ? [412] : []),
    ...(body === 'none' ? [] : [413, 415]),
    ...(needsMatch ? [428] : []),
    500,
    503,
  ];
}

const hasEtag: ReadonlySet<EndpointName> = new Set([
  'create',
  'list',
  'get',
  'patch',
  'approve',
  'return',
  'unlock',
  'review',
  'comment',
]);

function operationOf(endpoint: Endpoint): JsonObject {
  const { name, path, summary, scope, success, isChange, needsMatch, query, body } = endpoint;
  const parameter = (where: string, parameterName: string, required: boolean): Schema => ({
    name: parameterName,
    in: where,
    required,
    schema: text,
  });
  const error = {
    description: 'Refused; see `error`',
    content: {
      'application/json': { schema: reference('Error') },
      'application/problem+json': { schema: reference('Error') },
    },
  };
  const headers = {
    'X-Request-ID': { schema: text },
    'Cache-Control': { schema: text },
    ...(hasEtag.has(name) ? { ETag: { schema: text } } : {}),
    ...(name === 'create' ? { Location: { schema: text } } : {}),
  };
  const requestSchema = bodies[name];
  return plain({
    operationId: name,
    summary,
    security: [{ bearer: [scope] }],
    'x-required-scope': scope,
    parameters: [
      ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameterName = '']) =>
        parameter('path', parameterName, true),
      ),
      ...query.map((parameterName) =>
        parameter('query', parameterName, name === 'list' && parameterName === 'spec_id'),
      ),
      ...(isChange
        ? [
            // With the actor policy `token` the header is not read; a document cannot say "sometimes".
            parameter('header', 'X-Actor', true),
            parameter('header', 'X-Request-ID', true),
            parameter('header', 'Idempotency-Key', false),
          ]
        : []),
      ...(needsMatch ? [parameter('header', 'If-Match', true)] : []),
      ...(name === 'get' || name === 'list' ? [parameter('header', 'If-None-Match', false)] : []),
    ],
    ...(requestSchema === undefined
      ? {}
      : {
          requestBody: {
            required: body === 'required',
            content: { 'application/json': { schema: requestSchema } },
          },
        }),
    responses: {
      [success]: {
        description: 'Done',
        headers,
        content: { 'application/json': { schema: answers[name] } },
      },
      ...(name === 'get' || name === 'list' ? { 304: { description: 'Not modified' } } : {}),
      ...Object.fromEntries(errorStatuses(endpoint).map((code) => [code, error])),
    },
  });
}

/** The OpenAPI 3.1 document of the HTTP table: routes, schemas, headers, errors and scopes. */
export function openApiDocument(options: { readonly basePath?: string } = {}): JsonObject {
  const { basePath = '/v1' } = options;
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const endpoint of endpoints) {
    const path = basePath + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  return plain({
    openapi: '3.1.0',
    info: { title: 'Content cards', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  });
}

/** Puts the routes into the registry of an app too, so that a host's own document shows them. */
export function describeEndpoints(
  registry: OpenAPIHono['openAPIRegistry'],
  basePath: string,
): void {
  for (const { method, path, summary, success } of endpoints)
    registry.registerPath({
      method,
      path: basePath + path,
      summary,
      responses: { [success]: { description: 'Done' } },
    });
}

function plain(value: unknown): JsonObject {
  const parse: (json: string) => JsonObject = JSON.parse;
  return parse(JSON.stringify(value));
}
