import type * as z from 'zod';
import { type FieldIssue, fieldIssue, type FieldIssueCode } from './field-issue.ts';
import { isRecord } from './json.ts';
import { fixedLimits } from './limits.ts';

/** A value that passed, or everything that is wrong with it. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

type Path = readonly (string | number)[];

/** Keys through which an object could reach the prototype of others. */
const poisonedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Enough to mend a request by; a body of a million wrong keys makes no answer of a million lines. */
const maxIssues = 200;

/** Checks a value by a schema. Never throws, whatever the value is. */
export function checkBy<T>(schema: z.ZodType<T>, value: unknown): Checked<T> {
  try {
    const poisoned = poisonedPlaces(value);
    if (poisoned.length > 0) return { ok: false, issues: poisoned };
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, value: result.data };
    const issues = result.error.issues.flatMap((issue) => issuesOf(issue, value));
    return { ok: false, issues: issues.slice(0, maxIssues) };
  } catch {
    // A getter or a proxy that throws: whatever it is, it is no JSON.
    return { ok: false, issues: [fieldIssue([], 'wrong_type')] };
  }
}

/** Every place with a key of the prototype chain, and what nests too deep. Without recursion. */
function poisonedPlaces(root: unknown): FieldIssue[] {
  const found: FieldIssue[] = [];
  const seen = new Set<object>();
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined && found.length < maxIssues; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (path.length > fixedLimits.jsonDepth) {
      found.push(fieldIssue(path.slice(0, 1), 'too_many', { limit: fixedLimits.jsonDepth }));
      continue;
    }
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      if (poisonedKeys.has(key)) found.push(fieldIssue([...path, step], 'unknown_field'));
      else if (typeof member === 'object') open.push({ value: member, path: [...path, step] });
    }
  }
  return found.toReversed();
}

function issuesOf(issue: z.core.$ZodIssue, root: unknown): FieldIssue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  switch (issue.code) {
    case 'custom': {
      const { issue: code, ...params } = issue.params ?? {};
      return [fieldIssue(path, codeOf(code), numbersOf(params))];
    }
    case 'invalid_type':
      return [fieldIssue(path, isAbsent(root, path) ? 'missing' : 'wrong_type')];
    case 'unrecognized_keys':
      return issue.keys.map((key) => fieldIssue([...path, key], 'unknown_field'));
    case 'too_big': {
      const limit = Number(issue.maximum);
      // The first one that is too many: `body[6]` of a body that may have six lines.
      return [
        fieldIssue(issue.origin === 'array' ? [...path, limit] : path, 'too_many', { limit }),
      ];
    }
    case 'too_small':
      return [fieldIssue(path, 'too_few', { limit: Number(issue.minimum) })];
    case 'invalid_value':
    case 'invalid_union':
      return [fieldIssue(path, isAbsent(root, path) ? 'missing' : 'unknown_value')];
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return [fieldIssue(path, 'invalid_format')];
    default:
      return issue satisfies never;
  }
}

function isAbsent(root: unknown, path: Path): boolean {
  let value: unknown = root;
  for (const step of path) {
    if (Array.isArray(value) || isRecord(value)) value = Reflect.get(value, step);
    else return true;
  }
  return value === undefined;
}

const knownCodes: ReadonlySet<string> = new Set<FieldIssueCode>([
  'missing',
  'wrong_type',
  'blank',
  'too_long',
  'too_many',
  'too_few',
  'control_character',
  'bidi_control',
  'invisible_character',
  'lone_surrogate',
  'column_count',
  'invalid_format',
  'unknown_field',
  'unknown_value',
  'duplicate',
]);

function isFieldIssueCode(code: unknown): code is FieldIssueCode {
  return typeof code === 'string' && knownCodes.has(code);
}

function codeOf(code: unknown): FieldIssueCode {
  return isFieldIssueCode(code) ? code : 'invalid_format';
}

function numbersOf(params: Readonly<Record<string, unknown>>): Record<string, number> | undefined {
  const entries = Object.entries(params).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
