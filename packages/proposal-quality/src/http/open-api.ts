import type { JsonSchema } from '@kanmon/core';
import * as z from 'zod';
import { answers, bodies } from './answer-schemas.ts';

/** One endpoint as the document tells it. */
interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly summary: string;
  readonly body?: string;
  readonly status: '200' | '201';
  readonly answer: string;
  readonly problems: readonly string[];
}

const bodyProblems = ['400', '401', '413', '415', '500'];

const operations: readonly Operation[] = [
  {
    path: '/api/organizer/run',
    method: 'post',
    summary: 'Ask a model for proposals that pass the gate',
    body: 'OrganizerRun',
    status: '200',
    answer: 'RunAnswer',
    problems: [...bodyProblems, '502', '504'],
  },
  {
    path: '/api/advisor/run',
    method: 'post',
    summary: 'Ask a model for options about one node that pass the gate',
    body: 'AdvisorRun',
    status: '200',
    answer: 'RunAnswer',
    problems: [...bodyProblems, '502', '504'],
  },
  {
    path: '/api/proposal-quality/validate',
    method: 'post',
    summary: 'Judge a report from elsewhere',
    body: 'Validate',
    status: '200',
    answer: 'ValidateAnswer',
    problems: bodyProblems,
  },
  {
    path: '/api/proposal-quality/diffs',
    method: 'post',
    summary: 'Gate a report again and record its proposals as diffs',
    body: 'Propose',
    status: '201',
    answer: 'ProposeAnswer',
    problems: [...bodyProblems, '409', '422'],
  },
  {
    path: '/api/proposal-quality/diffs',
    method: 'get',
    summary: 'The diffs of a board and where they stand',
    status: '200',
    answer: 'ListAnswer',
    problems: ['400', '401', '500'],
  },
  {
    path: '/api/proposal-quality/confirmations',
    method: 'post',
    summary: 'A person confirms a diff',
    body: 'Confirm',
    status: '201',
    answer: 'Confirmation',
    problems: [...bodyProblems, '403', '404', '409'],
  },
  {
    path: '/api/proposal-quality/apply',
    method: 'post',
    summary: 'Apply a confirmed diff, once',
    body: 'Apply',
    status: '200',
    answer: 'ApplyAnswer',
    problems: [...bodyProblems, '404', '409'],
  },
];

const boardId = { name: 'boardId', in: 'query', required: true, schema: { type: 'string' } };

/** The OpenAPI 3.1 document of the app, made from the schemas that its answers are tested against. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    item[operation.method] = operationObject(operation);
  }
  const schemas = Object.fromEntries(
    Object.entries({ ...bodies, ...answers }).map(([name, schema]) => [name, schemaOf(schema)]),
  );
  return document.parse(
    JSON.parse(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Proposal quality', version: '1' },
        paths,
        components: { schemas },
      }),
    ),
  );
}

const document = z.record(z.string(), z.json());

function operationObject(operation: Operation): object {
  const { method, summary, body, status, answer, problems } = operation;
  return {
    summary,
    ...(method === 'get' ? { parameters: [boardId] } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: content(body) } }),
    responses: {
      [status]: { description: summary, content: content(answer) },
      ...Object.fromEntries(
        problems.map((code) => [code, { description: 'Refused', content: content('Problem') }]),
      ),
    },
  };
}

function content(name: string): object {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  return rest;
}
