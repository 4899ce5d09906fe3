import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { JsonObject } from '../model/json.ts';
import { endpoints } from './endpoints.ts';
import { operationOf } from './open-api-operation.ts';
import { componentSchemas } from './open-api-schemas.ts';

const ownOperation = {
  operationId: 'openApi',
  summary: 'This document',
  security: [],
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } },
  },
};

/** The OpenAPI 3.1 document of the HTTP table: routes, schemas, headers, errors and scopes. */
const documentNames: OptionNames<{ readonly basePath?: string }> = {
  basePath: true,
};

export function openApiDocument(options: { readonly basePath?: string } = {}): JsonObject {
  checkOptions(options, documentNames, 'openApiDocument(options)');
  const { basePath = '/v1' } = options;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = basePath + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  paths[`${basePath}/openapi.json`] = { get: ownOperation };
  const parse: (json: string) => JsonObject = JSON.parse;
  return parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Content cards',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      paths,
      components: {
        schemas: componentSchemas,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    }),
  );
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
