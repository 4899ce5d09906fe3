/** Whose subset of JSON Schema a schema is lowered to; `object` is for providers that take none. */
export type SchemaDialect = 'openai-strict' | 'claude' | 'converse' | 'object';

/** What a dialect carries. Everything else is dropped and reported. */
export interface DialectRules {
  /** Keywords that go on the wire as they are. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Every key must be required; an optional one becomes nullable. */
  readonly requireAll: boolean;
  /** The provider accepts schemas that refer to themselves. */
  readonly recursion: boolean;
}

const structure = ['type', 'enum', 'const', '$ref', 'title', 'description'];
const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const arrayBounds = ['minItems', 'maxItems'];
const formats = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
];

/**
 * OpenAI, "Structured model outputs", supported schemas: bounds of numbers and arrays, `pattern` and
 * nine formats, but no string lengths and no object sizes.
 */
const openaiStrict: DialectRules = {
  keywords: new Set([...structure, ...numberBounds, ...arrayBounds, 'pattern']),
  formats: new Set(formats),
  requireAll: true,
  recursion: true,
};

/** Anthropic, "Structured outputs", JSON Schema limitations: no bounds at all, no recursion. */
const claude: DialectRules = {
  keywords: new Set([...structure, 'pattern', 'default']),
  formats: new Set([...formats, 'uri']),
  requireAll: false,
  recursion: false,
};

export const dialectRules: Readonly<Record<Exclude<SchemaDialect, 'object'>, DialectRules>> = {
  'openai-strict': openaiStrict,
  claude,
  // Bedrock documents the same subset for Converse as Anthropic for its own API.
  converse: claude,
};
