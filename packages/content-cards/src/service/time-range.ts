import { type FieldIssue, fieldIssue } from '@kanmon/core/kit';

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Times between which events are looked for, epoch milliseconds. */
export interface TimeRange {
  /** Inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** Reads RFC 3339 times with a zone; a date that the calendar lacks is none. */
export function readTimeRange(query: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): { readonly range: TimeRange; readonly issues: readonly FieldIssue[] } {
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
