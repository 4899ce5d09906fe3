import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isLongerThan } from '../wire/code-points.ts';
import type { PlanLimits } from './plan-limits.ts';
import type { PlanNotebook } from './plan-finding.ts';

/** C0, C1, bidi controls and lone surrogates: nothing that a search query needs. */
const controlCharacter =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]|\p{Surrogate}/u;

/** A trimmed query that may be sent to a search, or null with the refusal noted. */
export function readQuery(
  value: JsonValue | undefined,
  path: JsonPointer,
  limits: PlanLimits,
  notebook: PlanNotebook,
): string | null {
  if (value === undefined || value === null) {
    notebook.refuse('query-missing', path);
    return null;
  }
  if (typeof value !== 'string') {
    notebook.refuse('type-wrong', path, { expected: 'a string' });
    return null;
  }
  const query = value.trim();
  const refusal = queryRefusal(query, limits);
  if (refusal !== null) {
    notebook.refuse(refusal, path, { maximum: limits.queryLength });
    return null;
  }
  if (query !== value) notebook.repair('whitespace-trimmed', path);
  return query;
}

/** Why a trimmed text may not be searched for, or null. */
export function queryRefusal(
  query: string,
  limits: PlanLimits,
): 'query-blank' | 'query-too-long' | 'query-control-character' | 'query-looks-like-data' | null {
  if (query === '') return 'query-blank';
  if (isLongerThan(query, limits.queryLength)) return 'query-too-long';
  if (controlCharacter.test(query)) return 'query-control-character';
  return looksLikeData(query) ? 'query-looks-like-data' : null;
}

/** The form under which two queries count as the same. */
export function normaliseQuery(query: string): string {
  return query.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** JSON objects, arrays and code fences are no search words; they are a model's or a user's data. */
function looksLikeData(query: string): boolean {
  if (query.includes('```') || query.includes('~~~')) return true;
  if (!/^[[{]/u.test(query)) return false;
  try {
    JSON.parse(query);
    return true;
  } catch {
    return false;
  }
}
