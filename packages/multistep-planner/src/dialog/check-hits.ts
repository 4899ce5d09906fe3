import { InvalidArgumentError } from '@kanmon/core';
import {
  describeValue,
  isJsonObject,
  isRecord,
  toWellFormed,
  withoutUndefined,
} from '@kanmon/core/kit';
import { isWithinDepth, toJsonValue } from '../wire/values.ts';
import type { SearchHit } from './ports.ts';

/** Longest text of a hit that is kept, UTF-16 units: twenty of them fit one event of the journal. */
const maxText = 8000;
/** Of metadata: deeper values would exhaust the stack of a schema that reads the journal again. */
const maxDepth = 64;

/**
 * Returns the hits of a search as plain data: at most `topK` with an id and a text, equal ids once. Looks at no more
 * than it keeps, plus what it has to skip. Throws for a value that is not a list, for a list without one usable hit, and
 * for one that throws when it is read.
 */
export function checkHits(given: unknown, topK: number): readonly SearchHit[] {
  const list: readonly unknown[] | null = Array.isArray(given) ? given : null;
  const hits = new Map<string, SearchHit>();
  for (const each of list ?? []) {
    if (hits.size >= topK) break;
    const hit = readHit(each);
    if (hit !== null && !hits.has(hit.id)) hits.set(hit.id, hit);
  }
  // A search that found something in another form has not found nothing.
  if (list === null || (hits.size === 0 && list.length > 0)) {
    throw new InvalidArgumentError(
      `expected a search to return hits with strings for id and text, got ${faultOf(given, list)}`,
    );
  }
  return [...hits.values()];
}

/** Describes what is wrong: the list, its first hit, or a member of that hit. */
function faultOf(given: unknown, list: readonly unknown[] | null): string {
  if (list === null) return describeValue(given);
  const [first] = list;
  if (!isRecord(first)) return `${describeValue(first)} for hits[0]`;
  return isId(first['id'])
    ? `${describeValue(first['text'])} for hits[0].text`
    : `${describeValue(first['id'])} for hits[0].id`;
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}

function readHit(given: unknown): SearchHit | null {
  if (typeof given !== 'object' || given === null) return null;
  // Each member is checked below; a getter is read once.
  const { id, text, title, url, score, metadata } = given as Partial<
    Record<keyof SearchHit, unknown>
  >;
  if (!isId(id) || typeof text !== 'string') return null;
  return withoutUndefined({
    id: toWellFormed(id),
    text: toWellFormed(text.slice(0, maxText)),
    title: typeof title === 'string' ? toWellFormed(title.slice(0, maxText)) : undefined,
    url: typeof url === 'string' ? toWellFormed(url) : undefined,
    score: typeof score === 'number' && Number.isFinite(score) ? score : undefined,
    metadata: toMetadata(metadata),
  });
}

/** Metadata that is not JSON, or too large, is left out. */
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
