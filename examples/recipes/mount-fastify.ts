import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMemoryEventStore } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { createContentService } from '@kanmon/content-cards';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { createProposalQualityApp } from '@kanmon/proposal-quality/http';
import fastify from 'fastify';

const store = createMemoryEventStore(); // one history for both, or file, SQLite, PostgreSQL
const proposals = createProposalQualityApp({ store });
const cards = createContentApp({
  service: createContentService({ store }),
  identify: bearer(createStaticTokenVerifier({ secret: { id: 'hanako', scopes: ['cards:read'] } })),
});

const app = fastify();
app.get('/', () => 'your own routes');
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
const mount = (path: string, listener: Listener) =>
  app.register((scope, _options, done) => {
    // In this scope only: bodies stay unread, and the answer is written by the mounted app.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.all(path, (request, reply) => {
      reply.hijack();
      void listener(request.raw, reply.raw);
    });
    done();
  });
await mount('/api/*', getRequestListener(proposals.fetch));
await mount('/v1/*', getRequestListener(cards.fetch));

const address = await app.listen({ port: 0, host: '127.0.0.1' });
const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${address}${path}`, init);
  const body = await response.text();
  console.log(response.status, path, body.slice(0, 60));
};
await call('/');
await call('/api/proposal-quality/validate', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'organizer', report: {}, validNodeIds: ['n1'] }),
});
await call('/v1/openapi.json');
await call('/v1/content/cards?spec_id=release');
await app.close();
