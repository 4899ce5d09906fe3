import { type FieldIssue, fieldIssue } from '@kanmon/core/kit';
import { logActions, type LogEntry } from '../model/log.ts';
import { checkQuery } from './caller.ts';
import { eventsIn } from './deck-events.ts';
import type { EventSource } from './deck-store.ts';
import { storedLogEntry } from './log-entry.ts';
import { done, refuse, type ServiceResult } from './service-error.ts';

/** Filters of the log. */
export interface LogQuery {
  readonly spec_id?: string | undefined;
  readonly slide_id?: string | undefined;
  readonly action?: string | undefined;
  /** RFC 3339 with a zone, inclusive. */
  readonly since?: string | undefined;
  /** RFC 3339 with a zone, exclusive. */
  readonly until?: string | undefined;
  /** 1 to 500. @default 100 */
  readonly limit?: number | undefined;
  /** `next_offset` of the page before. */
  readonly offset?: string | undefined;
}

/** Lines of the log, oldest first. */
export interface LogPage {
  readonly items: readonly LogEntry[];
  /** The offset of the next page, or null when nothing is left. Stable while lines are added. */
  readonly next_offset: string | null;
}

const filters = ['spec_id', 'slide_id', 'action', 'since', 'until', 'limit', 'offset'];
const knownActions: ReadonlySet<string> = new Set<string>(logActions);
const defaultLimit = 100;
const maxLimit = 500;

/** Reads the log over all decks, in the order of the store. */
export async function readLogs(
  store: EventSource,
  query: LogQuery,
): Promise<ServiceResult<LogPage>> {
  const invalid = checkQuery(query, filters);
  if (invalid.length > 0) return refuse('validation_error', invalid);
  const { spec_id, slide_id, action, limit = defaultLimit, offset } = query;
  const time = readTimeRange(query);
  const after = offset === undefined ? 0 : readCursor(offset);
  const isKnown = action === undefined || knownActions.has(action);
  const isCount = Number.isInteger(limit) && limit >= 1 && limit <= maxLimit;
  const issues: FieldIssue[] = [
    ...(isKnown ? [] : [fieldIssue(['action'], 'unknown_value')]),
    ...time.issues,
    ...(isCount ? [] : [fieldIssue(['limit'], 'invalid_format')]),
    ...(after === null ? [fieldIssue(['offset'], 'invalid_format')] : []),
  ];
  if (issues.length > 0 || after === null) return refuse('validation_error', issues);

  const items: LogEntry[] = [];
  let lastPosition = after;
  for await (const event of eventsIn(store, spec_id, after)) {
    if (!isWithin(time.range, event.at)) continue;
    const entry = storedLogEntry(event);
    if (entry === null || (slide_id !== undefined && entry.slide_id !== slide_id)) continue;
    if (action !== undefined && entry.action !== action) continue;
    if (items.length === limit) return done({ items, next_offset: writeCursor(lastPosition) });
    items.push(entry);
    lastPosition = event.position;
  }
  return done({ items, next_offset: null });
}

/** Opaque to callers, so that it may change; a position of the store in base 36. */
function writeCursor(position: number): string {
  return `p${position.toString(36)}`;
}

function readCursor(cursor: string): number | null {
  if (!/^p[0-9a-z]{1,10}$/.test(cursor)) return null;
  const position = Number.parseInt(cursor.slice(1), 36);
  return Number.isSafeInteger(position) ? position : null;
}

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Times between which events are looked for, epoch milliseconds. */
interface TimeRange {
  /** Inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** Reads RFC 3339 times with a zone; a date that the calendar lacks is invalid. */
export function readTimeRange(query: Pick<LogQuery, 'since' | 'until'>): {
  readonly range: TimeRange;
  readonly issues: readonly FieldIssue[];
} {
  const issues: FieldIssue[] = [];
  const read = (name: 'since' | 'until', fallback: number): number => {
    const text = query[name];
    if (text === undefined) return fallback;
    const time = parseTime(text);
    if (time === null) issues.push(fieldIssue([name], 'invalid_format'));
    return time ?? fallback;
  };
  return { range: { since: read('since', -Infinity), until: read('until', Infinity) }, issues };
}

function parseTime(text: string): number | null {
  const [, year, month, day] = rfc3339.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return null;
  const time = Date.parse(text.toUpperCase().replace(/:60/, ':59'));
  return Number.isNaN(time) ? null : time;
}

/** True for an ISO time within the range. */
export function isWithin({ since, until }: TimeRange, at: string): boolean {
  const time = Date.parse(at);
  return time >= since && time < until;
}
