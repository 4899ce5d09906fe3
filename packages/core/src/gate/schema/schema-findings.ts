import { formatPointer, getPointer } from '../../json/pointer.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isJsonArray, type JsonValue } from '../../vocabulary/json-value.ts';
import { makeFinding, nodeTypeOf } from '../rules/rule-findings.ts';
import type { StandardSchemaIssue } from './standard-schema.ts';

/** Rule id of every finding that the schema itself makes. */
export const schemaRule = 'schema';

/**
 * Returns the finding for one schema issue. Vendors agree on message and path only; further members
 * (zod's `expected` and `minimum`, valibot's `type` and `requirement`, ArkType's `rule`)
 * are used when they fit the raw value, and never trusted over it.
 */
export function schemaFinding(issue: StandardSchemaIssue, root: JsonValue): Finding {
  const path = formatPointer(Array.from(issue.path ?? [], tokenOf));
  const found = getPointer(root, path);
  if (!found.found) return must('required', path, {});
  const tooFew = tooFewParams(issue, found.value);
  if (tooFew !== null) return must('too-few', path, tooFew);
  const wrongType = wrongTypeParams(issue, found.value);
  if (wrongType !== null) return must('wrong-type', path, wrongType);
  return must('schema-mismatch', path, { message: issue.message });
}

/** A Must of the schema. */
export function must(code: string, path: string, params: Finding['params']): Finding {
  return makeFinding(schemaRule, code, 'must', path, params);
}

function tokenOf(segment: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}

/** An array that is shorter than some number the issue names. */
function tooFewParams(issue: object, value: JsonValue): Finding['params'] | null {
  if (!isJsonArray(value)) return null;
  const actual = value.length;
  const minimum = minimumOf(issue);
  return minimum !== null && actual < minimum ? { minimum, actual } : null;
}

function minimumOf(issue: object): number | null {
  for (const name of ['minimum', 'requirement', 'rule']) {
    const limit: unknown = Reflect.get(issue, name);
    if (typeof limit !== 'number') continue;
    return Reflect.get(issue, 'inclusive') === false ? limit + 1 : limit;
  }
  return Reflect.get(issue, 'type') === 'non_empty' ? 1 : null;
}

/** Names of types as vendors write them, after lower-casing and without an article. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  integer: 'integer',
  boolean: 'boolean',
  array: 'array',
  tuple: 'array',
  object: 'object',
  record: 'object',
  null: 'null',
};

function wrongTypeParams(issue: object, value: JsonValue): Finding['params'] | null {
  const named: unknown = Reflect.get(issue, 'expected');
  if (typeof named !== 'string') return null;
  const name = named.toLowerCase().replace(/^an? /, '');
  const expected = Object.hasOwn(typeNames, name) ? typeNames[name] : undefined;
  const received = nodeTypeOf(value);
  if (expected !== undefined && expected !== received) return { expected, received };
  return Reflect.get(issue, 'code') === 'invalid_type' ? { expected: named, received } : null;
}
