// app/api/[[...path]]/route.ts of a Next project: a route handler takes a Request and gives a Response.
import { createMemoryEventStore } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { createContentService } from '@kanmon/content-cards';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { createProposalQualityApp } from '@kanmon/proposal-quality/http';

const store = createMemoryEventStore(); // in production PostgreSQL: every instance shares one history
const proposals = createProposalQualityApp({ store });
const cards = createContentApp({
  basePath: '/api/cards/v1', // the folder of the route
  service: createContentService({ store }),
  identify: bearer(createStaticTokenVerifier({ secret: { id: 'hanako', scopes: ['cards:read'] } })),
});

function handle(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/api/cards/') ? cards.fetch(request) : proposals.fetch(request);
}
export { handle as GET, handle as PATCH, handle as POST };

// What Next does with it:
const call = async (path: string, init?: RequestInit) => {
  const response = await handle(new Request(`https://example.com${path}`, init));
  const body = await response.text();
  console.log(response.status, path, body.slice(0, 60));
};
await call('/api/proposal-quality/validate', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'organizer', report: {}, validNodeIds: ['n1'] }),
});
await call('/api/cards/v1/openapi.json');
await call('/api/cards/v1/content/cards?spec_id=release');
