import { createContentService } from '@kanmon/content-cards';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { createMemoryEventStore } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';

const app = createContentApp({
  service: createContentService({ store: createMemoryEventStore() }),
  identify: bearer(
    createStaticTokenVerifier({
      secret: { id: 'hanako', scopes: ['cards:read', 'cards:write', 'cards:approve'] },
    }),
  ),
});
const send = async (method: string, path: string, body: object, ifMatch?: string) => {
  const response = await app.request(path, {
    method,
    headers: {
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    body: JSON.stringify(body),
  });
  const { error, status } = (await response.json()) as { error?: string; status?: string };
  console.log(response.status, error ?? status ?? 'created', response.headers.get('etag'));
};

const card = { slide_id: 'a', title: '題', intent: 'outline', story: { phase: 'introduction' } };
await send('POST', '/v1/content/cards', { spec_id: 'job-1', cards: [card] });
await send('PATCH', '/v1/content/cards/a', { body: ['一行目'] }, '"cards-1"');
await send('PATCH', '/v1/content/cards/a', { body: ['二行目'] }, '"cards-1"');
await send('POST', '/v1/content/cards/a/approve', {}, '"cards-2"');
await send('PATCH', '/v1/content/cards/a', { body: ['三行目'] }, '"cards-3"');
