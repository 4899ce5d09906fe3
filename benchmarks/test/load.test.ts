import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { type Load, runLoad } from '../src/fleet/load.ts';

/** Answers each request when its whole body is there, as the balancer does. Counts those whose body does not come. */
async function startServer(): Promise<{ url: string; broken: () => number; close: () => void }> {
  let broken = 0;
  const server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const length = Number(request.headers['content-length'] ?? 0);
    if (request.method === 'GET' && length > 0) broken += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    broken: () => broken,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('sends whole requests, whatever loads ran before', async () => {
  const server = await startServer();
  const loads: readonly Load[] = ['boards', 'dialogs', 'cards'];
  for (const load of loads) {
    const { errors } = await runLoad(server.url, load, { users: 2, seconds: 1 });
    expect(errors).toBe(0);
  }
  server.close();
  expect(server.broken()).toBe(0);
});
