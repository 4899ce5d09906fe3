import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { asRecord, type UnknownRecord } from '../../src/wire/read.ts';

/** One request as the server saw it. */
export interface JournalEntry {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: UnknownRecord;
  /** True once the client has gone before the answer was complete. */
  disconnected: boolean;
}

export type Behaviour = (response: ServerResponse, entry: JournalEntry) => void | Promise<void>;

export interface ChaosServer {
  readonly url: string;
  readonly journal: readonly JournalEntry[];
  /** Sets the behaviour of the server from now on; a list is used up one by one, its last one stays. */
  behave(...behaviours: readonly Behaviour[]): void;
  close(): Promise<void>;
}

/** An HTTP server on loopback that misbehaves as asked. */
export async function startChaosServer(): Promise<ChaosServer> {
  let journal: JournalEntry[] = [];
  let queue: readonly Behaviour[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry: JournalEntry = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await readJson(request),
      disconnected: false,
    };
    journal.push(entry);
    response.on('close', () => {
      entry.disconnected = !response.writableFinished;
    });
    const behaviour = queue[0] ?? json(500, { error: { message: 'no behaviour set' } });
    if (queue.length > 1) queue = queue.slice(1);
    await behaviour(response, entry);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    get journal() {
      return journal;
    },
    behave(...behaviours) {
      journal = [];
      queue = behaviours;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function readJson(request: IncomingMessage): Promise<UnknownRecord> {
  const body = await text(request);
  return body === '' ? {} : asRecord(JSON.parse(body));
}

/** A complete JSON answer. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A complete answer of any type. */
export const page =
  (status: number, body: string, contentType = 'text/html'): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };

/** Never answers. */
export const hang = (): Behaviour => () => undefined;

/** Sends headers and the start of a body, then nothing more. */
export const hangInBody =
  (start: string, contentType = 'application/json'): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.write(start);
  };

/** Waits before it answers. */
export const slowly =
  (ms: number, behaviour: Behaviour): Behaviour =>
  async (response, entry) => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    });
    await behaviour(response, entry);
  };

/** Closes the connection without an answer, or after the start of one. */
export const reset =
  (start?: string, contentType = 'application/json'): Behaviour =>
  (response) => {
    if (start === undefined) {
      response.socket?.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': contentType });
    response.write(start, () => {
      setTimeout(() => response.socket?.destroy(), 20);
    });
  };

/** Sends a start, then the same megabyte without end, as fast as it is read. */
export const flood =
  (
    start: string,
    more: string = 'x'.repeat(1_048_576),
    contentType = 'application/json',
  ): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.write(start);
    const send = (): void => {
      while (!response.destroyed && response.write(more));
    };
    response.on('drain', send);
    send();
  };

/** An event stream in pieces of `split` bytes, so that characters and line ends fall between chunks. */
export const eventStream =
  (body: string, options: { readonly split?: number; readonly end?: boolean } = {}): Behaviour =>
  async (response) => {
    const { split, end = true } = options;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(body, 'utf8');
    await writePieces(response, bytes, split ?? bytes.length);
    if (end) response.end();
  };

/** One piece per turn of the event loop, or Node joins them into one chunk. */
async function writePieces(response: ServerResponse, bytes: Buffer, size: number): Promise<void> {
  if (bytes.length === 0) return;
  response.write(bytes.subarray(0, size));
  await setImmediate();
  await writePieces(response, bytes.subarray(size), size);
}
