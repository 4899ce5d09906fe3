import { checkQuery } from './caller.ts';
import { type DeckEvent, eventsIn, readDeckEvent } from './deck-events.ts';
import type { EventSource } from './deck-store.ts';
import { appliedBy } from './log-entry.ts';
import { isWithin, type LogQuery, readTimeRange } from './logs.ts';
import { done, refuse, type ServiceResult } from './service-error.ts';

/** Filters of the events that are counted. */
export type MetricsQuery = Pick<LogQuery, 'spec_id' | 'since' | 'until'>;

/** Approval time and three rates. A rate over nothing is null. */
export interface Metrics {
  /** From creation to first approval. */
  readonly approval_time_ms: {
    readonly count: number;
    readonly mean: number | null;
    readonly p50: number | null;
    readonly p95: number | null;
  };
  /** Distinct fixes of distinct cards. */
  readonly autofix: {
    readonly proposed: number;
    readonly applied: number;
    readonly rate: number | null;
  };
  /** Of people; what rules sent back is counted beside. */
  readonly returns: {
    readonly decisions: number;
    readonly returned: number;
    readonly auto_returned: number;
    readonly rate: number | null;
  };
  readonly llm: { readonly calls: number; readonly failed: number; readonly rate: number | null };
}

/** Counts over the events of one deck or all. */
export async function readMetrics(
  store: EventSource,
  query: MetricsQuery,
): Promise<ServiceResult<Metrics>> {
  const invalid = checkQuery(query, ['spec_id', 'since', 'until']);
  if (invalid.length > 0) return refuse('validation_error', invalid);
  const { spec_id } = query;
  const { range, issues } = readTimeRange(query);
  if (issues.length > 0) return refuse('validation_error', issues);
  const counter = createCounter();
  for await (const event of eventsIn(store, spec_id)) {
    const read = readDeckEvent(event);
    if (read !== null) counter.count(read, event.streamId, event.at, isWithin(range, event.at));
  }
  return done(counter.metrics());
}

function createCounter(): {
  count(read: DeckEvent, stream: string, at: string, counts: boolean): void;
  metrics(): Metrics;
} {
  const createdAt = new Map<string, number>();
  const approvedOnce = new Set<string>();
  const times: number[] = [];
  const proposed = new Set<string>();
  const applied = new Set<string>();
  const tally = { approvals: 0, returned: 0, autoReturned: 0, calls: 0, failed: 0 };
  return {
    count(read, stream, at, counts) {
      const { type, data } = read;
      const slideId = 'slide_id' in data ? data.slide_id : null;
      const card = `${stream}/${slideId ?? ''}`;
      // The creation may lie before the range; the time to approval is counted where it ends.
      if (type === 'card-created') createdAt.set(card, Date.parse(at));
      const isFirst = type === 'card-approved' && !approvedOnce.has(card);
      if (type === 'card-approved') approvedOnce.add(card);
      if (!counts) return;
      if ('review' in data)
        for (const { patch_id } of data.review?.autofix_proposals ?? [])
          proposed.add(`${card}/${patch_id}`);
      for (const id of appliedBy(read)) applied.add(`${card}/${id}`);
      if (type === 'card-approved') {
        tally.approvals += 1;
        if (isFirst) times.push(Date.parse(at) - (createdAt.get(card) ?? Date.parse(at)));
      } else if (type === 'card-returned') {
        if (data.automatic) tally.autoReturned += 1;
        else tally.returned += 1;
      } else if (type === 'llm-call-recorded') {
        tally.calls += 1;
        if (!data.ok) tally.failed += 1;
      }
    },
    metrics() {
      const sorted = times.toSorted((left, right) => left - right);
      const decisions = tally.approvals + tally.returned;
      // An applied fix was proposed somewhere, also when only its id was recorded.
      const all = new Set([...proposed, ...applied]);
      return {
        approval_time_ms: {
          count: sorted.length,
          mean:
            sorted.length === 0
              ? null
              : sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
        },
        autofix: { proposed: all.size, applied: applied.size, rate: rate(applied.size, all.size) },
        returns: {
          decisions,
          returned: tally.returned,
          auto_returned: tally.autoReturned,
          rate: rate(tally.returned, decisions),
        },
        llm: { calls: tally.calls, failed: tally.failed, rate: rate(tally.failed, tally.calls) },
      };
    },
  };
}

function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Nearest rank: a value that really occurred. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
