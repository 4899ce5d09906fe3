import type { StoredEvent } from '@kanmon/core';
import { HttpProblem, readQuery, type Route } from '@kanmon/core/http';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import type { Live } from '../live.ts';
import { kindOf } from '../stream-kinds.ts';

/** Shorter than the 60 s after which proxies commonly close a silent connection. */
const heartbeatMs = 15_000;
/** Milliseconds after which a client that lost its connection comes back. */
const retryMs = 1000;
/** A write that takes longer waits for a reader that is gone or too slow. */
const slowMs = 10_000;

const query = z.object({ after: z.coerce.number().int().min(0).exactOptional() });
const headers = z.object({ 'Last-Event-ID': z.string().exactOptional() });

/** `GET /api/live`: which stream has a new event, for every stream that the caller may read. */
export function liveRoute(live: Live): Route {
  return {
    method: 'GET',
    path: '/api/live',
    id: 'followEvents',
    summary: 'Sends new events of all streams that the caller may read, without their data',
    description:
      'The id of an event is its position: send it back as Last-Event-ID, or as `after`, to go on behind it. Without a position only new events are sent.',
    query,
    headers,
    answers: {
      200: { description: 'The events until one side ends', mediaTypes: ['text/event-stream'] },
    },
    async handle({ request, caller, hono }) {
      const after = positionOf(request);
      const scopes = new Set(caller?.scopes);
      if (!scopes.has('journal:read') && ![...scopes].some((scope) => scope.endsWith(':read'))) {
        throw new HttpProblem(403, 'forbidden');
      }
      return streamSSE(hono, async (stream) => {
        const ended = new AbortController();
        const end = (): void => ended.abort();
        stream.onAbort(end);
        const signal = AbortSignal.any([request.signal, ended.signal]);
        /** Ends the connection of a reader that does not take what is written. */
        const write = async (message: Parameters<typeof stream.writeSSE>[0]): Promise<void> => {
          const slow = setTimeout(() => {
            end();
            stream.abort();
          }, slowMs);
          await stream.writeSSE(message);
          clearTimeout(slow);
        };
        const heartbeat = setInterval(() => {
          void stream.write(': \n\n').catch(end);
        }, heartbeatMs);
        heartbeat.unref();
        try {
          await stream.write(`retry: ${retryMs}\n\n`);
          for await (const event of live.events(after, signal)) {
            if (!mayFollow(scopes, event.streamId)) continue;
            await write({ id: String(event.position), event: 'event', data: dataOf(event) });
          }
        } finally {
          clearInterval(heartbeat);
        }
      });
    },
  };
}

function positionOf(request: Request): number | undefined {
  const { after } = readQuery(request, query);
  const last = request.headers.get('last-event-id');
  return last !== null && /^\d{1,15}$/.test(last) ? Number(last) : after;
}

function mayFollow(scopes: ReadonlySet<string>, streamId: string): boolean {
  const scope = kindOf(streamId)?.scope ?? 'journal:read';
  return scopes.has('journal:read') || scopes.has(scope);
}

function dataOf({ streamId, version, type, at, actor }: StoredEvent): string {
  const kind = kindOf(streamId)?.name ?? null;
  return JSON.stringify({ stream: streamId, kind, version, type, at, actor: actor ?? null });
}
