import { formatPointer } from '../json/pointer.ts';
import { isRecord } from '../vocabulary/record.ts';
import type { JsonPointer } from '../vocabulary/json-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { poisonedKeys } from '../vocabulary/set-own.ts';
import { maxJsonDepth } from './strict-json.ts';
import { withoutUndefined } from './without-undefined.ts';

type Texts = { readonly [L in Locale]: string };

/** Codes of invalid input and their texts, which follow the name of the field. */
const issueTexts = {
  missing: { en: 'is missing', ja: 'が未指定です' },
  wrong_type: { en: 'has the wrong type', ja: 'の型が正しくありません' },
  blank: { en: 'is blank', ja: 'が空です' },
  too_long: { en: 'is too long', ja: 'が長すぎます' },
  too_many: { en: 'is beyond the limit', ja: 'は上限を超えています' },
  too_few: { en: 'is below the limit', ja: 'が下限に足りません' },
  too_deep: { en: 'is nested too deep', ja: 'の入れ子が深すぎます' },
  control_character: { en: 'has a control character', ja: 'に制御文字が含まれています' },
  bidi_control: {
    en: 'has a bidirectional control',
    ja: 'に書字方向の制御文字が含まれています',
  },
  invisible_character: {
    en: 'has an invisible character',
    ja: 'に見えない文字が含まれています',
  },
  lone_surrogate: { en: 'has a broken character', ja: 'に壊れた文字が含まれています' },
  column_count: { en: 'has the wrong number of columns', ja: 'の列数が合いません' },
  invalid_format: { en: 'is malformed', ja: 'の形式が正しくありません' },
  unknown_field: { en: 'is not a known field', ja: 'という項目はありません' },
  unknown_value: { en: 'has a value that cannot be used', ja: 'の値は使えません' },
  duplicate: { en: 'is a duplicate', ja: 'が重複しています' },
} as const satisfies Readonly<Record<string, Texts>>;

/** A code of invalid input. */
export type FieldIssueCode = keyof typeof issueTexts;

/** One reason why a value is invalid. */
export interface FieldIssue {
  /** The place as people write it, `body[6]` or `story.phase`; empty for the whole value. */
  readonly field: string;
  readonly issue: FieldIssueCode;
  readonly pointer: JsonPointer;
  readonly params?: Readonly<Record<string, string | number>>;
}

type Path = readonly (string | number)[];

/** Returns an issue at a path of keys and indexes. */
export function fieldIssue(
  path: Path,
  issue: FieldIssueCode,
  params?: Readonly<Record<string, string | number>>,
): FieldIssue {
  return {
    field: fieldName(path),
    issue,
    pointer: formatPointer(path),
    ...withoutUndefined({ params }),
  };
}

/** Returns `cards[0].story.phase` for its path. */
function fieldName(path: Path): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step}]`;
    else name += name === '' ? step : `.${step}`;
  }
  return name;
}

/**
 * Returns the text of an issue without its field, for example `is missing`; with the values that can be used, if
 * `params` has them.
 */
export function fieldIssueText(
  issue: FieldIssueCode,
  locale: Locale,
  params: FieldIssue['params'] = {},
): string {
  const { allowed } = params;
  return issueTexts[issue][locale] + (allowed === undefined ? '' : ` (${allowed})`);
}

/** A value that passed, or its issues. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** An issue of a zod schema, as far as it is read here; the entry does not depend on zod. */
interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly keys?: readonly string[];
  /** The values of an enum or a literal. */
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}

/** A zod schema for values of type `T`. */
export interface SafeParser<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** Enough to fix a request by. A body of a million wrong keys must not get an answer of a million lines. */
const maxIssues = 200;

/** A list of values that is longer belongs into documents, not into a message. */
const maxAllowed = 200;

/**
 * Checks a value by a zod schema. Members named `__proto__`, `constructor` or `prototype` and nesting past 64
 * levels are refused before the schema runs. A custom issue carries its code in `params.issue`. Never throws.
 */
export function checkBy<T>(schema: SafeParser<T>, value: unknown): Checked<T> {
  try {
    const hostile = hostilePlaces(value);
    if (hostile.length > 0) return { ok: false, issues: hostile };
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, value: result.data };
    const issues = result.error.issues.flatMap((issue) => issuesOf(issue, value));
    return { ok: false, issues: issues.slice(0, maxIssues) };
  } catch {
    // A getter or a proxy that throws: the value is not JSON.
    return { ok: false, issues: [fieldIssue([], 'wrong_type')] };
  }
}

/** Returns the places of poisoned keys and of values that are nested too deep. Without recursion. */
function hostilePlaces(root: unknown): FieldIssue[] {
  const found: FieldIssue[] = [];
  const seen = new Set<object>();
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined && found.length < maxIssues; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (path.length > maxJsonDepth) {
      found.push(fieldIssue(path.slice(0, 1), 'too_deep', { limit: maxJsonDepth }));
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

function issuesOf(issue: SchemaIssue, root: unknown): FieldIssue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  switch (issue.code ?? '') {
    case 'custom': {
      const { issue: code, ...params } = issue.params ?? {};
      return [
        fieldIssue(path, isFieldIssueCode(code) ? code : 'invalid_format', numbersOf(params)),
      ];
    }
    case 'invalid_type':
      return [fieldIssue(path, isAbsent(root, path) ? 'missing' : 'wrong_type')];
    case 'unrecognized_keys':
      return (issue.keys ?? []).map((key) => fieldIssue([...path, key], 'unknown_field'));
    case 'too_big': {
      const limit = Number(issue.maximum);
      if (issue.origin === 'string') return [fieldIssue(path, 'too_long', { limit })];
      // The first member beyond the limit: `body[6]` of a body that may have six lines.
      return [
        fieldIssue(issue.origin === 'array' ? [...path, limit] : path, 'too_many', { limit }),
      ];
    }
    case 'too_small': {
      const limit = Number(issue.minimum);
      const isBlank = issue.origin === 'string' && limit === 1;
      return [fieldIssue(path, isBlank ? 'blank' : 'too_few', { limit })];
    }
    case 'invalid_value':
    case 'invalid_union': {
      if (isAbsent(root, path)) return [fieldIssue(path, 'missing')];
      const allowed = issue.values?.join(', ') ?? '';
      const params = allowed !== '' && allowed.length <= maxAllowed ? { allowed } : undefined;
      return [fieldIssue(path, 'unknown_value', params)];
    }
    default:
      return [fieldIssue(path, 'invalid_format')];
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

function isFieldIssueCode(code: unknown): code is FieldIssueCode {
  return typeof code === 'string' && Object.hasOwn(issueTexts, code);
}

function numbersOf(params: Readonly<Record<string, unknown>>): Record<string, number> | undefined {
  const entries = Object.entries(params).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
