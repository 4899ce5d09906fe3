import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createMemoryEventStore } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { createContentService } from '@kanmon/content-cards';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { createProposalQualityApp } from '@kanmon/proposal-quality/http';
import express from 'express';

const store = createMemoryEventStore(); // one history for both, or file, SQLite, PostgreSQL
const proposals = createProposalQualityApp({ store });
const cards = createContentApp({
  service: createContentService({ store }),
  identify: bearer(createStaticTokenVerifier({ secret: { id: 'hanako', scopes: ['cards:read'] } })),
});

// An app is a function from Request to Response; the listener speaks Node on its other side.
const app = express();
app.get('/', (_request, response) => void response.send('your own routes'));
app.all('/api/{*path}', getRequestListener(proposals.fetch)); // before express.json(): bodies are read once
app.all('/v1/{*path}', getRequestListener(cards.fetch));

const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => {
  server.once('listening', resolve);
});
const { port } = server.address() as AddressInfo;
const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
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
server.close();
