import { type EventStore, sha256Hex, type StoredEvent, type StreamSummary } from '@kanmon/core';
import { type HttpCaller, HttpProblem, readQuery, type Route } from '@kanmon/core/http';
import {
  dialogResponseSchema,
  multiStepQueryPlanSchema,
  planSourceSchema,
  reasonSchema,
  searchHitSchema,
} from '@kanmon/multistep-planner/schemas';
import * as z from 'zod';

/** The streams of dialogs: `dialog/<tenant>/<session id>`. */
export const dialogPrefix = 'dialog/';

const plainTenant = /^[A-Za-z0-9._-]{1,128}$/;
const plainSession = /^[A-Za-z0-9._~-]{1,128}$/;

/** Dialogs belong to their caller. A subject that cannot name a tenant, such as an address, is hashed. */
export function tenantOf(caller: HttpCaller | undefined): string {
  if (caller === undefined) throw new HttpProblem(401, 'unauthorized');
  return plainTenant.test(caller.id) ? caller.id : `~${sha256Hex(caller.id)}`;
}

const text = z.string();
const query = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });

const summarySchema = z.object({ session_id: text, title: text, updated_at: text });
const plan = {
  plan: multiStepQueryPlanSchema,
  source: planSourceSchema,
  reasons: z.array(reasonSchema),
};
const searchSchema = z.object({
  query: text,
  status: z.enum(['returned', 'failed', 'late']),
  hits: z.array(searchHitSchema).default([]),
});
const turnSchema = z.object({
  request_id: text.nullable(),
  message: text,
  at: text,
  ...plan,
  searches: z.array(searchSchema),
  response: dialogResponseSchema,
});

/** A turn of a dialog, as it was recorded. */
export type TurnView = z.infer<typeof turnSchema>;

/** The routes that read the dialogs of the caller back. */
export function dialogRoutes(store: EventStore): readonly Route[] {
  const scope = 'dialogs:run';
  return [
    {
      method: 'GET',
      path: '/api/dialogs',
      id: 'listDialogs',
      summary: 'Lists the dialogs of the caller, the newest first',
      scope,
      query,
      answers: {
        200: {
          description: 'A page',
          schema: z.object({ items: z.array(summarySchema), total: z.int() }),
        },
      },
      async handle({ request, caller, json }) {
        const { limit } = readQuery(request, query);
        const prefix = `${dialogPrefix}${tenantOf(caller)}/`;
        const streams = await Array.fromAsync(store.listStreams({ prefix }));
        const items = await Promise.all(
          streams
            .toSorted(newestFirst)
            .slice(0, limit)
            .map(async ({ streamId, updatedAt }) => ({
              session_id: streamId.slice(prefix.length),
              title: await titleOf(store, streamId),
              updated_at: updatedAt,
            })),
        );
        return json(200, { items, total: streams.length });
      },
    },
    {
      method: 'GET',
      path: '/api/dialogs/{id}',
      id: 'getDialog',
      summary: 'Returns the newest turns of a dialog with their plans, searches and sources',
      scope,
      query,
      answers: {
        200: {
          description: 'The turns, the oldest first, and the number of all',
          schema: z.object({ turns: z.array(turnSchema), total: z.int() }),
        },
      },
      problems: { 404: ['not_found'] },
      async handle({ request, caller, param, json }) {
        const { limit } = readQuery(request, query);
        const id = param('id');
        if (!plainSession.test(id)) throw new HttpProblem(404, 'not_found');
        const turns = await readTurns(store.read(`${dialogPrefix}${tenantOf(caller)}/${id}`));
        if (turns.length === 0) throw new HttpProblem(404, 'not_found');
        return json(200, { turns: turns.slice(-limit).map(turnOf), total: turns.length });
      },
    },
  ];
}

function newestFirst(one: StreamSummary, other: StreamSummary): number {
  return other.updatedAt.localeCompare(one.updatedAt);
}

const received = z.object({ message: text });

/** The first message of a dialog. */
async function titleOf(store: EventStore, streamId: string): Promise<string> {
  for await (const { data } of store.read(streamId, { toVersion: 1 })) {
    return received.safeParse(data).data?.message ?? '';
  }
  return '';
}

/** The events of each turn; all of a turn are written in one append. */
async function readTurns(
  events: AsyncIterable<StoredEvent>,
): Promise<readonly (readonly StoredEvent[])[]> {
  const turns: StoredEvent[][] = [];
  for await (const event of events) {
    if (event.type === 'turn-received') turns.push([]);
    turns.at(-1)?.push(event);
  }
  return turns;
}

const made = z.object({ outcome: z.object(plan) });
const completed = z.object({ response: dialogResponseSchema });

function turnOf(events: readonly StoredEvent[]): TurnView {
  const dataOf = (type: string): unknown => events.find((event) => event.type === type)?.data;
  const [first] = events;
  const { outcome } = made.parse(dataOf('plan-made'));
  return {
    request_id: first?.requestId ?? null,
    message: received.parse(first?.data).message,
    at: first?.at ?? '',
    ...outcome,
    searches: events
      .filter(({ type }) => type === 'search-returned')
      .map(({ data }) => searchSchema.parse(data)),
    response: completed.parse(dataOf('turn-completed')).response,
  };
}
