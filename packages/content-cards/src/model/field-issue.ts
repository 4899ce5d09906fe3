import { formatPointer } from '@kanmon/core/json';
import type { JsonPointer } from './json.ts';

export type FieldIssueCode =
  | 'missing'
  | 'wrong_type'
  | 'blank'
  | 'too_long'
  | 'too_many'
  | 'too_few'
  | 'control_character'
  | 'bidi_control'
  | 'invisible_character'
  | 'lone_surrogate'
  | 'column_count'
  | 'invalid_format'
  | 'unknown_field'
  | 'unknown_value'
  | 'duplicate';

/** One thing wrong with a value that came in. */
export interface FieldIssue {
  /** As people write places: `body[6]`, `story.phase`; empty for the whole. */
  readonly field: string;
  readonly issue: FieldIssueCode;
  readonly pointer: JsonPointer;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** An issue at a path of keys and indexes. */
export function fieldIssue(
  path: readonly (string | number)[],
  issue: FieldIssueCode,
  params?: Readonly<Record<string, string | number>>,
): FieldIssue {
  return {
    field: fieldName(path),
    issue,
    pointer: formatPointer(path),
    ...(params === undefined ? {} : { params }),
  };
}

/** `cards[0].story.phase` of its path. */
function fieldName(path: readonly (string | number)[]): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step}]`;
    else name += name === '' ? step : `.${step}`;
  }
  return name;
}
