import type { JsonSchema, JsonValue } from '@kanmon/core';
import { isJsonObject } from '@kanmon/core/kit';
import * as z from 'zod';
import { dialogRequestSchema, dialogResponseSchema } from '../wire/dialog-schema.ts';
import { toJsonValue } from '../wire/values.ts';
import {
  agentSearchRequestSchema,
  agentSearchResponseSchema,
  errorBodySchema,
} from './http-schema.ts';

const failures: Readonly<Record<string, string>> = {
  400: 'Not JSON, or with faults',
  409: 'Another turn of the dialog was stored meanwhile',
  413: 'The body is too large',
  415: 'Not application/json',
  500: 'Internal error',
  502: 'The search or the answer failed',
  504: 'The time of the turn was over',
};

/** Components of the document: the schemas that check the bodies. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  DialogRequest: dialogRequestSchema,
  DialogResponse: dialogResponseSchema,
  AgentSearchRequest: agentSearchRequestSchema,
  AgentSearchResponse: agentSearchResponseSchema,
  Error: errorBodySchema,
};

/** The OpenAPI 3.1 document of the app, derived from the schemas that check its bodies. */
export function openApiDocument({ hasSearch }: { readonly hasSearch: boolean }): JsonSchema {
  const components: Record<string, JsonValue> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (!hasSearch && name.startsWith('AgentSearch')) continue;
    Object.assign(components, componentsOf(name, schema));
  }
  return {
    openapi: '3.1.0',
    info: { title: 'FAQ dialog agent', version: '1' },
    paths: {
      '/agent.dialog': pathOf('One turn of a dialog', 'Dialog', true),
      ...(hasSearch ? { '/agent.search': pathOf('One search', 'AgentSearch', false) } : {}),
    },
    components: { schemas: components },
  };
}

/** A schema and its own definitions, which stand beside it: references are to the whole document. */
function componentsOf(name: string, schema: z.ZodType): Readonly<Record<string, JsonValue>> {
  const text = JSON.stringify(z.toJSONSchema(schema));
  const parsed: unknown = JSON.parse(
    text.replaceAll('"#/$defs/', `"#/components/schemas/${name}.`),
  );
  const value = toJsonValue(parsed);
  if (!isJsonObject(value)) return {};
  const { $defs = {}, $schema: _dialect, ...own } = value;
  const inner = isJsonObject($defs) ? Object.entries($defs) : [];
  return {
    [name]: own,
    ...Object.fromEntries(inner.map(([key, member]) => [`${name}.${key}`, member])),
  };
}

function contentOf(
  schema: string,
  mediaType = 'application/json',
): Readonly<Record<string, JsonValue>> {
  return { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } };
}

function pathOf(summary: string, name: string, hasEvents: boolean): JsonValue {
  const events: Readonly<Record<string, JsonValue>> = {
    'text/event-stream': { schema: { type: 'string' } },
  };
  const answer = contentOf(`${name}Response`);
  const errors = Object.entries(failures).map(
    ([status, description]): readonly [string, JsonValue] => [
      status,
      {
        description,
        content: { ...contentOf('Error'), ...contentOf('Error', 'application/problem+json') },
      },
    ],
  );
  return {
    post: {
      summary,
      requestBody: { required: true, content: contentOf(`${name}Request`) },
      responses: {
        200: {
          description: summary,
          content:
            hasEvents && isJsonObject(answer) && isJsonObject(events)
              ? { ...answer, ...events }
              : answer,
        },
        ...Object.fromEntries(errors),
      },
    },
  };
}
