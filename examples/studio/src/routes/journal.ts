import { type EventStore, type StoredEvent, type StreamSummary } from '@kanmon/core';
import { HttpProblem, invalidRequest, readQuery, type Route } from '@kanmon/core/http';
import { fieldIssue } from '@kanmon/core/kit';
import { verifyStream } from '@kanmon/event-store';
import * as z from 'zod';
import { createStates, hasState } from '../states.ts';
import { kindOf } from '../stream-kinds.ts';

const text = z.string();
const pageLimit = z.coerce.number().int().min(1).max(500).default(100);

const streamQuery = z.object({
  /** The last stream id of the page before. */
  after: text.exactOptional(),
  prefix: text.exactOptional(),
  limit: pageLimit,
});
const eventQuery = z.object({
  /** The last version of the page before. */
  after: z.coerce.number().int().min(0).default(0),
  limit: pageLimit,
});
const stateQuery = z.object({ at: z.coerce.number().int().min(1).exactOptional() });

const streamSchema = z.object({
  stream: text,
  kind: text.nullable(),
  version: z.int(),
  updated_at: text,
  hash: text.nullable(),
});
const eventSchema = z.object({
  version: z.int(),
  position: z.int(),
  type: text,
  at: text,
  actor: text.nullable(),
  request_id: text.nullable(),
  hash: text,
  data: z.unknown(),
});
const answers = {
  Streams: z.object({ items: z.array(streamSchema), next: text.nullable() }),
  Events: z.object({ items: z.array(eventSchema), next: z.int().nullable() }),
  Verdict: z.object({
    ok: z.boolean(),
    checked: z.int(),
    head: z.object({ version: z.int(), hash: text }).nullable(),
    first_bad: z.object({ version: z.int(), reason: text }).nullable(),
  }),
  State: z.object({ kind: text, version: z.int(), at: text, state: z.unknown() }),
};

/** The routes of the journal: every stream, its events, its chain, and its state at any version. */
export function journalRoutes(store: EventStore): readonly Route[] {
  const scope = 'journal:read';
  const stateAt = createStates(store);
  return [
    {
      method: 'GET',
      path: '/api/journal/streams',
      id: 'listStreams',
      summary: 'Lists the streams in the order of their ids',
      scope,
      query: streamQuery,
      answers: { 200: { description: 'A page', schema: answers.Streams } },
      async handle(request) {
        const { after = '', prefix = '', limit } = readQuery(request.request, streamQuery);
        const items: z.infer<typeof streamSchema>[] = [];
        let hasMore = false;
        for await (const summary of store.listStreams({ prefix })) {
          if (summary.streamId <= after) continue;
          hasMore = items.length === limit;
          if (hasMore) break;
          items.push(streamView(summary));
        }
        const next = hasMore ? (items.at(-1)?.stream ?? null) : null;
        return request.json(200, { items, next });
      },
    },
    {
      method: 'GET',
      path: '/api/journal/streams/{stream}',
      id: 'readStream',
      summary: 'Reads the events of a stream in order',
      scope,
      query: eventQuery,
      answers: { 200: { description: 'A page', schema: answers.Events } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const { after, limit } = readQuery(request.request, eventQuery);
        // One more than the page shows whether there is a next one.
        const bounds = { fromVersion: after + 1, toVersion: after + limit + 1 };
        const events = await Array.fromAsync(store.read(request.param('stream'), bounds));
        if (events.length === 0 && after === 0) throw new HttpProblem(404, 'not_found');
        const items = events.slice(0, limit).map(eventView);
        const next = events.length > limit ? (items.at(-1)?.version ?? null) : null;
        return request.json(200, { items, next });
      },
    },
    {
      method: 'GET',
      path: '/api/journal/verify/{stream}',
      id: 'verifyStream',
      summary: 'Computes the hash chain of a stream again',
      scope,
      answers: { 200: { description: 'The verdict', schema: answers.Verdict } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const { ok, checked, head, firstBad } = await verifyStream(store, request.param('stream'));
        if (checked === 0 && ok) throw new HttpProblem(404, 'not_found');
        return request.json(200, { ok, checked, head, first_bad: firstBad ?? null });
      },
    },
    {
      method: 'GET',
      path: '/api/journal/state/{stream}',
      id: 'readState',
      summary: 'Returns the state of a stream at a version, the last one by default',
      scope,
      query: stateQuery,
      answers: { 200: { description: 'The state', schema: answers.State } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const { at } = readQuery(request.request, stateQuery);
        const stream = request.param('stream');
        const kind = kindOf(stream);
        if (kind === undefined || !hasState(kind)) {
          throw invalidRequest([fieldIssue(['stream'], 'unknown_value')]);
        }
        const found = await stateAt(stream, kind, at);
        if (found === null) throw new HttpProblem(404, 'not_found');
        const { last, state } = found;
        return request.json(200, {
          kind: kind.name,
          version: last.version,
          at: last.at,
          state: await state,
        });
      },
    },
  ];
}

function streamView({ streamId, version, updatedAt, hash }: StreamSummary) {
  const kind = kindOf(streamId)?.name ?? null;
  return { stream: streamId, kind, version, updated_at: updatedAt, hash: hash ?? null };
}

function eventView(event: StoredEvent): z.infer<typeof eventSchema> {
  const { version, position, type, at, actor, requestId, hash, data } = event;
  return {
    version,
    position,
    type,
    at,
    actor: actor ?? null,
    request_id: requestId ?? null,
    hash,
    data,
  };
}
