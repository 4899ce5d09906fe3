import type { Clock, Language, Timer } from '@kanmon/core';
import { isJsonObject, toWellFormed } from '@kanmon/core/kit';
import { isWithinDepth, toJsonValue } from '../wire/values.ts';
import type { SearchHit, SearchTool } from './ports.ts';
import type { SelectedSearch } from './select-searches.ts';
import type { DialogEventBody } from './stream-turn.ts';
import type { SearchRecord } from './turn-records.ts';
import { withinTime } from './within-time.ts';

/** What running searches needs. */
export interface RunSearchesOptions {
  readonly search: SearchTool;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Searches at a time. @default 4 */
  readonly concurrency?: number;
  readonly emit: (event: DialogEventBody) => void;
  /** Told what a search threw; the records keep codes only. */
  readonly onCause?: (cause: unknown) => void;
}

/**
 * Runs all searches, at most `concurrency` together. A failed or late one leaves the others. The
 * records stand in the order of the plan, whatever the order of the answers. Rejects when aborted.
 */
export async function runSearches(
  searches: readonly SelectedSearch[],
  options: RunSearchesOptions,
): Promise<readonly SearchRecord[]> {
  const { concurrency = 4 } = options;
  const records: SearchRecord[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < searches.length; index = next++) {
      const search = searches[index];
      // Each worker takes the next search when it has finished one.
      if (search !== undefined) records[index] = await runSearch(search, options);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(Math.max(1, concurrency), searches.length) }, worker),
  );
  return records;
}

async function runSearch(
  search: SelectedSearch,
  options: RunSearchesOptions,
): Promise<SearchRecord> {
  const { emit, language, deadline, signal } = options;
  const { stepId, query, topK, filters } = search;
  const step = stepId === undefined ? {} : { stepId };
  emit({ type: 'search-started', ...step, query, topK });
  const request = { query, topK, language, ...(filters === undefined ? {} : { filters }) };
  const outcome = await withinTime(
    (inner) => options.search.search(request, { signal: inner, deadline }),
    options,
  );
  signal.throwIfAborted();
  if (outcome.status === 'late') {
    emit({ type: 'search-failed', ...step, query, reason: 'budget-time' });
    return { ...search, status: 'late' };
  }
  const hits = outcome.status === 'settled' ? checkHits(outcome.value, topK) : null;
  if (hits === null) {
    const reason = outcome.status === 'failed' ? 'search-threw' : 'invalid-result';
    if (outcome.status === 'failed') options.onCause?.(outcome.cause);
    emit({ type: 'search-failed', ...step, query, reason });
    return { ...search, status: 'failed', reason };
  }
  emit({ type: 'search-finished', ...step, query, resultCount: hits.length });
  return { ...search, status: 'returned', hits };
}

/** Longest text of a hit that is kept, UTF-16 units: twenty of them fit one event of the journal. */
const maxText = 8000;
/** Of metadata: deeper values would exhaust the stack of a schema that reads the journal again. */
const maxDepth = 64;

/**
 * What a search gave, as plain data: at most `topK` hits with an id and a text, equal ids once. Null
 * for what is no list, and for a list that throws when it is read. Looks at no more than it keeps,
 * plus what it has to skip.
 */
export function checkHits(given: unknown, topK: number): readonly SearchHit[] | null {
  try {
    return Array.isArray(given) ? readHits(given, topK) : null;
  } catch {
    return null;
  }
}

function readHits(list: readonly unknown[], topK: number): readonly SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const each of list) {
    if (hits.size >= topK) break;
    const hit = readHit(each);
    if (hit !== null && !hits.has(hit.id)) hits.set(hit.id, hit);
  }
  return [...hits.values()];
}

function readHit(given: unknown): SearchHit | null {
  if (typeof given !== 'object' || given === null) return null;
  const read = (key: string): unknown => Reflect.get(given, key);
  const id = read('id');
  const text = read('text');
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return null;
  const title = read('title');
  const url = read('url');
  const score = read('score');
  const metadata = toMetadata(read('metadata'));
  return {
    id: toWellFormed(id),
    text: toWellFormed(text.slice(0, maxText)),
    ...(typeof title === 'string' ? { title: toWellFormed(title.slice(0, maxText)) } : {}),
    ...(typeof url === 'string' ? { url: toWellFormed(url) } : {}),
    ...(typeof score === 'number' && Number.isFinite(score) ? { score } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Metadata that is no JSON, or too much of it, is left out. */
function toMetadata(given: unknown): SearchHit['metadata'] {
  if (typeof given !== 'object' || given === null) return undefined;
  try {
    const value = toJsonValue(given);
    const isSmall = isWithinDepth(value, maxDepth) && JSON.stringify(value).length <= maxText;
    return isJsonObject(value) && isSmall ? value : undefined;
  } catch {
    return undefined;
  }
}
