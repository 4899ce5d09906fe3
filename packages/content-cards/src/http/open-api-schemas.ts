import * as z from 'zod';
import { createCardSchema, storySchema } from '../model/card-schema.ts';
import { approvalDocumentSchema } from '../model/document-schema.ts';
import type { JsonObject } from '../model/json.ts';
import { logEntrySchema } from '../model/log-schema.ts';
import { cardReviewSchema } from '../model/review-schema.ts';
import { cardViewSchema } from '../model/view-schema.ts';
import { createRequestSchemas } from '../service/requests.ts';
import { serviceStatus } from '../service/service-error.ts';
import type { EndpointName } from './endpoints.ts';

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  // The one recursive schema is "any JSON"; its own reference would point outside of the document.
  const parse: (json: string) => JsonObject = JSON.parse;
  return parse(JSON.stringify(rest).replaceAll(/\{"\$ref":"#\/\$defs\/[^"]*"\}/g, '{}'));
}

const text: Schema = { type: 'string' };
const nullableText: Schema = { type: ['string', 'null'] };
const status: Schema = { enum: ['draft', 'approved', 'returned'] };
/** A schema of `components`. */
export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

/** What `components.schemas` holds. */
export const componentSchemas: Readonly<Record<string, Schema>> = {
  Card: schemaOf(createCardSchema(), 'input'),
  Story: schemaOf(storySchema, 'input'),
  CardReview: schemaOf(cardReviewSchema, 'output'),
  LogEntry: schemaOf(logEntrySchema, 'output'),
  CardView: schemaOf(cardViewSchema, 'output'),
  ApprovalDocument: schemaOf(approvalDocumentSchema, 'output'),
  Error: object(
    {
      error: { enum: Object.keys(serviceStatus) },
      message: text,
      details: list(
        object({ field: text, issue: text, pointer: text, params: { type: 'object' } }, ['params']),
      ),
      request_id: text,
      type: text,
      title: text,
      status: { type: 'integer' },
      instance: text,
      detail: text,
      current: reference('CardView'),
      diff: list(
        object({ path: text, base: {}, current: {}, proposed: {}, conflict: { type: 'boolean' } }),
      ),
    },
    ['detail', 'current', 'diff'],
  ),
};

const requests = createRequestSchemas();

/** The body that a route takes. */
export const bodySchemas: Readonly<Partial<Record<EndpointName, Schema>>> = {
  create: schemaOf(requests.create, 'input'),
  patch: schemaOf(requests.patch, 'input'),
  approve: schemaOf(requests.approve, 'input'),
  return: schemaOf(requests.return, 'input'),
  unlock: schemaOf(requests.unlock, 'input'),
  review: schemaOf(requests.review, 'input'),
  comment: schemaOf(requests.comment, 'input'),
  sourceWarnings: schemaOf(requests.sourceWarnings, 'input'),
  snapshot: schemaOf(requests.snapshot, 'input'),
  rollback: schemaOf(requests.rollback, 'input'),
};

const number: Schema = { type: ['number', 'null'] };
const counts = (...names: readonly string[]): Schema =>
  object(Object.fromEntries(names.map((name) => [name, number])));

/** What a route answers with when it succeeds. */
export const answerSchemas: Readonly<Record<EndpointName, Schema>> = {
  create: object({
    spec_id: text,
    revision: text,
    cards: list(object({ slide_id: text, revision: text, content_hash: text, status })),
  }),
  list: object({ items: list(reference('CardView')), revision: text }),
  get: reference('CardView'),
  patch: object({ revision: text, content_hash: text, status, card: reference('CardView') }),
  approve: object({
    revision: text,
    status,
    locked_at: nullableText,
    approved_by: nullableText,
    content_hash: text,
    unchanged: { type: 'boolean' },
  }),
  return: object({ status, revision: text }),
  unlock: object({ status, revision: text }),
  review: reference('CardView'),
  comment: reference('LogEntry'),
  logs: object({ items: list(reference('LogEntry')), next_offset: nullableText }),
  exportApproved: reference('ApprovalDocument'),
  exportDraft: reference('ApprovalDocument'),
  sourceWarnings: object({ recorded: { type: 'integer' } }),
  snapshot: object({ version: { type: 'integer' } }),
  rollback: object({ restored: list(text) }),
  metrics: object({
    approval_time_ms: counts('count', 'mean', 'p50', 'p95'),
    autofix: counts('proposed', 'applied', 'rate'),
    returns: counts('decisions', 'returned', 'auto_returned', 'rate'),
    llm: counts('calls', 'failed', 'rate'),
  }),
};
