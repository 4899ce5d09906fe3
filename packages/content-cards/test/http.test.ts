import { createMemoryEventStore, InvalidArgumentError, silentLogger } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createContentApp,
  createStaticTokenVerifier,
  type ContentAppOptions,
  type ContentCaller,
} from '../src/http.ts';
import { type CardReview, createContentService } from '../src/index.ts';
import { contentAppConformance, deckServiceConformance } from '../src/testing.ts';
import { createBench, editor, sampleCard } from './helpers.ts';
import { identify, tokenOf, undescribed } from './http-support.ts';
import { type Server, serveApp } from './serve.ts';

let server: Server;
const seen: { method: string; path: string; status: number; body: string }[] = [];
beforeAll(async () => {
  const service = createContentService({ store: createMemoryEventStore() });
  server = await serveApp(createContentApp({ service, identify }));
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

test('without identify the app is refused unless anonymous access is asked for', async () => {
  const { service } = createBench();
  expect(() => createContentApp({ service })).toThrow(/allowAnonymous/);
  for (const wrong of [{}, { service: createMemoryEventStore() }, { service: () => service }]) {
    const options = { allowAnonymous: true, ...wrong } as unknown as ContentAppOptions;
    expect(() => createContentApp(options)).toThrow(InvalidArgumentError);
    expect(() => createContentApp(options)).toThrow(/options.service .* createContentService/);
  }
  const app = createContentApp({ service, allowAnonymous: true });
  expect((await app.request('/v1/content/metrics')).status).toBe(200);
});

test.each([
  { allowAnonymous: 'false' },
  { allowAnonymous: 1 },
  { allowAnonymous: null },
  { weakEtagCompat: 'no' },
  { identify: undefined },
  { auth: undefined },
  { auth: 5 },
  { actorPolicy: 'both_must_match' },
  { locale: 'fr' },
  { logger: 5 },
])('refuses %o', (wrong) => {
  const { service } = createBench();
  const create = () =>
    createContentApp({ service, allowAnonymous: true, ...wrong } as ContentAppOptions);
  expect(create).toThrow(InvalidArgumentError);
  expect(create).toThrow(`options.${Object.keys(wrong)[0]} `);
});

test('weakEtagCompat writes weak tags and accepts them', async () => {
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

test.each([
  [{ id: 'u'.repeat(129), scopes: ['cards:read'] }, 'an id of at most 128 characters'],
  [{ id: 'a\u200bb', scopes: ['cards:read'] }, 'an id of at most 128 characters'],
  [{ id: 'ann', scopes: 'cards:read-own' }, 'scopes as a list of texts'],
])('a caller that the app cannot use is a fault of the host: %#', async (caller, message) => {
  const { service } = createBench();
  const lines: unknown[] = [];
  const logger = { ...silentLogger, error: (line: unknown) => lines.push(line) };
  const app = createContentApp({ service, identify: () => caller as ContentCaller, logger });
  expect((await app.request('/v1/content/cards?spec_id=d')).status).toBe(500);
  expect(String((lines[0] as { error: unknown }).error)).toContain(message);
});

test('an error that identify throws reaches the logger of the app', async () => {
  const { service } = createBench();
  const lines: unknown[] = [];
  const logger = { ...silentLogger, error: (line: unknown) => lines.push(line) };
  const failing = () => {
    throw new Error('db down');
  };
  const app = createContentApp({ service, identify: failing, logger });
  expect((await app.request('/v1/content/cards?spec_id=d')).status).toBe(500);
  expect(lines).toMatchObject([{ error: { message: 'db down' } }]);
});

test.each([
  ['en', 'The state of the card does not allow this: it is approved; unlock it first'],
  ['ja', 'カードの現在の状態ではこの操作はできません: 承認済みです。先に承認を解除してください'],
])('a change of an approved card names its state and the remedy (%s)', async (language, text) => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  await service.approveCard({ spec_id: 'd', slide_id: 'a' }, {}, { ifMatch: '*' }, editor);
  const app = createContentApp({ service, identify: () => ({ id: 'a', scopes: ['cards:write'] }) });
  const answer = await app.request('/v1/content/cards/a?spec_id=d', {
    method: 'PATCH',
    headers: { 'if-match': '*', 'content-type': 'application/json', 'accept-language': language },
    body: '{"title":"x"}',
  });
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: text }]);
});

test('beside identify, no token means reading cards and nothing else', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const verify = createStaticTokenVerifier({ t: { id: 'svc', scopes: ['cards:read'] } });
  const app = createContentApp({ service, identify: bearer(verify), allowAnonymous: true });
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await app.request(path, init)).status;
  expect(await statusOf('/v1/content/cards/a')).toBe(200);
  expect(await statusOf('/v1/content/logs')).toBe(401);
  const actions = ['approve', 'return', 'unlock', 'review', 'comment'];
  for (const action of actions)
    expect(
      await statusOf(`/v1/content/cards/a/${action}`, {
        method: 'POST',
        headers: { 'if-match': '*', 'content-type': 'application/json' },
        body: '{}',
      }),
    ).toBe(401);
  const wrong = { headers: { authorization: 'Bearer wrong' } };
  expect(await statusOf('/v1/content/cards/a', wrong)).toBe(401);
  const weak = { headers: { authorization: 'Bearer t' } };
  expect(await statusOf('/v1/content/logs', weak)).toBe(403);
});

test('auth takes a verifier of bearer tokens, whose subject is the actor', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const auth = createStaticTokenVerifier({ t: { subject: 'svc', scopes: ['cards:write'] } });
  const app = createContentApp({ service, auth });
  const comment = async (token: string) =>
    app.request('/v1/content/cards/a/comment', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"notes":"x"}',
    });
  expect(await (await comment('t')).json()).toMatchObject({ actor: 'svc' });
  expect((await comment('x')).status).toBe(401);
  expect(() => createContentApp({ service, auth, identify: () => null })).toThrow(/both/);
});

test('a change needs neither X-Actor nor X-Request-ID: the token names the actor', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const principal: ContentCaller = { id: 'svc', scopes: ['cards:write'] };
  for (const actorPolicy of ['both-must-match', 'header', 'token'] as const) {
    const app = createContentApp({ service, identify: () => principal, actorPolicy });
    const answer = await app.request('/v1/content/cards/a/comment', {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"notes":"x"}',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      actor: 'svc',
      request_id: answer.headers.get('x-request-id'),
    });
  }
  const open = createContentApp({ service, allowAnonymous: true });
  const nameless = await open.request('/v1/content/cards/a/approve', {
    method: 'POST',
    headers: { 'if-match': '*' },
  });
  expect(await nameless.json()).toMatchObject({ error: 'header_required' });
});

test('an actor other than the sender is not called malformed', async () => {
  const { service } = createBench();
  const app = createContentApp({
    service,
    identify: () => ({ id: 'ann', scopes: ['cards:write'] }),
  });
  const answer = await app.request('/v1/content/cards/a/comment', {
    method: 'POST',
    headers: { 'x-actor': 'bob', 'content-type': 'application/json' },
    body: '{"notes":"x"}',
  });
  expect(await answer.json()).toMatchObject({
    error: 'actor_mismatch',
    details: [{ field: 'X-Actor', issue: 'unknown_value' }],
  });
});

test('a store that is down while it is read is reported as one that is not available', async () => {
  const fail = (): never => {
    throw new Error('down');
  };
  const store = { ...createMemoryEventStore(), append: fail, read: fail, readAll: fail };
  const app = createContentApp({
    service: createContentService({ store }),
    allowAnonymous: true,
  });
  for (const path of ['cards/a?spec_id=d', 'cards?spec_id=d', 'logs', 'metrics']) {
    const answer = await app.request(`/v1/content/${path}`);
    expect([answer.status, await answer.json()], path).toMatchObject([
      503,
      { error: 'storage_error', message: expect.stringContaining('store is not available') },
    ]);
  }
});

test('a list without its deck is refused with a request for spec_id', async () => {
  const { service } = createBench();
  const app = createContentApp({ service, allowAnonymous: true });
  const list = await app.request('/v1/content/cards', { headers: { 'accept-language': 'en' } });
  expect(await list.json()).toMatchObject({
    error: 'spec_id_required',
    message: 'Name the deck with spec_id: spec_id',
  });
});

test('a review is in the language that the reader asks for, else in that of the card', async () => {
  const { service } = createBench();
  const body = ['背景を整理する。', '背景を整理する。', '売上は１０億円'];
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a', { body })] }, editor);
  const app = createContentApp({ service, allowAnonymous: true });
  const reviewIn = async (path: string, language: string) => {
    const answer = await app.request(path, { headers: { 'accept-language': language } });
    const { ai_review, items } = (await answer.json()) as {
      ai_review?: CardReview;
      items?: readonly { readonly ai_review: CardReview }[];
    };
    const { issues = [], autofix_proposals = [] } = ai_review ?? items?.[0]?.ai_review ?? {};
    return [
      ...issues.map(({ message }) => message),
      ...autofix_proposals.map(({ description }) => description),
    ];
  };
  const path = '/v1/content/cards/a';
  const stored = await reviewIn(path, '*');
  const english = await reviewIn(path, 'en-GB, ja;q=0.5');
  expect(stored).toContain('1行目と同じ内容です。');
  expect(stored).toContain('重複した2行目を削除します。');
  expect(english).toContain('The line repeats line 1.');
  expect(english).toContain('Removes line 2, a repeat.');
  expect(english.filter((text) => /[ぁ-ん]/.test(text))).toEqual([]);
  expect(await reviewIn('/v1/content/cards?spec_id=d', 'en')).toEqual(english);
  expect(await reviewIn(path, 'ja')).toEqual(stored);
});

test('approving again names the person who approved, not the one who asks', async () => {
  const { service } = createBench();
  await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, editor);
  const verify = (token: string) =>
    Promise.resolve({ id: token, scopes: ['cards:approve'] } satisfies ContentCaller);
  const app = createContentApp({ service, identify: bearer(verify) });
  const approve = async (name: string) => {
    const answer = await app.request('/v1/content/cards/a/approve', {
      method: 'POST',
      headers: { authorization: `Bearer ${name}`, 'if-match': '*' },
    });
    return (await answer.json()) as { approved_by: string; locked_at: string };
  };
  const first = await approve('hanako');
  expect(first).toMatchObject({ approved_by: 'hanako', unchanged: false });
  expect(await approve('taro')).toMatchObject({
    approved_by: 'hanako',
    locked_at: first.locked_at,
    unchanged: true,
  });
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
  const principal: ContentCaller = {
    id: 'svc',
    scopes: ['cards:write', 'cards:read'],
    delegates: ['山田 花子'],
  };
  const verify = () => Promise.resolve(principal);
  const app = createContentApp({ service, identify: bearer(verify) });
  const named = await comment(app, { 'x-actor': encodeURIComponent('山田 花子') });
  expect([named.status, await named.json()]).toMatchObject([201, { actor: '山田 花子' }]);
  expect((await comment(app, { 'x-actor': 'other' })).status).toBe(403);
  expect((await comment(app, { 'x-actor': '%zz' })).status).toBe(400);
  const tokenOnly = createContentApp({ service, identify: bearer(verify), actorPolicy: 'token' });
  expect(await (await comment(tokenOnly, {})).json()).toMatchObject({ actor: 'svc' });
});
