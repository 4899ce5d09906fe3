import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { UsageError } from './usage-error.ts';

/** A server that takes requests. */
export interface Listening {
  readonly url: string;
  /** Takes no more requests, lets the open ones end, then cuts what is left. */
  close(): Promise<void>;
}

/** An app, whether or not it looks at the Node request. */
export type NodeApp = Pick<Hono<{ Bindings: HttpBindings }>, 'fetch'>;

/** Serves an app over HTTP/1.1. Throws `UsageError` when the address cannot be had. */
export async function listen(
  app: NodeApp,
  {
    host,
    port,
    graceMs = 3000,
  }: {
    readonly host: string;
    readonly port: number;
    /** Milliseconds for open requests to end after the server is asked to stop. @default 3000 */
    readonly graceMs?: number;
  },
): Promise<Listening> {
  // Without options the adapter makes a plain HTTP server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot listen on ${host}:${port}: ${reason}`, error);
  }
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      const waited = new AbortController();
      await Promise.race([
        closed,
        sleep(graceMs, undefined, { signal: waited.signal }).catch(() => {}),
      ]);
      waited.abort();
      server.closeAllConnections();
      await closed;
    },
  };
}
