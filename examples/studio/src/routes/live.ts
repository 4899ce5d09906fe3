import type { StoredEvent } from '@kanmon/core';
import { HttpProblem, readQuery, type Route } from '@kanmon/core/http';
import * as z from 'zod';
import type { Live } from '../live.ts';
import { kindOf, streamKinds } from '../stream-kinds.ts';

/** Shorter than the 60 s after which proxies commonly close a silent connection. */
const heartbeatMs = 15_000;
/** Milliseconds after which a client that lost its connection comes back. */
const retryMs = 1000;

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
    async handle({ request, caller }) {
      const scopes = new Set(caller?.scopes);
      if (!streamKinds.some(({ scope }) => mayRead(scopes, scope))) {
        throw new HttpProblem(403, 'forbidden');
      }
      // Known before the answer begins: what is appended behind its first byte is new.
      const after = positionOf(request) ?? (await live.position());
      return new Response(eventStream(live, after, { scopes, signal: request.signal }), {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      });
    },
  };
}

interface Reader {
  readonly scopes: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** The events as the reader takes them. A reader that is too slow gets an error, which closes its connection. */
function eventStream(
  live: Live,
  after: number,
  { scopes, signal }: Reader,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const encoder = new TextEncoder();
  let events: ReturnType<Live['events']>;
  let heartbeat: NodeJS.Timeout;
  const end = (): void => {
    clearInterval(heartbeat);
    left.abort();
    // It may wait at an event that no reader takes any more.
    void events.return();
  };
  return new ReadableStream({
    start(controller) {
      events = live.events(after, {
        signal: AbortSignal.any([signal, left.signal]),
        drop() {
          end();
          controller.error(new Error('the reader of live events is too slow'));
        },
      });
      heartbeat = setInterval(() => {
        // Without room the reader has not taken the last one.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'));
      }, heartbeatMs);
      heartbeat.unref();
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
    },
    async pull(controller) {
      for (;;) {
        const { value: event, done } = await events.next();
        if (left.signal.aborted) return;
        if (done === true) {
          end();
          controller.close();
          return;
        }
        if (mayRead(scopes, kindOf(event.streamId)?.scope)) {
          controller.enqueue(encoder.encode(messageOf(event)));
          return;
        }
      }
    },
    cancel: end,
  });
}

function positionOf(request: Request): number | undefined {
  const { after } = readQuery(request, query);
  const last = request.headers.get('last-event-id');
  return last !== null && /^\d{1,15}$/.test(last) ? Number(last) : after;
}

/** The journal is every stream; a stream of no kind belongs to the journal alone. */
function mayRead(scopes: ReadonlySet<string>, scope: string | undefined): boolean {
  return scopes.has('journal:read') || (scope !== undefined && scopes.has(scope));
}

function messageOf({ position, streamId, version, type, at, actor }: StoredEvent): string {
  const kind = kindOf(streamId)?.name ?? null;
  const data = { stream: streamId, kind, version, type, at, actor: actor ?? null };
  return `id: ${position}\nevent: event\ndata: ${JSON.stringify(data)}\n\n`;
}
