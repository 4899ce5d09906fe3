import { isPlainObject } from '@kanmon/core/kit';
import type { UnknownRecord } from '../support/read.ts';

/** Names of an output limit at providers and servers, in lower case without underscores. */
const limitNames: ReadonlySet<string> = new Set([
  'maxtokens',
  'maxcompletiontokens',
  'maxoutputtokens',
  'maxnewtokens',
  'maxtokenstosample',
  'npredict',
  'numpredict',
]);

/** Limits are at the top or in one object below (`inferenceConfig`, Ollama's `options`, a provider's name). */
const maxDepth = 3;

/**
 * Returns provider options in which no output limit is higher than the one of the request: raw options
 * may lower what a caller or a budget allows, not raise it. Negative values mean "no limit" to some servers.
 */
export function withinLimit(
  extra: UnknownRecord,
  limit: number | undefined,
  depth: number = maxDepth,
): UnknownRecord {
  if (limit === undefined || depth === 0) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, unknown] => {
    if (limitNames.has(name.toLowerCase().replaceAll('_', ''))) {
      return [name, typeof value === 'number' && value >= 0 ? Math.min(value, limit) : limit];
    }
    return [name, isPlainObject(value) ? withinLimit(value, limit, depth - 1) : value];
  });
  return Object.fromEntries(entries);
}
