import { isLongerThan } from '../wire/values.ts';
import type { PlanLimits } from './plan-limits.ts';

/** C0, C1, bidi controls and lone surrogates: no search query needs them. */
const controlCharacter =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]|\p{Surrogate}/u;

/** Returns why a trimmed text may not be searched for, or null. */
export function queryRefusal(
  query: string,
  limits: PlanLimits,
): 'query-blank' | 'query-too-long' | 'query-control-character' | 'query-looks-like-data' | null {
  if (query === '') return 'query-blank';
  if (isLongerThan(query, limits.queryLength)) return 'query-too-long';
  if (controlCharacter.test(query)) return 'query-control-character';
  return looksLikeData(query) ? 'query-looks-like-data' : null;
}

/** Returns the form under which two queries or questions count as the same. */
export function normaliseQuery(query: string): string {
  return query.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** JSON objects, arrays and code fences are data of a model or a user, not search words. */
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
