import { serviceStatus } from '../service/service-error.ts';
import { type Endpoint, type EndpointName, hasRevision } from './endpoints.ts';
import { answerSchemas, bodySchemas, reference } from './open-api-schemas.ts';

type Part = Readonly<Record<string, unknown>>;

const text: Part = { type: 'string' };
const filters: Readonly<Record<string, Part>> = {
  status: { enum: ['draft', 'approved', 'returned'] },
  grade: { enum: ['A', 'B', 'C'] },
  only: { enum: ['all', 'approved'] },
  since: { type: 'string', format: 'date-time' },
  until: { type: 'string', format: 'date-time' },
  limit: { type: 'integer', minimum: 1, maximum: 500 },
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

function refusal(status: number): Part {
  const codes = Object.entries(serviceStatus).flatMap(([code, each]) =>
    each === status ? [code] : [],
  );
  return {
    description: `Refused; \`error\` is one of ${codes.join(', ')}`,
    headers: {
      'X-Request-ID': { schema: text },
      ...(status === 401 || status === 403 ? { 'WWW-Authenticate': { schema: text } } : {}),
    },
    content: {
      'application/json': { schema: reference('Error') },
      'application/problem+json': { schema: reference('Error') },
    },
  };
}

function parameter(where: 'path' | 'query' | 'header', named: string, required: boolean): Part {
  const schema = where === 'query' ? (filters[named] ?? text) : text;
  return { name: named, in: where, required, schema };
}

function parametersOf({ name, path, query, isChange, needsMatch }: Endpoint): readonly Part[] {
  return [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, named = '']) => parameter('path', named, true)),
    ...query.map((named) => parameter('query', named, name === 'list' && named === 'spec_id')),
    // Without X-Actor the actor is the subject of the token.
    ...(isChange
      ? [
          parameter('header', 'X-Actor', false),
          parameter('header', 'X-Request-ID', false),
          parameter('header', 'Idempotency-Key', false),
        ]
      : [parameter('header', 'X-Request-ID', false)]),
    ...(needsMatch ? [parameter('header', 'If-Match', true)] : []),
    ...(hasNotModified(name) ? [parameter('header', 'If-None-Match', false)] : []),
  ];
}

function hasNotModified(name: EndpointName): boolean {
  return name === 'get' || name === 'list';
}

/** A route of the HTTP table as an operation of the document. */
export function operationOf(endpoint: Endpoint): Part {
  const { name, summary, scope, success, isChange, body } = endpoint;
  const headers = {
    'X-Request-ID': { schema: text },
    'Cache-Control': { schema: text },
    'X-Content-Type-Options': { schema: text },
    ...(hasRevision(name) ? { ETag: { schema: text } } : {}),
    ...(hasRevision(name) && isChange ? { 'Content-Location': { schema: text } } : {}),
    ...(isChange ? { 'Idempotency-Replayed': { schema: text } } : {}),
    ...(name === 'create' ? { Location: { schema: text } } : {}),
  };
  const requestSchema = bodySchemas[name];
  return {
    operationId: name,
    summary,
    security: [{ bearer: [scope] }],
    'x-required-scope': scope,
    parameters: parametersOf(endpoint),
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
        content: { 'application/json': { schema: answerSchemas[name] } },
      },
      ...(hasNotModified(name)
        ? { 304: { description: 'Not modified', headers: { ETag: { schema: text } } } }
        : {}),
      ...Object.fromEntries(errorStatuses(endpoint).map((code) => [code, refusal(code)])),
    },
  };
}
