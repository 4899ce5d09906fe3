import { createAdaptorServer } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { UsageError } from '@kanmon/example-shared/usage-error';
import type { ServerContext } from './context.ts';
import { createServer } from './create-server.ts';

/** The longest text a tool takes, three UTF-8 bytes a character, with room for JSON escapes. */
const maxBodyBytes = 2 * 1024 * 1024;

const path = '/mcp';

/** A server that listens. */
export interface HttpServing {
  readonly url: string;
  /** Answers what is under way, then stops. */
  close(): Promise<void>;
}

/** An idle connection stays open longer than clients keep theirs: one that closes first loses a request. */
const idleMs = 65_000;

/**
 * Serves MCP over streamable HTTP at `/mcp`, on the loopback address only. A request whose Host or
 * Origin is no name of this machine is refused: a web page must not reach the server through a name of
 * its own (DNS rebinding). Port 0 takes a free one. Throws
 * `UsageError` when the port is in use.
 */
export async function serveHttp(context: ServerContext, port: number): Promise<HttpServing> {
  const handler = createMcpHandler(() => createServer(context), {
    maxRequestBodySize: maxBodyBytes,
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  const server = createAdaptorServer({
    fetch(request: Request) {
      const rejected =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (rejected !== undefined) return rejected;
      return new URL(request.url).pathname === path ? handler.fetch(request) : notFound();
    },
    serverOptions: { keepAliveTimeout: idleMs },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) =>
      reject(new UsageError(`cannot listen on 127.0.0.1:${port}: ${error.message}`, error)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${actualPort}${path}`,
    async close() {
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function notFound(): Response {
  const body = { error: 'not_found', message: `MCP is served at ${path}` };
  return Response.json(body, { status: 404 });
}
