import { isRecord, type JsonObject, type JsonValue } from '@kanmon/core';

/** The document of one app, and the word that its schemas get where another app has the same name. */
export interface DocumentPart {
  readonly name: string;
  readonly document: JsonObject;
  /** The scope of each operation that states none, by `METHOD /path`. */
  readonly scopes?: ReadonlyMap<string, string>;
  /** The codes of refusals that the server adds to operations with a scope, by status. */
  readonly refusals?: Readonly<Record<number, string>>;
}

const schemaReference = '#/components/schemas/';

/**
 * Merges the OpenAPI documents of apps that one server mounts. A schema keeps its name unless another app has a
 * different one under it; then it becomes `<app><Name>`.
 */
export function mergeDocuments(
  info: { readonly title: string; readonly version: string },
  parts: readonly DocumentPart[],
): JsonObject {
  const paths: Record<string, JsonValue> = {};
  const schemas: Record<string, JsonValue> = {};
  for (const part of parts) {
    const own = objectAt(part.document, 'components', 'schemas');
    const renamed = new Map(
      Object.keys(own)
        .filter((name) => Object.hasOwn(schemas, name) && !isSame(schemas[name], own[name]))
        .map((name) => [name, part.name + name]),
    );
    for (const [name, schema] of Object.entries(own)) {
      schemas[renamed.get(name) ?? name] = withReferences(schema, renamed);
    }
    for (const [path, item] of Object.entries(objectAt(part.document, 'paths'))) {
      const operations = objectOf(withReferences(item, renamed));
      paths[path] = {
        ...objectOf(paths[path]),
        ...Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            secured(objectOf(operation), `${method.toUpperCase()} ${path}`, part),
          ]),
        ),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** States the scope of an operation, and the part of the API that it belongs to. */
function secured(operation: JsonObject, route: string, part: DocumentPart): JsonObject {
  const { name, scopes, refusals = {} } = part;
  const scope = scopes?.get(route);
  const security = scope === undefined ? operation['security'] : [{ bearer: [scope] }];
  const isPublic = Array.isArray(security) && security.length === 0;
  const added = Object.entries(isPublic ? {} : refusals).map(
    ([status, codes]): [string, JsonObject] => [
      status,
      {
        description: `Refused; \`error\` is ${codes}`,
        content: { 'application/json': { schema: { $ref: `${schemaReference}Problem` } } },
      },
    ],
  );
  return {
    ...operation,
    tags: [name],
    ...(security === undefined ? {} : { security }),
    responses: { ...Object.fromEntries(added), ...objectOf(operation['responses']) },
  };
}

function withReferences(value: JsonValue, renamed: ReadonlyMap<string, string>): JsonValue {
  if (renamed.size === 0) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => withReferences(each, renamed));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') {
        return [key, withReferences(member, renamed)];
      }
      const name = member.slice(schemaReference.length);
      return [key, schemaReference + (renamed.get(name) ?? name)];
    }),
  );
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function objectAt(document: JsonObject, ...names: readonly string[]): JsonObject {
  return names.reduce((at, name) => objectOf(at[name]), document);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {};
}
