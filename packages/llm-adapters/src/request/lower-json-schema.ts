import { formatPointer, type JsonPointer, type JsonSchema, type JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';
import { wordSet } from '../wire/read.ts';
import { assertJsonSchema, isRecursiveSchema } from './check-json-schema.ts';

/** A provider's subset of JSON Schema; `object` is for providers that take no schema. */
export type SchemaDialect = 'openai-strict' | 'claude' | 'converse' | 'object';

/** Keywords that a dialect carries. Everything else is dropped and reported. */
interface DialectRules {
  /** Keywords that go on the wire as they are. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Every key must be required; an optional one becomes nullable. */
  readonly requireAll: boolean;
  /** The provider accepts schemas that refer to themselves. */
  readonly recursion: boolean;
}

const structure = 'type enum const $ref title description';
const bounds = 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems';
const formats = 'date-time time date duration email hostname ipv4 ipv6 uuid';

const dialectRules = /* @__PURE__ */ createDialectRules();

function createDialectRules(): Readonly<Record<Exclude<SchemaDialect, 'object'>, DialectRules>> {
  /** Anthropic, "Structured outputs", JSON Schema limitations: no bounds at all, no recursion. */
  const claude: DialectRules = {
    keywords: wordSet(`${structure} pattern default`),
    formats: wordSet(`${formats} uri`),
    requireAll: false,
    recursion: false,
  };
  return {
    /**
     * OpenAI, "Structured model outputs", supported schemas: bounds of numbers and arrays, `pattern` and
     * nine formats, but no string lengths and no object sizes.
     */
    'openai-strict': {
      keywords: wordSet(`${structure} ${bounds} pattern`),
      formats: wordSet(formats),
      requireAll: true,
      recursion: true,
    },
    claude,
    // Bedrock documents the same subset for Converse as Anthropic for its own API.
    converse: claude,
  };
}

/** A keyword that does not reach the provider, at the place of the schema that had it. */
export interface DroppedKeyword {
  readonly path: JsonPointer;
  readonly keyword: string;
}

/** A schema as a provider takes it, and the keywords that it lost. */
export interface LoweredSchema {
  readonly schema: JsonSchema;
  /** In document order. `optional` marks a key that became nullable. */
  readonly dropped: readonly DroppedKeyword[];
  /** False when the provider cannot enforce it: records, intersections, unsupported recursion. */
  readonly strict: boolean;
}

interface Lowering {
  readonly rules: DialectRules;
  readonly dropped: DroppedKeyword[];
  strict: boolean;
}

type Tokens = readonly (string | number)[];

/**
 * Lowers a JSON Schema (2020-12, as zod 4 derives it) to the subset a provider enforces. Pure and
 * idempotent; `$ref` is never followed, so cycles end. What is dropped widens the schema and is listed:
 * the gate behind the call checks it again. Throws `InvalidArgumentError` for an invalid schema.
 */
export function lowerJsonSchema(schema: JsonSchema, dialect: SchemaDialect): LoweredSchema {
  assertJsonSchema(schema);
  if (dialect === 'object') return { schema, dropped: [], strict: false };
  const rules = dialectRules[dialect];
  const lowering: Lowering = { rules, dropped: [], strict: true };
  const lowered = lowerObject(schema, [], lowering, true);
  const carried = rules.recursion || !isRecursiveSchema(lowered);
  // Both providers refuse a root that is not an object.
  const rooted = lowered['type'] === 'object' || lowered['$ref'] !== undefined;
  return {
    schema: lowered,
    dropped: lowering.dropped,
    strict: lowering.strict && carried && rooted,
  };
}

/**
 * Lowers one object of the schema.
 *
 * @param closed False in branches of `allOf`: two closed objects exclude each other's keys.
 */
function lowerObject(
  schema: JsonSchema,
  at: Tokens,
  lowering: Lowering,
  closed: boolean,
): JsonSchema {
  const entries = Object.entries(schema).flatMap(([keyword, value]) =>
    lowerKeyword(keyword, value, { schema, at, lowering, closed }),
  );
  const members = new Map<string, JsonValue>(entries);
  if (isObjectSchema(schema) && closed && !members.has('additionalProperties')) {
    members.set('additionalProperties', false);
  }
  const properties = members.get('properties');
  if (lowering.rules.requireAll && closed && isJsonObject(properties)) {
    members.set('required', Object.keys(properties));
  } else if (schema['required'] !== undefined) {
    members.set('required', schema['required']);
  }
  return Object.fromEntries(members);
}

interface KeywordContext {
  readonly schema: JsonSchema;
  readonly at: Tokens;
  readonly lowering: Lowering;
  readonly closed: boolean;
}

type Members = readonly (readonly [string, JsonValue])[];

function lowerKeyword(keyword: string, value: JsonValue, context: KeywordContext): Members {
  const { schema, at, lowering, closed } = context;
  const drop = (): Members => {
    lowering.dropped.push({ path: formatPointer(at), keyword });
    return [];
  };
  switch (keyword) {
    case 'properties':
      return [[keyword, lowerProperties(value, context)]];
    case 'required':
      return [];
    case 'additionalProperties':
      return lowerAdditionalProperties(value, context);
    case '$defs':
    case 'definitions':
      return [[keyword, lowerMap(value, [...at, keyword], lowering)]];
    case 'items':
      // A tuple's rest is merged into the choice that stands for its elements.
      if (isJsonArray(schema['prefixItems'])) return [];
      return [[keyword, lowerAny(value, [...at, keyword], lowering, true)]];
    case 'prefixItems':
      drop();
      return isJsonArray(value) ? [['items', tupleItems(schema, at, lowering)]] : [];
    case 'anyOf':
      return [[keyword, lowerList(value, [...at, keyword], lowering, closed)]];
    case 'oneOf':
      // "At least one" for "exactly one" is wider, so it is reported. Beside an anyOf it has no place.
      drop();
      return schema['anyOf'] === undefined
        ? [['anyOf', lowerList(value, [...at, keyword], lowering, closed)]]
        : [];
    case 'allOf':
      lowering.strict = false;
      return [[keyword, lowerList(value, [...at, keyword], lowering, false)]];
    case 'format':
      return typeof value === 'string' && lowering.rules.formats.has(value)
        ? [[keyword, value]]
        : drop();
    default:
      return lowering.rules.keywords.has(keyword) ? [[keyword, value]] : drop();
  }
}

function lowerProperties(value: JsonValue, context: KeywordContext): JsonValue {
  const { schema, at, lowering, closed } = context;
  if (!isJsonObject(value)) return value;
  const required = new Set(isJsonArray(schema['required']) ? schema['required'] : []);
  const lowered = Object.entries(value).map(([name, property]): readonly [string, JsonValue] => {
    const path = [...at, 'properties', name];
    const inner = lowerAny(property, path, lowering, true);
    if (!lowering.rules.requireAll || !closed || required.has(name)) return [name, inner];
    lowering.dropped.push({ path: formatPointer(path), keyword: 'optional' });
    return [name, toNullable(inner)];
  });
  return Object.fromEntries(lowered);
}

/** A schema here makes the object a record, which no provider enforces. */
function lowerAdditionalProperties(value: JsonValue, context: KeywordContext): Members {
  const { at, lowering, closed } = context;
  if (value === false) return closed ? [['additionalProperties', false]] : [];
  lowering.strict = false;
  return [
    ['additionalProperties', lowerAny(value, [...at, 'additionalProperties'], lowering, true)],
  ];
}

/** Each element of a tuple is one of its parts: wider than the tuple, narrower than anything. */
function tupleItems(schema: JsonSchema, at: Tokens, lowering: Lowering): JsonValue {
  const { prefixItems = [], items } = schema;
  const parts = lowerList(prefixItems, [...at, 'prefixItems'], lowering, true);
  const rest =
    items === undefined || items === false
      ? []
      : [lowerAny(items, [...at, 'items'], lowering, true)];
  return { anyOf: [...(isJsonArray(parts) ? parts : []), ...rest] };
}

function lowerMap(value: JsonValue, at: Tokens, lowering: Lowering): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      lowerAny(inner, [...at, name], lowering, true),
    ]),
  );
}

function lowerList(value: JsonValue, at: Tokens, lowering: Lowering, closed: boolean): JsonValue {
  if (!isJsonArray(value)) return value;
  return value.map((inner: JsonValue, index) => lowerAny(inner, [...at, index], lowering, closed));
}

/** A schema may be `true` or `false`; those pass as they are. */
function lowerAny(value: JsonValue, at: Tokens, lowering: Lowering, closed: boolean): JsonValue {
  return isJsonObject(value) ? lowerObject(value, at, lowering, closed) : value;
}

function isObjectSchema(schema: JsonSchema): boolean {
  const type = schema['type'];
  if (type === undefined) return schema['properties'] !== undefined;
  return type === 'object' || (isJsonArray(type) && type.includes('object'));
}

/** `schema` that also accepts null, in the flattest form: how strict modes spell an optional key. */
function toNullable(schema: JsonValue): JsonValue {
  return isJsonObject(schema) ? nullableObject(schema) : schema;
}

function nullableObject(schema: JsonSchema): JsonValue {
  const { type, enum: values, anyOf } = schema;
  if (schema['const'] === null || type === 'null') return schema;
  if (schema['const'] !== undefined || schema['$ref'] !== undefined) return eitherNull(schema);
  if (isJsonArray(anyOf)) {
    // Beside an anyOf other keywords would still refuse null.
    if (type !== undefined || values !== undefined) return eitherNull(schema);
    return anyOf.some(acceptsNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  }
  if (typeof type !== 'string' && !isJsonArray(type)) {
    return values === undefined ? eitherNull(schema) : { ...schema, enum: withNull(values) };
  }
  const types: readonly JsonValue[] = isJsonArray(type) ? type : [type];
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values === undefined ? {} : { enum: withNull(values) }),
  };
}

function eitherNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function withNull(values: JsonValue): JsonValue {
  return isJsonArray(values) && !values.includes(null) ? [...values, null] : values;
}

function acceptsNull(branch: JsonValue): boolean {
  return isJsonObject(branch) && branch['type'] === 'null';
}
