import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A reverse proxy over instances, as nginx with `proxy_next_upstream` is one. */
export interface Balancer {
  readonly url: string;
  /** Requests that were repeated at another instance. */
  readonly repeated: number;
  set(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Pause before an instance that refused a connection is tried again. */
const downMs = 500;
const attempts = 4;

/**
 * Sends each request to the next instance. One whose connection broke goes to another instance: reads, and writes
 * with an idempotency key or a request id, which the apps apply once.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const downUntil = new Map<number, number>();
  let ports: readonly number[] = [];
  let turn = 0;
  let repeated = 0;

  const nextPort = (): number => {
    for (let tries = 0; tries < ports.length; tries += 1) {
      turn += 1;
      const port = ports[turn % ports.length] ?? 0;
      if ((downUntil.get(port) ?? 0) <= performance.now()) return port;
    }
    return ports[turn % ports.length] ?? 0;
  };

  const pass = async (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      const port = nextPort();
      try {
        return await send(agent, port, incoming, body);
      } catch (error) {
        downUntil.set(port, performance.now() + downMs);
        if (attempt === attempts) throw error;
        repeated += 1;
      }
    }
  };

  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { status, headers, body } = await pass(incoming, Buffer.concat(chunks));
      outgoing.writeHead(status, headers).end(body);
    } catch {
      outgoing.writeHead(502).end();
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    get repeated() {
      return repeated;
    },
    set(given) {
      ports = given;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function send(
  agent: Agent,
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method, path, headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 502,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
