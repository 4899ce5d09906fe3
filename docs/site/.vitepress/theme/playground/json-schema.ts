import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { JsonObject, JsonValue } from '@kanmon/core';
import type { StandardSchemaIssue, StandardSchemaV1 } from '@kanmon/core/gate';
import { formatPointer, getPointer } from '@kanmon/core/json';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';
import type { Language } from './edition.ts';

/** An issue of the validator, with the members that a gate reads for its own texts. */
interface Issue extends StandardSchemaIssue {
  readonly path: readonly string[];
  readonly expected?: string;
  readonly minimum?: number;
}

/** These report a second time what a unit below them reports. */
const repeating: ReadonlySet<string> = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'contains',
  'dependentSchemas',
  'else',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'then',
]);
/** Of alternatives, the units below are the reasons of each single one. */
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not']);

/** `{value}` is the value of the keyword. */
const messages: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  anyOf: { en: 'fits no alternative of anyOf', ja: 'anyOf のどれにも合いません' },
  const: { en: 'must be {value}', ja: '{value} でなければなりません' },
  enum: { en: 'must be one of {value}', ja: '{value} のどれかでなければなりません' },
  exclusiveMaximum: { en: 'must be below {value}', ja: '{value} より小さい必要があります' },
  exclusiveMinimum: { en: 'must be above {value}', ja: '{value} より大きい必要があります' },
  false: { en: 'is not allowed here', ja: 'ここには置けません' },
  format: { en: 'must have the format {value}', ja: '形式 {value} に合いません' },
  maxItems: { en: 'has more than {value} elements', ja: '要素は {value} 個までです' },
  maxLength: { en: 'is longer than {value} characters', ja: '{value} 文字までです' },
  maximum: { en: 'must be at most {value}', ja: '{value} 以下でなければなりません' },
  minItems: { en: 'needs at least {value} elements', ja: '要素は {value} 個以上必要です' },
  minLength: { en: 'is shorter than {value} characters', ja: '{value} 文字以上必要です' },
  minimum: { en: 'must be at least {value}', ja: '{value} 以上でなければなりません' },
  multipleOf: { en: 'must be a multiple of {value}', ja: '{value} の倍数でなければなりません' },
  not: { en: 'must not fit the schema of not', ja: 'not のスキーマに合ってはいけません' },
  oneOf: { en: 'must fit exactly one of oneOf', ja: 'oneOf のちょうど 1 つに合う必要があります' },
  pattern: { en: 'does not match {value}', ja: '{value} に合いません' },
  required: { en: 'is required', ja: '必須です' },
  type: { en: 'must be of the type {value}', ja: '型は {value} でなければなりません' },
  uniqueItems: { en: 'has equal elements', ja: '同じ要素があります' },
};

/**
 * Returns a JSON Schema (draft 2020-12) as a Standard Schema, which is what a gate takes. The validator interprets the
 * schema: it generates no code, so the page needs no `eval`.
 *
 * @throws {Error} The schema refers to a place that does not exist, or has an invalid pattern.
 */
export function standardSchemaOf(schema: JsonObject, language: Language): StandardSchemaV1 {
  const validator = new Validator(schema, '2020-12', false);
  validator.validate(null);
  const validate = (raw: unknown) => {
    // A gate judges JSON values.
    const value = raw as JsonValue;
    const { valid, errors } = validator.validate(value);
    return valid ? { value } : { issues: issuesOf(errors, schema, value, language) };
  };
  return { '~standard': { version: 1, vendor: 'json-schema', validate } };
}

function issuesOf(
  units: readonly OutputUnit[],
  schema: JsonObject,
  value: JsonValue,
  language: Language,
): readonly Issue[] {
  const choices = units
    .filter(({ keyword }) => alternatives.has(keyword))
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const issues = units
    .filter(({ keyword }) => !repeating.has(keyword))
    .filter(({ keywordLocation }) => !choices.some((choice) => keywordLocation.startsWith(choice)))
    .flatMap((unit) => issuesOfUnit(unit, schema, value, language));
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

function issuesOfUnit(
  { keyword, keywordLocation, instanceLocation, error }: OutputUnit,
  schema: JsonObject,
  value: JsonValue,
  language: Language,
): readonly Issue[] {
  const path = tokensOf(instanceLocation);
  const limit = followed(schema, keywordLocation);
  const message = (messages[keyword]?.[language] ?? error).replace(
    '{value}',
    JSON.stringify(limit),
  );
  if (keyword === 'required' && isJsonArray(limit)) {
    const found = getPointer(value, decodeURI(instanceLocation.slice(1)));
    const present = found.found && isJsonObject(found.value) ? found.value : {};
    const missing = limit.map(String).filter((key) => !Object.hasOwn(present, key));
    return missing.map((key) => ({ message, path: [...path, key] }));
  }
  if (keyword === 'type' && typeof limit === 'string') return [{ message, path, expected: limit }];
  if (keyword === 'minItems' && typeof limit === 'number')
    return [{ message, path, minimum: limit }];
  return [{ message, path }];
}

/** Returns the value at a location like `#/properties/a/$ref/minLength`, in which `$ref` is followed. */
function followed(schema: JsonObject, location: string): JsonValue {
  let current: JsonValue = schema;
  for (const token of tokensOf(location)) {
    const found = getPointer(current, formatPointer([token]));
    current = found.found ? found.value : null;
    if (token !== '$ref' || typeof current !== 'string') continue;
    const target = getPointer(schema, decodeURI(current.slice(1)));
    current = target.found ? target.value : null;
  }
  return current;
}

/** The tokens of a location of the validator: a JSON Pointer behind `#`, encoded for a URI. */
function tokensOf(location: string): readonly string[] {
  return location
    .split('/')
    .slice(1)
    .map((token) => decodeURI(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}
