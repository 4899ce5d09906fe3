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

/** The metrics over time, from the events of decks and runs. */
export function metricsSeriesRoute(store: EventStore): Route {
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
      const series = createSeries(bucket === 'hour' ? hourLength : dayLength, since);
      for (const prefix of [deckPrefix, runPrefix]) {
        for await (const event of store.readAll({ prefix })) series.count(event);
      }
      return request.json(200, { items: series.points() });
    },
  };
}

/** Characters of an ISO time that name its day and its hour. */
const dayLength = '2026-01-01'.length;
const hourLength = '2026-01-01T00'.length;

interface Tally {
  readonly sums: Record<Exclude<keyof Point, 'at' | `${string}_rate` | 'approval_time_ms'>, number>;
  readonly times: number[];
}

function emptyTally(): Tally {
  return {
    sums: {
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
    },
    times: [],
  };
}

function createSeries(length: number, since: string) {
  const tallies = new Map<string, Tally>();
  const createdAt = new Map<string, number>();
  const proposed = new Set<string>();
  const applied = new Set<string>();
  const approvedOnce = new Set<string>();

  const tallyOf = (at: string): Tally => {
    const key = at.slice(0, length);
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const made = emptyTally();
    tallies.set(key, made);
    return made;
  };
  const countProposals = (data: Fields, card: string): number => {
    const review = fieldsOf(data['review']);
    const fixes = Array.isArray(review['autofix_proposals']) ? review['autofix_proposals'] : [];
    const before = proposed.size;
    for (const fix of fixes) proposed.add(`${card}/${String(fieldsOf(fix)['patch_id'])}`);
    return proposed.size - before;
  };
  const countApplied = (data: Fields, card: string): number => {
    const { applied_autofix: several, patch_id: one } = data;
    const before = applied.size;
    for (const id of Array.isArray(several) ? several : []) applied.add(`${card}/${String(id)}`);
    if (typeof one === 'string') applied.add(`${card}/${one}`);
    return applied.size - before;
  };
  const countRun = (type: string, data: Fields, { sums }: Tally): void => {
    if (type === 'run-started') sums.runs += 1;
    if (type === 'response-received') sums.model_calls += 1;
    if (type !== 'run-finished') return;
    if (data['status'] === 'rejected') sums.runs_rejected += 1;
    if (data['reason'] === 'generate-failed') sums.model_failures += 1;
    const usage = fieldsOf(data['usage']);
    sums.input_tokens += numberOf(usage['inputTokens']);
    sums.output_tokens += numberOf(usage['outputTokens']);
    sums.cost += numberOf(usage['cost']);
  };
  const countCard = ({ type, at, streamId }: StoredEvent, data: Fields, tally: Tally): void => {
    const { sums, times } = tally;
    const card = `${streamId}/${String(data['slide_id'])}`;
    sums.fixes_proposed += countProposals(data, card);
    sums.fixes_applied += countApplied(data, card);
    if (type === 'card-approved') {
      sums.approved += 1;
      const created = createdAt.get(card);
      if (created !== undefined && !approvedOnce.has(card)) times.push(Date.parse(at) - created);
      approvedOnce.add(card);
    }
    // A return by the rules is not a decision of a person.
    if (type === 'card-returned' && data['automatic'] !== true) sums.returned += 1;
    if (type === 'llm-call-recorded') {
      sums.model_calls += 1;
      if (data['ok'] !== true) sums.model_failures += 1;
    }
  };

  return {
    count(event: StoredEvent): void {
      const data = fieldsOf(event.data);
      if (event.type === 'card-created') {
        createdAt.set(`${event.streamId}/${String(data['slide_id'])}`, Date.parse(event.at));
      }
      if (event.at < since) return;
      const tally = tallyOf(event.at);
      if (event.streamId.startsWith(runPrefix)) countRun(event.type, data, tally);
      else countCard(event, data, tally);
    },
    points: (): readonly Point[] =>
      [...tallies]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, { sums, times }]) => ({
          at: `${key}${'T00:00:00.000Z'.slice(key.length - dayLength)}`,
          ...sums,
          approval_time_ms: times.length === 0 ? null : total(times) / times.length,
          return_rate: rate(sums.returned, sums.approved + sums.returned),
          fix_rate: rate(sums.fixes_applied, sums.fixes_proposed),
        })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function rate(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}
