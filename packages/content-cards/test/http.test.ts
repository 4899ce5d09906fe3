import { createMemoryEventStore } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContentApp, type Principal } from '../src/http.ts';
import { createContentService } from '../src/index.ts';
import { contentAppConformance, deckServiceConformance } from '../src/testing.ts';
import { createBench, editor, sampleCard } from './helpers.ts';
import { auth, tokenOf, undescribed } from './http-support.ts';
import { type Server, serveApp } from './serve.ts';

let server: Server;
const seen: { method: string; path: string; status: number; body: string }[] = [];
beforeAll(async () => {
  const service = createContentService({ store: createMemoryEventStore() });
  server = await serveApp(createContentApp({ service, auth }));
});
afterAll(() => server.close());

describe('the HTTP table through fetch against a real server', () => {
  const cases = contentAppConformance(async (path, { scopes, headers, ...init }) => {
    const response = await fetch(server.origin + path, {
      ...init,
      headers: {
        ...headers,
        ...(scopes === null ? {} : { authorization: `Bearer ${tokenOf(scopes)}` }),
      },
    });
    const body = await response.clone().text();
    const { status } = response;
    seen.push({ method: init.method, path: path.split('?', 1)[0] ?? '', status, body });
    return response;
  });
  test.each([...cases])('$name', async (each) => expect(await each.run()).toBeUndefined());

  test('every answer that was seen is one that the OpenAPI document describes', () => {
    const known = seen.filter(
      ({ status, path }) => status !== 405 && !/nothing|openapi/.test(path),
    );
    expect(known.map((each) => undescribed(each.method, each.path, each)).filter(Boolean)).toEqual(
      [],
    );
    expect(known.length).toBeGreaterThan(50);
  });
});

describe('the service on the memory store', () => {
  test.each([...deckServiceConformance(() => createMemoryEventStore())])('$name', async (each) =>
    expect(await each.run()).toBeUndefined(),
  );
});

test('without auth the app is refused unless anonymous access is asked for', async () => {
  const { service } = createBench();
  expect(() => createContentApp({ service })).toThrow(/allowAnonymous/);
  const app = createContentApp({ service, allowAnonymous: true });
  expect((await app.request('/v1/content/metrics')).status).toBe(200);
});

test('the seed writes weak tags: the switch gives and takes them', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const app = createContentApp({ service, allowAnonymous: true, weakEtagCompat: true });
  const got = await app.request('/v1/content/cards/a');
  expect(got.headers.get('etag')).toBe('W/"cards-1"');
  expect(await got.json()).toMatchObject({ revision: 'W/"cards-1"', title: 'アジェンダ' });
  const patched = await app.request('/v1/content/cards/a', {
    method: 'PATCH',
    headers: {
      'if-match': 'W/"cards-1"',
      'content-type': 'application/json',
      'x-actor': 'a',
      'x-request-id': 'r',
    },
    body: '{"title":"新"}',
  });
  expect([patched.status, patched.headers.get('etag')]).toEqual([200, 'W/"cards-2"']);
});

const comment = (app: ReturnType<typeof createContentApp>, headers: Record<string, string>) =>
  app.request('/v1/content/cards/a/comment', {
    method: 'POST',
    headers: {
      authorization: 'Bearer t',
      'x-request-id': 'r',
      'content-type': 'application/json',
      ...headers,
    },
    body: '{"notes":"x"}',
  });

test('actors: percent-encoded names, delegates, and the policy that takes the token alone', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const principal: Principal = {
    subject: 'svc',
    scopes: ['cards:write', 'cards:read'],
    delegates: ['山田 花子'],
  };
  const verify = () => Promise.resolve(principal);
  const app = createContentApp({ service, auth: verify });
  const named = await comment(app, { 'x-actor': encodeURIComponent('山田 花子') });
  expect([named.status, await named.json()]).toMatchObject([201, { actor: '山田 花子' }]);
  expect((await comment(app, { 'x-actor': 'other' })).status).toBe(403);
  expect((await comment(app, { 'x-actor': '%zz' })).status).toBe(400);
  const tokenOnly = createContentApp({ service, auth: verify, actorPolicy: 'token' });
  expect(await (await comment(tokenOnly, {})).json()).toMatchObject({ actor: 'svc' });
});
