import type { Clock, Language, Timer } from '@kanmon/core';
import { checkHits } from './check-hits.ts';
import type { DialogEventBody } from './dialog-event.ts';
import type { SearchTool } from './ports.ts';
import type { SelectedSearch } from './select-searches.ts';
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
