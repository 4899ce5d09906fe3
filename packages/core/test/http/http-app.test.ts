import {
  EventStoreError,
  type EventStoreErrorCode,
  InvalidArgumentError,
  silentLogger,
} from '@kanmon/core';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  bearer,
  createHttpApp,
  describeRoutes,
  type HttpAppOptions,
  type HttpCaller,
  HttpProblem,
  prefersToJson,
  readQuery,
  type Route,
} from '@kanmon/core/http';

const note = z.strictObject({
  title: z.string().min(1).max(5),
  tags: z.array(z.string()).optional(),
});
const stored = z.object({ id: z.string(), title: z.string() });
const listQuery = z.object({ limit: z.coerce.number().int().max(10).optional() });

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/notes',
    id: 'listNotes',
    summary: 'Lists notes',
    query: listQuery,
    answers: { 200: { description: 'The notes', schema: z.array(stored), example: [] } },
    handle: (route) => route.json(200, readQuery(route.request, listQuery)),
  },
  {
    method: 'POST',
    path: '/notes',
    id: 'addNote',
    summary: 'Adds a note',
    scope: 'notes:write',
    requestBody: { schema: note, example: { title: 'a' } },
    answers: {
      201: { description: 'The note', schema: stored, headers: { Location: 'Its path' } },
    },
    problems: { 409: ['title_taken'] },
    async handle(route) {
      const { title } = (await route.body()).check(note);
      if (title === 'taken') throw new HttpProblem(409, 'title_taken');
      if (title === 'boom') throw new Error('password=hunter2');
      return route.json(201, { id: '1', title }, { location: `${route.base}/notes/1` });
    },
  },
  {
    method: 'GET',
    path: '/notes/{id}',
    id: 'getNote',
    summary: 'One note',
    public: true,
    answers: { 200: { description: 'The note', schema: stored } },
    problems: { 404: ['not_found'] },
    handle: (route) => route.json(200, { id: route.param('id'), title: 't', base: route.base }),
  },
  {
    method: 'GET',
    path: '/teapot',
    id: 'teapot',
    summary: 'Throws as middleware of a host does',
    answers: {},
    handle: () => {
      throw new HTTPException(403);
    },
  },
];

const writer: HttpCaller = { id: 'w', scopes: ['notes:write'] };
const base: HttpAppOptions<HttpCaller> = { info: { title: 'Notes', version: '1' }, routes };
const texts = { title_taken: { en: 'The title is taken', ja: 'その題名は使われています' } };

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request('http://host/notes', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function problemOf(answer: Response | Promise<Response>): Promise<Record<string, unknown>> {
  const response = await answer;
  return { status: response.status, ...((await response.json()) as object) };
}

describe('error responses', () => {
  const app = createHttpApp({ ...base, texts });

  it('name every issue of a body with a code, a message and a pointer', async () => {
    const body = JSON.stringify({ title: 'too long', tags: [1], more: true });
    expect(await problemOf(app.fetch(post(body, { 'x-request-id': 'r:1.2' })))).toEqual({
      status: 400,
      error: 'validation_error',
      message: 'title is too long',
      details: [
        {
          field: 'title',
          issue: 'too_long',
          message: 'title is too long',
          pointer: '/title',
          params: { limit: 5 },
        },
        {
          field: 'tags[0]',
          issue: 'wrong_type',
          message: 'tags[0] has the wrong type',
          pointer: '/tags/0',
        },
        {
          field: 'more',
          issue: 'unknown_field',
          message: 'more is not a known field',
          pointer: '/more',
        },
      ],
      request_id: 'r:1.2',
    });
  });

  it('are in the language that the client prefers', async () => {
    const ask = async (language: string) =>
      (await problemOf(app.fetch(post('{"title":"taken"}', { 'accept-language': language }))))[
        'message'
      ];
    expect(await ask('ja-JP, en;q=0.8')).toBe('その題名は使われています');
    expect(await ask('ja;q=0.2, en-GB;q=0.3')).toBe('The title is taken');
    expect(await ask('fr')).toBe('The title is taken');
    expect(await ask('ja;q=0')).toBe('The title is taken');
  });

  it('carry the members of RFC 9457 when the client accepts them', async () => {
    const answer = await app.fetch(
      post('{"title":"taken"}', { accept: 'application/problem+json' }),
    );
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'The title is taken',
      error: 'title_taken',
    });
    const refused = post('{"title":"taken"}', { accept: 'application/problem+json;q=0' });
    expect(await (await app.fetch(refused)).json()).not.toHaveProperty('type');
  });

  it('do not show an internal error, which goes to the log', async () => {
    const entries: unknown[] = [];
    const log = (entry: unknown) => void entries.push(entry);
    const logged = createHttpApp({
      ...base,
      logger: { debug: log, info: log, warn: log, error: log },
    });
    const answer = await problemOf(logged.fetch(post('{"title":"boom"}')));
    expect(answer).toMatchObject({ status: 500, error: 'internal_error', details: [] });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(entries).toEqual([expect.objectContaining({ error: expect.any(Error) })]);
  });

  it('keep the status of an exception of the host', async () => {
    expect(await problemOf(app.request('/teapot'))).toMatchObject({
      status: 403,
      error: 'forbidden',
    });
  });

  it('answer unknown paths with 404 and other methods with 405', async () => {
    expect(await problemOf(app.request('/nothing'))).toMatchObject({
      status: 404,
      error: 'not_found',
    });
    const answer = await app.request('/notes', { method: 'DELETE' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await problemOf(answer)).toMatchObject({ status: 405, error: 'method_not_allowed' });
  });
});

describe('errors of a store', () => {
  it.each<[EventStoreErrorCode, number, string]>([
    ['store-busy', 503, 'storage_error'],
    ['store-open-failed', 503, 'storage_error'],
    ['store-write-failed', 503, 'storage_error'],
    ['store-corrupt', 500, 'internal_error'],
    ['store-invalid-id', 500, 'internal_error'],
  ])('%s is %i, logged, without its text', async (code, status, error) => {
    const logged: unknown[] = [];
    const failure = new EventStoreError('/secret/path', { code });
    const app = createHttpApp({
      ...base,
      identify: () => Promise.reject(failure),
      logger: { ...silentLogger, error: (fields) => logged.push(fields) },
    });
    const answer = await problemOf(app.fetch(post('{"title":"a"}', { 'x-request-id': 'r' })));
    expect(answer).toMatchObject({ status, error });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(logged).toEqual([{ request_id: 'r', error: failure }]);
  });
});

describe('a value that is not an Error', () => {
  const [list] = routes as [Route];
  it.each(['session store down', undefined, { code: 1 }])(
    'answers as other failures do when it is thrown: %o',
    async (thrown) => {
      const logged: unknown[] = [];
      const fail = () => {
        // Code of users may throw anything.
        throw thrown as unknown as Error;
      };
      const logger = { ...silentLogger, error: (fields: unknown) => logged.push(fields) };
      for (const app of [
        createHttpApp({ ...base, logger, identify: fail }),
        createHttpApp({ ...base, logger, routes: [{ ...list, handle: fail }] }),
      ]) {
        const response = await app.request('/notes', { headers: { 'x-request-id': 'r' } });
        expect(response.headers.get('x-request-id')).toBe('r');
        expect(await problemOf(response)).toMatchObject({ status: 500, error: 'internal_error' });
      }
      const line = { request_id: 'r', error: thrown };
      expect(logged).toEqual([line, line]);
    },
  );
});

describe('a media type beside JSON', () => {
  it.each([
    ['text/event-stream', true],
    ['text/event-stream, */*;q=0.5', true],
    ['application/json, text/event-stream', true],
    ['TEXT/EVENT-STREAM; q=0.5, application/json;q=0.4', true],
    ['text/event-stream;q=0', false],
    ['application/json, text/event-stream;q=0', false],
    ['application/json;q=1, text/event-stream;q=0.1', false],
    ['text/event-stream;q=0.5, */*', false],
    ['*/*', false],
    ['', false],
  ])('Accept: %s prefers it: %s', (accept, expected) => {
    const request = new Request('http://host/', { headers: { accept } });
    expect(prefersToJson(request, 'text/event-stream')).toBe(expected);
  });
});

describe('request bodies', () => {
  it('that are compressed are refused with the codings that are taken', async () => {
    const app = createHttpApp(base);
    const response = await app.fetch(post('{"title":"a"}', { 'content-encoding': 'gzip' }));
    expect(response.headers.get('accept-encoding')).toBe('identity');
    expect(await problemOf(response)).toMatchObject({
      status: 415,
      error: 'unsupported_media_type',
      message: 'Send the body without a Content-Encoding',
    });
    const plain = await app.fetch(post('{"title":"a"}', { 'content-encoding': 'identity' }));
    expect(plain.status).toBe(201);
  });

  it('that break off are refused and not logged as an error of the server', async () => {
    const logged: unknown[] = [];
    const logger = { ...silentLogger, error: (fields: unknown) => logged.push(fields) };
    const app = createHttpApp({ ...base, logger });
    for (const headers of [{}, { 'content-length': '100' }]) {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new Error('ECONNRESET')),
      });
      const request = new Request('http://host/notes', {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/json', ...headers },
      } as RequestInit);
      expect(await problemOf(app.fetch(request))).toMatchObject({
        status: 400,
        error: 'invalid_json',
        message: 'The body broke off',
      });
    }
    expect(logged).toEqual([]);
  });

  const entries: unknown[] = [];
  const log = (entry: unknown) => void entries.push(entry);
  const logger = { debug: log, info: log, warn: log, error: log };
  const app = createHttpApp({ ...base, maxBodyBytes: 100, logger });
  const large = JSON.stringify({ title: 'x'.repeat(200) });

  it.each([
    ['broken JSON', post('{"title":'), 400, 'invalid_json'],
    ['no body', post(null), 400, 'invalid_json'],
    ['a key given twice', post('{"title":"a","title":"b"}'), 400, 'invalid_json'],
    ['nesting past 64 levels', post('['.repeat(80)), 400, 'invalid_json'],
    ['bytes that are not UTF-8', post(new Uint8Array([34, 255, 34])), 400, 'invalid_json'],
    ['too many bytes', post(large), 413, 'payload_too_large'],
    [
      'too many bytes with a lower length',
      post(large, { 'content-length': '5' }),
      413,
      'payload_too_large',
    ],
    [
      'another media type',
      post('a', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    [
      'another character set',
      post('{}', { 'content-type': 'application/json; charset=shift_jis' }),
      415,
      'unsupported_media_type',
    ],
    ['a key of the prototype chain', post('{"title":"a","__proto__":{}}'), 400, 'validation_error'],
  ])('are refused: %s', async (_name, request, status, error) => {
    expect(await problemOf(app.fetch(request))).toMatchObject({ status, error });
  });

  it('are refused with the reason when a parser of the host has read them', async () => {
    const request = post('{"title":"a"}');
    await request.text();
    expect(await problemOf(app.fetch(request))).toMatchObject({
      status: 500,
      error: 'body_already_read',
      message: expect.stringContaining('express.json()'),
    });
    const emptied = post(null, { 'content-length': '13' });
    expect(await problemOf(app.fetch(emptied))).toMatchObject({ error: 'body_already_read' });
    expect(entries).toEqual([
      expect.objectContaining({ error: expect.any(HttpProblem) }),
      expect.objectContaining({ error: expect.any(HttpProblem) }),
    ]);
  });

  it('are taken from Hono when a middleware of the host has read them through it', async () => {
    for (const read of ['text', 'json', 'arrayBuffer', 'blob'] as const) {
      const host = new Hono();
      host.use(async (context, next) => {
        await context.req[read]();
        await next();
      });
      host.route('/', createHttpApp({ ...base, maxBodyBytes: 20 }));
      expect((await host.fetch(post('{"title":"a"}'))).status).toBe(201);
      expect((await host.fetch(post('{"title":"too long a body"}'))).status).toBe(413);
    }
  });

  it('are taken as +json types and with a chunked body', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (const part of ['{"ti', 'tle":', '"a"}'])
          controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const request = new Request('http://host/notes', {
      method: 'POST',
      body: chunks,
      headers: { 'content-type': 'application/vnd.note+json' },
      duplex: 'half',
    } as RequestInit);
    expect((await app.fetch(request)).status).toBe(201);
  });

  it('leave the query to its own reader, which refuses a parameter given twice', async () => {
    expect(await (await app.request('/notes?limit=3&other=1')).json()).toEqual({ limit: 3 });
    for (const query of ['limit=3&limit=4', 'limit=x', 'limit=99']) {
      expect(await problemOf(app.request(`/notes?${query}`))).toMatchObject({
        status: 400,
        error: 'validation_error',
        details: [expect.objectContaining({ field: 'limit' })],
      });
    }
  });
});

describe('authentication', () => {
  const app = createHttpApp({
    ...base,
    identify: bearer((token) => (token === 'w' ? writer : token === 'r' ? { id: 'r' } : null)),
  });
  const ask = async (token?: string) => {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await app.fetch(post('{"title":"a"}', headers));
    return [answer.status, answer.headers.get('www-authenticate')];
  };

  it('has a verifier', () => {
    for (const verify of [undefined, null, 'token'])
      expect(() => bearer(verify as never)).toThrow(InvalidArgumentError);
  });

  it('comes before everything else but public routes and the document', async () => {
    expect(await ask()).toEqual([401, 'Bearer']);
    expect(await ask('x')).toEqual([401, 'Bearer error="invalid_token"']);
    expect(await ask('r')).toEqual([403, 'Bearer error="insufficient_scope", scope="notes:write"']);
    expect(await ask('w')).toEqual([201, null]);
    expect((await app.request('/notes/1')).status).toBe(200);
    expect((await app.request('/openapi.json')).status).toBe(200);
  });

  it('asks a sender without credentials for them, and forbids others what they may not', async () => {
    for (const [isAnonymous, status] of [
      [true, 401],
      [false, 403],
    ] as const) {
      const byCookie = createHttpApp({ ...base, identify: () => ({ id: 'c', isAnonymous }) });
      expect((await byCookie.fetch(post('{"title":"a"}'))).status).toBe(status);
    }
  });

  it('refuses what is not a caller as an error of the host', async () => {
    const wrong = createHttpApp({ ...base, identify: () => ({ id: ' ' }) });
    expect((await wrong.request('/notes')).status).toBe(500);
  });

  it.each(['notes:write-own', 'no-notes:write', 'notes:write', new Set(['notes:write']), {}])(
    'refuses scopes that are not a list as an error of the host: %o',
    async (scopes) => {
      const logged: unknown[] = [];
      const wrong = createHttpApp({
        ...base,
        identify: () => ({ id: 'w', scopes: scopes as never }),
        logger: { ...silentLogger, error: (fields) => logged.push(fields) },
      });
      expect((await wrong.fetch(post('{"title":"a"}'))).status).toBe(500);
      expect(String((logged[0] as { error: unknown }).error)).toContain(
        'scopes as a list of texts',
      );
    },
  );
});

describe('below a mount prefix', () => {
  const host = new Hono();
  host.route('/tenants/:tenant', createHttpApp({ ...base, basePath: '/v1' }));

  it('the document names the server, and handlers know their base', async () => {
    const document = await (await host.request('/tenants/a/v1/openapi.json')).json();
    expect(document).toMatchObject({ servers: [{ url: '/tenants/a' }] });
    expect(Object.keys((document as { paths: object }).paths)).toContain('/v1/notes/{id}');
    expect(await (await host.request('/tenants/a/v1/notes/7')).json()).toMatchObject({
      id: '7',
      base: '/tenants/a/v1',
    });
    expect((await host.request('/tenants/a/v1/notes', { method: 'PUT' })).status).toBe(405);
  });

  it.each(['/api', 'https://example.com/api'])(
    'that the host strips, both name the server %s of the options',
    async (server) => {
      const app = createHttpApp({ ...base, basePath: '/v1', server });
      const stripping = new Hono().mount('/api', app.fetch);
      const document = await (await stripping.request('/api/v1/openapi.json')).json();
      expect(document).toMatchObject({ servers: [{ url: server }] });
      expect(await (await stripping.request('/api/v1/notes/7')).json()).toMatchObject({
        base: `${server}/v1`,
      });
    },
  );

  it('that the public address does not have, the root is named', async () => {
    const app = createHttpApp({ ...base, server: '' });
    const inner = new Hono().route('/inner', app);
    const document = await (await inner.request('/inner/openapi.json')).json();
    expect(document).toMatchObject({ servers: [{ url: '/' }] });
    expect(await (await inner.request('/inner/notes/7')).json()).toMatchObject({ base: '' });
  });
});

describe('the OpenAPI document', () => {
  it('is derived from the route table', async () => {
    const app = createHttpApp({
      ...base,
      components: { Note: stored, NewNote: note },
      identify: () => writer,
    });
    const document = await (await app.request('/openapi.json')).json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/notes': {
          get: {
            parameters: [{ name: 'limit', in: 'query', required: false }],
            responses: {
              200: {
                content: {
                  'application/json': { schema: { items: { $ref: '#/components/schemas/Note' } } },
                },
              },
            },
          },
          post: {
            security: [{ bearer: ['notes:write'] }],
            requestBody: {
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/NewNote' },
                  example: { title: 'a' },
                },
              },
            },
          },
        },
        '/notes/{id}': {
          get: { security: [], parameters: [{ name: 'id', in: 'path', required: true }] },
        },
      },
    });
    const { paths, components } = document as {
      paths: Record<string, Record<string, { responses: object }>>;
      components: { schemas: object };
    };
    expect(Object.keys(paths['/notes']?.['post']?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '500',
    ]);
    expect(Object.keys(components.schemas).toSorted()).toEqual(['NewNote', 'Note', 'Problem']);
  });
});

describe('the document of an app that serves senders without credentials', () => {
  it('lists what they may call', async () => {
    const app = createHttpApp({ ...base, identify: () => writer, anonymousScopes: ['notes:read'] });
    const { paths } = (await (await app.request('/openapi.json')).json()) as {
      readonly paths: Record<string, Record<string, { readonly security: unknown }>>;
    };
    expect(paths['/notes']?.['get']?.security).toEqual([{}, { bearer: [] }]);
    expect(paths['/notes']?.['post']?.security).toEqual([{ bearer: ['notes:write'] }]);
    expect(paths['/notes/{id}']?.['get']?.security).toEqual([]);
  });
});

describe('options', () => {
  it.each([
    [{ basePath: 'v1' }, /basePath/],
    [{ info: undefined }, /options.info .*got undefined/],
    [{ info: {} }, /options.info.title .*got undefined/],
    [{ info: { title: 't', version: 1 } }, /options.info.version .*got 1/],
    [{ documentPath: 'docs.json' }, /documentPath .*got "docs.json"/],
    [{ documentPath: '/notes' }, /routes\[0\].path .*options.documentPath, got "\/notes"/],
    [{ maxBodyBytes: 0 }, /maxBodyBytes/],
    [{ rotes: [] }, /rotes/],
    [{ server: 'api' }, /server .*got "api"/],
    [{ server: '/api/' }, /server .*slash at its end/],
    [{ server: 'ftp://example.com' }, /server/],
    [{ identify: undefined }, /identify .*got undefined/],
    [{ identify: 'Bearer' }, /identify .*got "Bearer"/],
    [{ locale: 'fr' }, /locale .*got "fr"/],
    [{ logger: 5 }, /logger .*got 5/],
    [{ ids: () => 'id' }, /ids .*got a function/],
  ])('are checked: %j', (wrong, message) => {
    const create = () => createHttpApp({ ...base, ...(wrong as object) });
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow(message);
  });

  it.each([undefined, null, ''])('have no scope %j', (scope) => {
    const create = () =>
      createHttpApp({ ...base, routes: [{ ...(routes[0] as Route), scope: scope as string }] });
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow('the scope of GET /notes');
  });

  it.each([
    [{ scopes: ['admin'] }, /unknown option "scopes" of options.routes\[0\]/],
    [{ method: 'get' }, /routes\[0\].method .*got "get"/],
    [{ path: 'notes' }, /routes\[0\].path .*got "notes"/],
    [{ path: '/notes/:id' }, /routes\[0\].path .*got "\/notes\/:id"/],
    [{ path: '/notes/{id}/{id}' }, /routes\[0\].path .*different parameters/],
    [{ id: undefined }, /routes\[0\].id .*got undefined/],
    [{ answers: undefined }, /routes\[0\].answers .*got undefined/],
    [{ handle: 5 }, /routes\[0\].handle .*got 5/],
  ])('have routes that are checked: %j', (wrong, message) => {
    const create = () =>
      createHttpApp({ ...base, routes: [{ ...(routes[0] as Route), ...(wrong as object) }] });
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow(message);
  });

  it('describe the app under its own license', async () => {
    const infoOf = async (info: HttpAppOptions<HttpCaller>['info']): Promise<unknown> => {
      const response = await createHttpApp({ ...base, info }).request('/openapi.json');
      return ((await response.json()) as { readonly info: unknown }).info;
    };
    const info = { title: 'Notes', version: '1' };
    const licensed = { ...info, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } };
    expect(await infoOf(info)).toEqual(info);
    expect(await infoOf(licensed)).toEqual(licensed);
  });

  it('have one route for each method and path', () => {
    const [list, add, get] = routes as [Route, Route, Route];
    const twice = (again: Route) => () =>
      createHttpApp({ ...base, routes: [...routes, { ...again, id: 'again' }] });
    expect(twice(list)).toThrow(InvalidArgumentError);
    expect(twice(add)).toThrow('one route for POST /notes, got two');
    expect(twice({ ...get, path: '/notes/{slug}' })).toThrow('GET /notes/{slug}, got two');
    expect(twice({ ...get, method: 'DELETE' })).not.toThrow();
    const sameId = { ...get, path: '/other', id: add.id };
    expect(() => createHttpApp({ ...base, routes: [...routes, sameId] })).toThrow(
      /routes\[4\].id .*no other route has, got "addNote"/,
    );
  });

  it('refuse an invalid info where the document alone is made', () => {
    expect(() => describeRoutes({ info: {} as never, routes: [] })).toThrow(InvalidArgumentError);
  });
});
