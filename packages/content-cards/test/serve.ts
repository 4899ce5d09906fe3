import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

/** A real server on loopback, closed by the test that opened it. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves a `(Request) => Response` over real HTTP. */
export function serveApp(app: {
  fetch(request: Request): Response | Promise<Response>;
}): Promise<Server> {
  return listen((incoming, outgoing) => {
    void answer(app, incoming, outgoing);
  });
}

async function answer(
  app: { fetch(request: Request): Response | Promise<Response> },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD' && chunks.length > 0;
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  });
  const response = await app.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(method === 'HEAD' ? undefined : Buffer.from(await response.arrayBuffer()));
}
