import type { LlmResponse } from '@kanmon/core';
import { checkOptions, copyFrozen } from '@kanmon/core/kit';
import { assertNumber } from '../support/assert-number.ts';

/** A stored answer. */
export interface CacheEntry {
  readonly response: LlmResponse;
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

/** Where answers are kept; any key-value store fits. */
export interface CacheStore {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): void | Promise<void>;
}

/** A cache in memory that forgets the entry used longest ago. @default maxEntries 1000 */
export function createMemoryCache(options: { readonly maxEntries?: number } = {}): CacheStore {
  checkOptions(options, { maxEntries: true }, 'createMemoryCache(options)');
  const { maxEntries = 1000 } = options;
  assertNumber('maxEntries', maxEntries, { least: 1, whole: true });
  // A map keeps insertion order, so re-inserting on use makes the first key the oldest.
  const entries = new Map<string, CacheEntry>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set(key, entry) {
      entries.delete(key);
      entries.set(key, copyFrozen(entry));
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && oldest.done !== true) entries.delete(oldest.value);
    },
  };
}
