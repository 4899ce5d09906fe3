import { type EventStore, isRecord, type StoredEvent } from '@kanmon/core';
import { readQuery, type Route } from '@kanmon/core/http';
import * as z from 'zod';

const deckPrefix = 'content-cards/';
const runPrefix = 'runs/';

const query = z.object({
  bucket: z.enum(['hour', 'day']).default('day'),
  since: z.iso.datetime().exactOptional(),
});

const whole = z.int();
const pointSchema = z.object({
  /** The begin of the hour or day, UTC. */
  at: z.string(),
  approved: whole,
  returned: whole,
  /** Mean milliseconds from the creation of a card to its first approval. */
  approval_time_ms: z.number().nullable(),
  return_rate: z.number().nullable(),
  fixes_proposed: whole,
  fixes_applied: whole,
  fix_rate: z.number().nullable(),
  model_calls: whole,
  model_failures: whole,
  runs: whole,
  runs_rejected: whole,
  input_tokens: whole,
  output_tokens: whole,
  cost: z.number(),
});
type Point = z.infer<typeof pointSchema>;

/**
 * The metrics over time, from the events of decks and runs. Each request reads the events since the last one: the
 * sums in memory follow from the store, and every instance has the same.
 */
export function metricsSeriesRoute(store: EventStore): Route {
  const series = createSeries();
  let position = 0;
  let reading: Promise<void> = Promise.resolve();
  const catchUp = async (): Promise<void> => {
    for await (const event of store.readAll({ after: position })) {
      series.count(event);
      position = event.position;
    }
  };
  return {
    method: 'GET',
    path: '/api/metrics-series',
    id: 'getMetricsSeries',
    summary: 'Approval time, return rate, fix rate, model failures and cost over time',
    scope: 'logs:read',
    query,
    answers: {
      200: {
        description: 'One point an hour or day',
        schema: z.object({ items: z.array(pointSchema) }),
      },
    },
    async handle(request) {
      const { bucket, since = '' } = readQuery(request.request, query);
      // One after the other, so that no event is counted twice. A reader that fails does not stop the next one.
      reading = reading.then(catchUp, catchUp);
      await reading;
      return request.json(200, { items: series.points(bucket, since) });
    },
  };
}

/** Characters of an ISO time that name its hour, and its day. */
const lengths = { hour: '2026-01-01T00'.length, day: '2026-01-01'.length } as const;
const midnight = '2026-01-01T00:00:00.000Z';

/** Adds ids of a card to those that are known; returns how many are new. */
function addNew(known: Set<string>, card: string, ids: readonly unknown[]): number {
  const before = known.size;
  for (const id of ids) known.add(`${card}/${String(id)}`);
  return known.size - before;
}

/** The sums of an hour or a day. */
type Tally = ReturnType<typeof emptyTally>;

function emptyTally() {
  return {
    approved: 0,
    returned: 0,
    fixes_proposed: 0,
    fixes_applied: 0,
    model_calls: 0,
    model_failures: 0,
    runs: 0,
    runs_rejected: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost: 0,
    approval_ms: 0,
    first_approvals: 0,
  };
}

function createSeries() {
  /** By hour. */
  const tallies = new Map<string, Tally>();
  const createdAt = new Map<string, number>();
  const proposed = new Set<string>();
  const applied = new Set<string>();
  const approvedOnce = new Set<string>();

  const countRun = (type: string, data: Fields, tally: Tally): void => {
    if (type === 'run-started') tally.runs += 1;
    if (type === 'response-received') tally.model_calls += 1;
    if (type !== 'run-finished') return;
    if (data['status'] === 'rejected') tally.runs_rejected += 1;
    if (data['reason'] === 'generate-failed') tally.model_failures += 1;
    const usage = fieldsOf(data['usage']);
    tally.input_tokens += numberOf(usage['inputTokens']);
    tally.output_tokens += numberOf(usage['outputTokens']);
    tally.cost += numberOf(usage['cost']);
  };
  const countCard = ({ type, at, streamId }: StoredEvent, data: Fields, tally: Tally): void => {
    const card = `${streamId}/${String(data['slide_id'])}`;
    const fixes = listOf(fieldsOf(data['review'])['autofix_proposals']);
    const fixIds = fixes.map((fix) => fieldsOf(fix)['patch_id']);
    const { patch_id: one } = data;
    const appliedIds = [...listOf(data['applied_autofix']), ...(one === undefined ? [] : [one])];
    tally.fixes_proposed += addNew(proposed, card, fixIds);
    tally.fixes_applied += addNew(applied, card, appliedIds);
    if (type === 'card-created') createdAt.set(card, Date.parse(at));
    if (type === 'card-approved') {
      tally.approved += 1;
      const created = createdAt.get(card);
      if (created !== undefined && addNew(approvedOnce, card, ['']) === 1) {
        tally.approval_ms += Date.parse(at) - created;
        tally.first_approvals += 1;
      }
    }
    // A return by rule is not a decision of a person.
    if (type === 'card-returned' && data['automatic'] !== true) tally.returned += 1;
    if (type === 'llm-call-recorded') {
      tally.model_calls += 1;
      if (data['ok'] !== true) tally.model_failures += 1;
    }
  };

  return {
    count(event: StoredEvent): void {
      const isRun = event.streamId.startsWith(runPrefix);
      if (!isRun && !event.streamId.startsWith(deckPrefix)) return;
      const hour = event.at.slice(0, lengths.hour);
      const tally = tallies.get(hour) ?? emptyTally();
      tallies.set(hour, tally);
      const data = fieldsOf(event.data);
      if (isRun) countRun(event.type, data, tally);
      else countCard(event, data, tally);
    },
    points(bucket: keyof typeof lengths, since: string): readonly Point[] {
      const sums = new Map<string, Tally>();
      for (const [hour, tally] of tallies) {
        if (hour < since.slice(0, lengths.hour)) continue;
        const key = hour.slice(0, lengths[bucket]);
        const sum = sums.get(key) ?? emptyTally();
        // The keys of a tally are those of its type.
        for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name];
        sums.set(key, sum);
      }
      return [...sums]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, sum]) => pointOf(key + midnight.slice(key.length), sum));
    },
  };
}

function pointOf(at: string, { approval_ms, first_approvals, ...sums }: Tally): Point {
  return {
    at,
    ...sums,
    approval_time_ms: rate(approval_ms, first_approvals),
    return_rate: rate(sums.returned, sums.approved + sums.returned),
    fix_rate: rate(sums.fixes_applied, sums.fixes_proposed),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rate(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}
