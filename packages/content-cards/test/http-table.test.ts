import { Validator } from '@seriousme/openapi-schema-validator';
import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '@kanmon/core/http';
import {
  type ContentCaller,
  createContentApp,
  createStaticTokenVerifier,
  openApiDocument,
  type Principal,
} from '../src/http.ts';
import { type ContentRoute, contentRoutes as routesOf } from '../src/http/routes.ts';
import { allScopes } from '../src/http/identify.ts';
import { type ContentService, createContentService } from '../src/index.ts';
import { sampleCard } from './helpers.ts';
import { identify, document, tokenOf, undescribed } from './http-support.ts';
import { type Server, serveApp } from './serve.ts';

// Every status that the document names for a route is brought about, through fetch against a real
// server, with the code and the body that belong to it.

const contentRoutes = routesOf();

interface Wanted {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | null>;
  readonly body: unknown;
  readonly scopes: readonly string[] | null;
  readonly server: 'whole' | 'failing' | 'broken';
}

let servers: Record<Wanted['server'], Server>;
let store: EventStore;
let isDown = false;

beforeAll(async () => {
  store = createMemoryEventStore();
  const down = (): never => {
    throw new Error('disk full at /var/lib/secret');
  };
  const failing: EventStore = {
    ...store,
    append: (...args) => (isDown ? down() : store.append(...args)),
    read: (...args) => (isDown ? down() : store.read(...args)),
    readAll: (...args) => (isDown ? down() : store.readAll(...args)),
    listStreams: (...args) => (isDown ? down() : store.listStreams(...args)),
  };
  const service = createContentService({ store });
  const broken = new Proxy(service, {
    get: () => () => Promise.reject(new TypeError('undefined is not a secret')),
  });
  const serve = (each: ContentService) => serveApp(createContentApp({ service: each, identify }));
  servers = {
    whole: await serve(service),
    failing: await serve(createContentService({ store: failing })),
    broken: await serve(broken),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

async function send(wanted: Wanted): Promise<Response> {
  const { method, path, headers, body, scopes, server } = wanted;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    ...(method === 'GET' ? {} : { 'x-actor': 'editor@example.com', 'x-request-id': 'trace-1' }),
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...(scopes === null ? {} : { authorization: `Bearer ${tokenOf(scopes)}` }),
    ...headers,
  };
  isDown = server === 'failing';
  const response = await fetch(servers[server].origin + path, {
    method,
    headers: Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== null)) as Record<
      string,
      string
    >,
    ...(text === undefined ? {} : { body: text }),
  });
  isDown = false;
  return response;
}

const bodies: Readonly<Partial<Record<string, object>>> = {
  patch: { title: '新しい題' },
  approve: { notes: 'よし' },
  return: { reason: '直し' },
  unlock: { reason: '直し' },
  review: {},
  comment: { notes: '追記' },
  sourceWarnings: {
    log: [
      {
        spec_id: 'any',
        slide_id: 'a',
        action: 'source_warning',
        actor: 'someone else',
        timestamp: '2026-01-01T00:00:00.000Z',
        notes: '文字コードが違います',
        applied_autofix: [],
      },
    ],
  },
  snapshot: { name: '初稿' },
  rollback: { version: 1 },
};
let decks = 0;

/** A request to a fresh deck that would succeed. */
async function allowed(endpoint: ContentRoute): Promise<Wanted> {
  decks += 1;
  const spec = `deck-${decks}`;
  const create = { spec_id: spec, cards: [sampleCard('a')] };
  const base = { headers: {}, scopes: allScopes, server: 'whole' } as const;
  const onCard = (action: string, body: object): Promise<Response> =>
    send({
      ...base,
      method: 'POST',
      path: `/v1/content/cards/a/${action}?spec_id=${spec}`,
      headers: { 'if-match': '*' },
      body,
    });
  const { id: name, method, path } = endpoint;
  const needsMatch = Object.hasOwn(endpoint.headers?.shape ?? {}, 'If-Match');
  if (name !== 'create')
    await send({ ...base, method: 'POST', path: '/v1/content/cards', body: create });
  if (name === 'unlock' || name === 'exportApproved') await onCard('approve', {});
  if (name === 'rollback')
    await send({
      ...base,
      method: 'PATCH',
      path: `/v1/content/cards/a?spec_id=${spec}`,
      headers: { 'if-match': '*' },
      body: { title: '別の題' },
    });
  const place = path.replace('{slide_id}', 'a').replace('{spec_id}', spec);
  const query = path.includes('{slide_id}') || name === 'list' ? `?spec_id=${spec}` : '';
  return {
    ...base,
    method: method.toUpperCase(),
    path: `/v1${place}${query}`,
    headers: needsMatch ? { 'if-match': '*' } : {},
    body: name === 'create' ? create : bodies[name],
  };
}

/** The same request made so that it must be refused with a status; null for its success. */
const spoilt: Readonly<
  Record<number, (wanted: Wanted, endpoint: ContentRoute) => Promise<Wanted> | Wanted>
> = {
  304: async (wanted) => {
    const etag = (await send(wanted)).headers.get('etag');
    return { ...wanted, headers: { 'if-none-match': etag } };
  },
  400: (wanted, { method, path, query, id: name }) => {
    if (method !== 'GET')
      return { ...wanted, headers: { ...wanted.headers, 'x-request-id': 'a b' } };
    if (path.includes('{spec_id}'))
      return { ...wanted, path: wanted.path.replace(/deck-\d+/, 'a%20b') };
    if (name === 'get') return { ...wanted, path: wanted.path.replace('/a?', '/a%00b?') };
    const bad = Object.hasOwn(query?.shape ?? {}, 'since') ? 'since=yesterday' : 'status=nope';
    return { ...wanted, path: `${wanted.path}${wanted.path.includes('?') ? '&' : '?'}${bad}` };
  },
  401: (wanted) => ({ ...wanted, scopes: null }),
  403: (wanted) => ({ ...wanted, scopes: [] }),
  404: (wanted) => ({ ...wanted, path: wanted.path.replace(/deck-\d+/, 'no-such-deck') }),
  409: async (wanted, { id: name, path }) => {
    const card = wanted.path.replace(/\/(approve|return|unlock)\?/, '?');
    const act = (action: string, body: object): Promise<Response> =>
      send({ ...wanted, method: 'POST', path: card.replace('?', `/${action}?`), body });
    if (name === 'create') await send(wanted);
    else if (name === 'patch') await act('approve', {});
    else if (name === 'approve') await act('return', { reason: '直し' });
    else if (name === 'unlock') await act('unlock', { reason: '直し' });
    else if (name === 'exportApproved') {
      const spec = /deck-\d+/.exec(path.replace('{spec_id}', wanted.path))?.[0] ?? '';
      await send({
        ...wanted,
        method: 'POST',
        path: `/v1/content/cards/a/unlock?spec_id=${spec}`,
        headers: { 'if-match': '*' },
        body: { reason: '直し' },
      });
    } else if (name === 'return') {
      await act('approve', {});
      return { ...wanted, scopes: ['cards:return'] };
    } else {
      const keyed = { ...wanted, headers: { ...wanted.headers, 'idempotency-key': 'k' } };
      await send(keyed);
      return { ...keyed, body: name === 'sourceWarnings' ? { log: [] } : { other: 'body' } };
    }
    return wanted;
  },
  412: (wanted) => ({ ...wanted, headers: { ...wanted.headers, 'if-match': '"cards-999"' } }),
  413: (wanted) => ({ ...wanted, body: JSON.stringify('x'.repeat(1_000_001)) }),
  415: (wanted) => ({ ...wanted, headers: { ...wanted.headers, 'content-type': 'text/plain' } }),
  428: (wanted) => ({ ...wanted, headers: {} }),
  500: (wanted) => ({ ...wanted, server: 'broken' }),
  503: (wanted) => ({ ...wanted, server: 'failing' }),
};

const codes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  428: 'precondition_required',
  500: 'internal_error',
  503: 'storage_error',
};
const conflicts: Readonly<Partial<Record<string, string>>> = {
  create: 'already_exists',
  patch: 'conflict',
  approve: 'conflict',
  return: 'conflict',
  unlock: 'conflict',
  exportApproved: 'not_approved',
};

function codeFor({ id: name, method }: ContentRoute, status: number): string | undefined {
  if (status === 400) return method !== 'GET' ? 'header_invalid' : 'validation_error';
  return status === 409 ? (conflicts[name] ?? 'idempotency_key_reused') : codes[status];
}

const rows = contentRoutes.flatMap((endpoint) =>
  Object.keys(
    document.paths[`/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()]?.responses ?? {},
  ).map((status): [string, number, ContentRoute] => [
    `${endpoint.method.toUpperCase()} ${endpoint.path}`,
    Number(status),
    endpoint,
  ]),
);

describe('every row of the HTTP table with every status of it', () => {
  test.each(rows)('%s: %d', async (_name, status, endpoint) => {
    const wanted = await allowed(endpoint);
    const spoil = Object.keys(endpoint.answers)[0] === String(status) ? undefined : spoilt[status];
    const response = await send(spoil === undefined ? wanted : await spoil(wanted, endpoint));
    const body = await response.text();
    expect([response.status, body]).toEqual([status, body]);
    expect(
      undescribed(endpoint.method.toUpperCase(), wanted.path.split('?', 1)[0] ?? '', {
        status,
        body,
      }),
    ).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).not.toContain('secret');
    if (status === 304) {
      expect([body, response.headers.get('etag')]).toEqual([
        '',
        expect.stringMatching(/^"cards-\d+"$/),
      ]);
      return;
    }
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    if (status < 300) return;
    expect(JSON.parse(body)).toMatchObject({
      error: codeFor(endpoint, status),
      message: expect.any(String) as string,
      details: expect.any(Array) as unknown[],
      request_id: response.headers.get('x-request-id'),
    });
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    if (status === 412)
      expect(JSON.parse(body)).toMatchObject({
        current: { slide_id: 'a' },
        diff: expect.any(Array) as unknown[],
      });
  });

  test('there are as many as the document describes', () => {
    expect(rows.length).toBeGreaterThan(120);
  });

  test('answers about cards carry their revision as ETag, writes their place', async () => {
    for (const endpoint of contentRoutes.filter(({ path }) => path.includes('{slide_id}'))) {
      const wanted = await allowed(endpoint);
      const response = await send(wanted);
      const { revision } = (await response.json()) as { revision: string };
      expect([endpoint.id, response.headers.get('etag')]).toEqual([endpoint.id, `"${revision}"`]);
      const place = `/v1/content/cards/a?spec_id=deck-${decks}`;
      expect(response.headers.get('content-location')).toBe(
        endpoint.method !== 'GET' ? place : null,
      );
    }
  });
});

test('the path names the deck; a body that names another one is refused', async () => {
  const service = createContentService({ store: createMemoryEventStore() });
  const app = createContentApp({ service, allowAnonymous: true });
  const headers = { 'content-type': 'application/json', 'x-actor': 'a' };
  const cards = [sampleCard('a')];
  await service.createCards({ spec_id: 'd', cards }, { actor: 'a' });
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await app.request(`/v1/content/decks/d/${path}`, init);
    const { details = [] } = (await response.json()) as { details?: { field: string }[] };
    return [response.status, ...details.map(({ field }) => field)];
  };
  for (const [path, body, status] of [
    ['source-warnings', { log: [] }, 201],
    ['snapshots', {}, 201],
    ['rollback', { version: 1 }, 200],
  ] as const) {
    expect(await post(path, body)).toEqual([status]);
    expect(await post(path, { ...body, spec_id: 'd' })).toEqual([status]);
    expect(await post(path, { ...body, spec_id: 'other' })).toEqual([400, 'spec_id']);
  }
});

describe('approving', () => {
  const auth = createStaticTokenVerifier<Principal>({
    program: { subject: 'bot-7', human: false, delegates: ['mori'], scopes: allScopes },
    person: { subject: 'mori', human: true, scopes: allScopes },
    scoped: { subject: 'sato', scopes: allScopes },
  });

  test.each([
    ['program', 403],
    ['person', 200],
    ['scoped', 200],
  ])('by the token %s ends with %d, whichever way it is read', async (token, status) => {
    for (const identity of [
      { auth },
      {
        identify: bearer<ContentCaller>(async (given, request) => {
          const owner = await auth(given, request);
          return owner === null ? null : { ...owner, id: owner.subject };
        }),
      },
    ]) {
      const service = createContentService({ store: createMemoryEventStore() });
      const app = createContentApp({ service, ...identity });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const body = JSON.stringify({ spec_id: 'd', cards: [sampleCard('a')] });
      await app.request('/v1/content/cards', { method: 'POST', headers, body });
      const path = '/v1/content/cards/a/approve';
      const response = await app.request(path, {
        method: 'POST',
        headers: { ...headers, 'if-match': '*', 'x-actor': token === 'scoped' ? 'sato' : 'mori' },
      });
      const answer = (await response.json()) as { error?: string; approved_by?: string };
      expect([response.status, answer.error]).toEqual([
        status,
        status === 403 ? 'not_human' : undefined,
      ]);
      expect(undescribed('POST', path, { status, body: JSON.stringify(answer) })).toBeNull();
    }
  });

  test('is documented with the code for programs, and no other route is', () => {
    const named = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter(({ responses }) =>
        JSON.stringify(responses['403'] ?? {}).includes('not_human'),
      ),
    );
    expect(named.map(({ operationId }) => operationId)).toEqual(['approve']);
  });
});

test('the document is OpenAPI 3.1 by its own schema', async () => {
  const validator = new Validator();
  const { valid, errors = [] } = await validator.validate({ ...openApiDocument() });
  expect(errors).toEqual([]);
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

describe('the document', () => {
  test('names the prefix below which the app is mounted as its server', async () => {
    const service = createContentService({ store: createMemoryEventStore() });
    const host = new Hono().route('/tenant', createContentApp({ service, allowAnonymous: true }));
    const served = await host.request('/tenant/v1/openapi.json');
    expect(await served.json()).toMatchObject({ servers: [{ url: '/tenant' }] });
    const created = await host.request('/tenant/v1/content/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'a' },
      body: JSON.stringify({ spec_id: 'd', cards: [sampleCard('a')] }),
    });
    expect(created.headers.get('location')).toBe('/tenant/v1/content/cards?spec_id=d');
  });

  test('names the server of the options when the host strips its prefix', async () => {
    const service = createContentService({ store: createMemoryEventStore() });
    const app = createContentApp({ service, allowAnonymous: true, server: '/api' });
    const host = new Hono().mount('/api', app.fetch);
    const served = await host.request('/api/v1/openapi.json');
    expect(await served.json()).toMatchObject({ servers: [{ url: '/api' }] });
    const created = await host.request('/api/v1/content/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'a' },
      body: JSON.stringify({ spec_id: 'd', cards: [sampleCard('a')] }),
    });
    const location = created.headers.get('location');
    expect(location).toBe('/api/v1/content/cards?spec_id=d');
    expect((await host.request(location ?? '')).status).toBe(200);
  });

  interface Served {
    readonly paths: Record<string, Record<string, { readonly security: unknown }>>;
  }
  const servedBy = async (app: Hono<never>): Promise<Served> =>
    (await (await app.request('/v1/openapi.json')).json()) as Served;

  test('fits the limits of the service, and its answers fit cards of any limits', async () => {
    const held = createMemoryEventStore();
    const limits = { titleMax: 200, bodyLines: 20, lineMax: 300 };
    const app = createContentApp({
      service: createContentService({ store: held, limits }),
      allowAnonymous: true,
    });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'wide', ...(await servedBy(app as never)) });
    ajv.addSchema({ $id: 'narrow', ...document });
    const cards = [
      sampleCard('a', { title: 't'.repeat(180), body: Array<string>(15).fill('x'.repeat(200)) }),
    ];
    const body = { spec_id: 'd', cards };
    const request =
      '#/paths/~1v1~1content~1cards/post/requestBody/content/application~1json/schema';
    expect([ajv.validate(`wide${request}`, body), ajv.errors]).toEqual([true, null]);
    expect(ajv.validate(`narrow${request}`, body)).toBe(false);
    const created = await app.request('/v1/content/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actor': 'a' },
      body: JSON.stringify(body),
    });
    expect(created.status).toBe(201);
    // A service with smaller limits still returns the card.
    const service = createContentService({ store: held });
    const narrow = createContentApp({ service, allowAnonymous: true });
    for (const path of ['cards', 'cards/a', 'decks/d/draft']) {
      const response = await narrow.request(`/v1/content/${path}?spec_id=d`);
      const { status } = response;
      const answer = { status, body: await response.text() };
      expect([status, undescribed('GET', `/v1/content/${path}`, answer)]).toEqual([200, null]);
    }
  });

  test('lists what senders without a token may call', async () => {
    const service = createContentService({ store: createMemoryEventStore() });
    const securityOf = async (options: object) => {
      const { paths } = await servedBy(createContentApp({ service, ...options }) as never);
      const cards = paths['/v1/content/cards'];
      return [cards?.['get']?.security, cards?.['post']?.security];
    };
    const read = { bearer: ['cards:read'] };
    const write = { bearer: ['cards:write'] };
    const allowAnonymous = true;
    expect(await securityOf({ identify })).toEqual([[read], [write]]);
    expect(await securityOf({ identify, allowAnonymous })).toEqual([[{}, read], [write]]);
    expect(await securityOf({ allowAnonymous })).toEqual([
      [{}, read],
      [{}, write],
    ]);
  });

  test('has an example of every request, valid under its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'doc', ...document });
    const requests = contentRoutes.filter(({ requestBody }) => requestBody !== undefined);
    for (const { method, path, requestBody } of requests) {
      const pointer = `/v1${path}`.replaceAll('/', '~1').replaceAll(/[{}]/g, encodeURIComponent);
      const schema = `doc#/paths/${pointer}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
      expect([path, ajv.validate(schema, requestBody?.example), ajv.errors]).toEqual([
        path,
        true,
        null,
      ]);
    }
    expect(requests.length).toBe(10);
  });

  test('has examples of answers that its schemas describe', () => {
    const examples = contentRoutes.flatMap(({ method, path, answers }) =>
      Object.entries(answers).flatMap(([status, { example }]) =>
        example === undefined
          ? []
          : [{ method, path, status: Number(status), body: JSON.stringify(example) }],
      ),
    );
    const undescribedOnes = examples.map(({ method, path, ...answer }) =>
      undescribed(method, `/v1${path}`, answer),
    );
    expect(undescribedOnes.filter(Boolean)).toEqual([]);
    expect(examples.length).toBeGreaterThan(5);
  });
});
