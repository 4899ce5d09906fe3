import { checkArgument } from '../vocabulary/check-argument.ts';
import * as z from 'zod';
import type { JsonObject } from '../vocabulary/json-value.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import { problemSchema } from './problem.ts';
import type { Route, RouteAnswer } from './route.ts';

/** Everything an OpenAPI document is derived from. */
export interface OpenApiInput {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly license?: { readonly name: string; readonly identifier?: string };
  };
  // The document does not depend on the type of the caller.
  readonly routes: readonly Omit<Route, 'handle'>[];
  /** @default '' */
  readonly basePath?: string;
  /** Schemas with a name: they become components, and each use becomes a reference. */
  readonly components?: Readonly<Record<string, z.ZodType>>;
  /** The schema of error bodies. @default problemSchema */
  readonly problem?: z.ZodType;
  /** True when the app asks for a bearer token. @default false */
  readonly authenticated?: boolean;
  /** The scopes of senders without a token, where the app serves them. @default every sender needs a token */
  readonly anonymousScopes?: readonly string[];
  /** The address or path below which the app is served. @default '/' */
  readonly server?: string;
}

type Part = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of a route table. Schemas, parameters and error codes are derived from it. */
export function describeRoutes(input: OpenApiInput): JsonObject {
  checkArgument('input of describeRoutes', 'an object', input);
  checkInfo('input.info', input.info);
  checkArgument('input.routes', 'a list', input.routes);
  const { info, routes, basePath = '', components = {}, problem = problemSchema } = input;
  const schemas = createSchemaWriter({ ...components, Problem: problem });
  const paths: Record<string, Record<string, Part>> = {};
  for (const route of routes) {
    const item = (paths[basePath + route.path] ??= {});
    item[route.method.toLowerCase()] = operationOf(route, schemas, input);
  }
  const written = {
    openapi: '3.1.0',
    info,
    servers: [{ url: input.server ?? '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      ...(input.authenticated === true
        ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
        : {}),
    },
  };
  // A round trip through text drops `undefined` and what is not JSON.
  return JSON.parse(JSON.stringify(written)) as JsonObject;
}

/** Throws `InvalidArgumentError` for what is not the `info` of an OpenAPI document. */
export function checkInfo(where: string, info: OpenApiInput['info']): void {
  checkArgument(where, 'an object', info);
  checkArgument(`${where}.title`, 'a text', info.title);
  checkArgument(`${where}.version`, 'a text', info.version);
}

interface SchemaWriter {
  of(schema: z.ZodType, io: 'input' | 'output'): Part;
  components(): Part;
}

/** Writes schemas as JSON Schema 2020-12. A schema with a name is written once and referred to. */
function createSchemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  const written: Record<string, Part> = {};
  const write = (schema: z.ZodType, io: 'input' | 'output'): Part => {
    const json = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      metadata: names,
      io,
      unrepresentable: 'any',
      // Lengths and forms that a refinement checks are stated by `meta` of the schema.
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      },
    });
    const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $defs = {}, $schema: _dialect, id: _id, ...own } = JSON.parse(text) as JsonObject;
    for (const [name, part] of Object.entries($defs as Readonly<Record<string, JsonObject>>)) {
      const { id: _name, ...rest } = part;
      written[name] ??= rest;
    }
    return own;
  };
  return {
    of(schema, io) {
      const own = write(schema, io);
      const name = names.get(schema)?.id;
      if (name === undefined) return own;
      written[name] ??= own;
      return { $ref: `#/components/schemas/${name}` };
    },
    components() {
      for (const [name, schema] of Object.entries(named)) {
        // `write` stores the schema under its name when it refers to itself.
        const own = write(schema, 'output');
        written[name] ??= own;
      }
      return written;
    },
  };
}

function operationOf(
  route: Omit<Route, 'handle'>,
  schemas: SchemaWriter,
  { authenticated = false, anonymousScopes }: OpenApiInput,
): Part {
  const { id, summary, description, scope, requestBody, answers } = route;
  const isOpen = route.public === true || !authenticated;
  const servesAnyone = scope === undefined || anonymousScopes?.includes(scope) === true;
  // An empty requirement makes the token optional.
  const optional = anonymousScopes !== undefined && servesAnyone ? [{}] : [];
  const parameters = [
    ...pathParameters(route, schemas),
    ...parametersOf('query', route.query, schemas),
    ...parametersOf('header', route.headers, schemas),
  ];
  return withoutUndefined({
    operationId: id,
    summary,
    description,
    security: isOpen ? [] : [...optional, { bearer: scope === undefined ? [] : [scope] }],
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody:
      requestBody === undefined
        ? undefined
        : {
            required: requestBody.required ?? true,
            content: {
              'application/json': withoutUndefined({
                schema: schemas.of(requestBody.schema, 'input'),
                example: requestBody.example,
              }),
            },
          },
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, schemas)]),
      ),
      ...Object.fromEntries(
        Object.entries(problemsOf(route, isOpen)).map(([status, codes]) => [
          status,
          problemAnswer(codes),
        ]),
      ),
    },
  });
}

function pathParameters({ path, params }: Omit<Route, 'handle'>, schemas: SchemaWriter): Part[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => {
    const schema = params?.shape[name] as z.ZodType | undefined;
    return {
      name,
      in: 'path',
      required: true,
      schema: schema === undefined ? { type: 'string' } : schemas.of(schema, 'input'),
    };
  });
}

function parametersOf(
  where: 'query' | 'header',
  object: z.ZodObject | undefined,
  schemas: SchemaWriter,
): Part[] {
  if (object === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(object, 'input') as {
    readonly properties?: Readonly<Record<string, Part>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema,
  }));
}

function answerOf(answer: RouteAnswer, schemas: SchemaWriter): Part {
  const { description, schema, example, headers = {}, mediaTypes = [] } = answer;
  const content = {
    ...(schema === undefined
      ? {}
      : {
          'application/json': withoutUndefined({ schema: schemas.of(schema, 'output'), example }),
        }),
    ...Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
  };
  return {
    description,
    headers: headersOf({ 'X-Request-ID': 'The id of the request', ...headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function headersOf(descriptions: Readonly<Record<string, string>>): Part {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}

/** Adds the codes that the app itself reports to those of the route. */
function problemsOf(route: Omit<Route, 'handle'>, isOpen: boolean): Record<number, string[]> {
  const codes: Record<number, string[]> = {};
  const add = (status: number, added: readonly string[]): void => {
    codes[status] = [...new Set([...(codes[status] ?? []), ...added])];
  };
  if (route.query !== undefined || route.headers !== undefined) add(400, ['validation_error']);
  if (!isOpen) add(401, ['unauthorized']);
  if (!isOpen && route.scope !== undefined) add(403, ['forbidden']);
  if (route.requestBody !== undefined) {
    add(400, ['invalid_json', 'validation_error']);
    add(413, ['payload_too_large']);
    add(415, ['unsupported_media_type']);
  }
  add(500, ['internal_error']);
  for (const [status, added] of Object.entries(route.problems ?? {})) add(Number(status), added);
  return codes;
}

function problemAnswer(codes: readonly string[]): Part {
  const schema = { $ref: '#/components/schemas/Problem' };
  const [error = 'internal_error'] = codes;
  const example = {
    error,
    message: 'Why the request was refused',
    details: [],
    request_id: 'req_1',
  };
  return {
    description: `Refused; \`error\` is ${codes.join(', ')}`,
    headers: headersOf({
      'X-Request-ID': 'The id of the request',
      ...(codes.includes('unauthorized') || codes.includes('forbidden')
        ? { 'WWW-Authenticate': 'How to authenticate' }
        : {}),
    }),
    content: {
      'application/json': { schema, example },
      'application/problem+json': { schema },
    },
  };
}
