import { createMemoryEventStore, EventStoreError } from '@kanmon/core';
import type { HttpCaller } from '@kanmon/core/http';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createDialogApp, openApiDocument } from '../src/http.ts';
import { crewPlanHandler, planByRules, type SearchHit } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

const hit = (id: string, text: string): SearchHit => ({ id, text });
const answers: Readonly<Record<string, string>> = {
  '北海道 送料': '北海道への送料は800円です。',
  '返品 ポリシー': '返品ポリシーは商品到着後30日以内です。',
};

function app(
  options: Parameters<typeof dialogFixture>[0] = {},
): ReturnType<typeof createDialogApp> {
  const { agent, search } = dialogFixture({
    hits: ({ query }) => [hit('doc', answers[query] ?? query)],
    answer: { answer: ({ hits }) => Promise.resolve({ text: hits[0]?.text ?? '' }) },
    ...options,
  });
  return createDialogApp({ agent, search });
}

async function post(
  served: ReturnType<typeof app>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return served.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A port whose error text must not get out. */
function broken(): never {
  throw new Error('password=hunter2');
}

describe('faults', () => {
  test.each([
    ['{', 400, 'invalid_json', []],
    [{ message: ' ' }, 400, 'validation_error', ['message']],
    [
      { message: 'x', options: { topK: 0, mode: 'both' } },
      400,
      'validation_error',
      ['options.topK', 'options.mode'],
    ],
    [{ message: 'x', options: { topK: 2.5 } }, 400, 'validation_error', ['options.topK']],
    [{ message: 'x'.repeat(4001) }, 400, 'validation_error', ['message']],
    [
      { message: 'x', history: [{ role: 'tool', content: '' }] },
      400,
      'validation_error',
      ['history[0].role'],
    ],
    [{ message: 'x', sessionId: '../a' }, 400, 'validation_error', ['sessionId']],
    ['"x"', 400, 'validation_error', ['']],
    [{ message: 'あ'.repeat(40_000) }, 413, 'payload_too_large', []],
  ])('%j is answered with %i', async (body, status, error, fields) => {
    const response = await post(app(), '/agent.dialog', body, { 'x-request-id': 'r-1' });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).toBe('r-1');
    const answer = (await response.json()) as {
      error: string;
      request_id: string;
      details: { field: string }[];
    };
    expect(answer).toMatchObject({ error, request_id: 'r-1' });
    expect(answer.details.map(({ field }) => field)).toEqual(fields);
  });

  test('unknown paths, methods and media types', async () => {
    const served = app();
    expect((await served.request('/nowhere')).status).toBe(404);
    expect((await served.request('/agent.dialog')).status).toBe(405);
    const text = await served.request('/agent.dialog', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });

  test('topK 999 is clamped', async () => {
    const response = await post(app(), '/agent.dialog', {
      message: '送料はいくらですか',
      options: { topK: 999, debug: true },
    });
    const body = (await response.json()) as {
      steps: { topK: number }[];
      meta: { reasons: unknown[] };
    };
    expect(body.steps[0]?.topK).toBe(20);
    expect(body.meta.reasons).toContainEqual({ code: 'topk-clamped', params: { value: 20 } });
  });

  test('a failing search is 502, a failing answer 502, an unknown error 500 without internals', async () => {
    const search = await post(app({ hits: broken }), '/agent.dialog', {
      message: '送料はいくらですか',
    });
    expect([search.status, await search.json()]).toMatchObject([502, { error: 'search_failed' }]);
    const answer = await post(app({ answer: { answer: broken } }), '/agent.dialog', {
      message: '送料はいくらですか',
    });
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: 'answer_failed' }]);
    const store = { ...createMemoryEventStore(), append: broken };
    const stored = await post(app({ store }), '/agent.dialog', { message: '送料はいくらですか' });
    expect(stored.status).toBe(500);
    expect(await stored.text()).not.toContain('hunter2');
  });

  test.each(['append', 'read'] as const)(
    'a store whose %s finds it busy is 503, in a stream without its text',
    async (method) => {
      const fail = (): never => {
        throw new EventStoreError('/secret/path', { code: 'store-busy' });
      };
      const store = { ...createMemoryEventStore(), [method]: fail };
      const body = { sessionId: 's', message: '送料はいくらですか' };
      const answer = await post(app({ store }), '/agent.dialog', body);
      expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'storage_error' }]);
      for (const [language, text] of [
        ['ja', 'ストアを利用できません'],
        ['en', 'the store is not available'],
      ] as const) {
        const headers = { accept: 'text/event-stream', 'accept-language': language };
        const events = await (await post(app({ store }), '/agent.dialog', body, headers)).text();
        expect(events).toContain('"code":"store-busy"');
        expect(events).toContain(text);
        expect(events).not.toContain('secret');
      }
    },
  );

  test('an idempotency key that is malformed is refused', async () => {
    const headers = { 'x-request-id': 'a b' };
    const response = await post(app(), '/agent.dialog', { message: 'x' }, headers);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'validation_error', details: [{ field: 'X-Request-ID', issue: 'invalid_format' }] },
    ]);
  });

  test('an event stream is sent to clients that prefer it only', async () => {
    const typeFor = async (accept: string) =>
      (await post(app(), '/agent.dialog', { message: '送料' }, { accept })).headers.get(
        'content-type',
      );
    expect(await typeFor('application/json, text/event-stream')).toBe('text/event-stream');
    for (const accept of [
      'text/event-stream;q=0',
      'application/json, text/event-stream;q=0',
      'application/json;q=1, text/event-stream;q=0.1',
    ])
      expect(await typeFor(accept), accept).toContain('application/json');
  });

  test('a search that does not answer in time is 504', async () => {
    const served = app({ budget: { timeMs: 0 } });
    const response = await post(served, '/agent.dialog', { message: '送料はいくらですか' });
    expect([response.status, await response.json()]).toMatchObject([
      504,
      { error: 'deadline_exceeded' },
    ]);
  });

  test('a client of problem details gets them', async () => {
    const response = await post(
      app(),
      '/agent.dialog',
      { message: 'x', options: { topK: 0 } },
      { accept: 'application/problem+json', 'x-request-id': 'r-2' },
    );
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'options.topK is below the limit',
      instance: 'r-2',
      error: 'validation_error',
      message: 'options.topK is below the limit',
      details: [
        {
          field: 'options.topK',
          issue: 'too_few',
          message: 'options.topK is below the limit',
          pointer: '/options/topK',
          params: { limit: 1 },
        },
      ],
      request_id: 'r-2',
    });
  });

  test('a race is 409', async () => {
    const served = app();
    const body = { sessionId: 's', message: '送料はいくらですか' };
    const both = await Promise.all([
      post(served, '/agent.dialog', body),
      post(served, '/agent.dialog', body),
    ]);
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 409,
    ]);
  });

  test('a crew that is not there is named', async () => {
    const response = await post(app(), '/agent.dialog', {
      message: '送料はいくらですか',
      options: { mode: 'crew' },
    });
    expect(await response.json()).toMatchObject({
      meta: {
        orchestratorMode: 'local',
        fallback: { from: 'crew', reason: 'crew-not-configured' },
      },
    });
  });
});

test('SSE ends with the same response as JSON', async () => {
  const body = { sessionId: 's', message: '北海道への送料を教えてください' };
  const plain = await (await post(app(), '/agent.dialog', body)).json();
  const streamed = await (
    await post(app(), '/agent.dialog', body, { accept: 'text/event-stream' })
  ).text();
  const events = streamed
    .trim()
    .split('\n\n')
    .map(
      (block) =>
        Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/su))) as Record<
          string,
          string
        >,
    );
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
  const last = JSON.parse(events.at(-1)?.['data'] ?? '{}') as { response: unknown };
  expect(last.response).toEqual(plain);
});

test('POST /agent.search searches once', async () => {
  const response = await post(app(), '/agent.search', { query: '北海道 送料', topK: 3 });
  expect(await response.json()).toMatchObject({
    query: '北海道 送料',
    topK: 3,
    results: [{ id: 'doc' }],
    steps: [{ query: '北海道 送料', topK: 3 }],
  });
});

test.each([
  [{ query: ' 送料\u0000\n\u202E北海道 ', topK: 999 }, 200],
  [{ query: '\u0000 ' }, 400],
  [{ query: '送'.repeat(401) }, 400],
  [{ query: '送料', topK: 0 }, 400],
  [{ query: '送料', filters: { a: { b: { c: { d: 1 } } } } }, 400],
  [{ query: '送料', language: 'fr' }, 400],
])('POST /agent.search %j is %i', async (body, status) => {
  const response = await post(app(), '/agent.search', body);
  expect(response.status).toBe(status);
  if (status === 200)
    expect(await response.json()).toMatchObject({ query: '送料  北海道', topK: 20 });
});

test('a reader of events that hangs up aborts the ports', async () => {
  let told: AbortSignal | undefined;
  const { agent } = dialogFixture({
    search: {
      search: (_request, { signal }) => {
        told = signal;
        return new Promise(() => undefined);
      },
    },
  });
  const response = await post(
    createDialogApp({ agent }),
    '/agent.dialog',
    { message: '送料はいくらですか' },
    { accept: 'text/event-stream' },
  );
  const reader = response.body?.getReader();
  // Until there is nothing more to read: then no write can notice that the reader has left.
  for (let text = ''; !text.includes('event: search-started');) {
    text += new TextDecoder().decode((await reader?.read())?.value);
  }
  await expect.poll(() => told?.aborted).toBe(false);
  await reader?.cancel();
  await expect.poll(() => told?.aborted).toBe(true);
});

test('without a search the document and the route are not there', async () => {
  const { agent } = dialogFixture();
  const served = createDialogApp({ agent });
  const document = (await (await served.request('/openapi.json')).json()) as { paths: object };
  expect(Object.keys(document.paths)).toEqual(['/agent.dialog']);
  expect((await post(served, '/agent.search', { query: 'x' })).status).toBe(404);
});

test('the OpenAPI document names both routes', async () => {
  const document = (await (await app().request('/openapi.json')).json()) as { paths: object };
  expect(Object.keys(document.paths)).toEqual(['/agent.dialog', '/agent.search']);
  expect(document).toEqual(openApiDocument({ hasSearch: true }));
  expect(document).toMatchObject({
    paths: {
      '/agent.dialog': {
        post: {
          parameters: [{ name: 'X-Request-ID', in: 'header', required: false }],
          responses: { 503: { description: expect.stringContaining('storage_error') } },
        },
      },
    },
    components: {
      schemas: {
        DialogRequest: {
          properties: {
            message: { minLength: 1, maxLength: 4000 },
            options: { properties: { topK: { description: expect.stringContaining('20') } } },
          },
        },
      },
    },
  });
});

test('the OpenAPI document of a mounted app names its prefix, and its examples are valid', async () => {
  const host = new Hono().route('/faq/v1', app());
  const document = (await (await host.request('/faq/v1/openapi.json')).json()) as {
    servers: object[];
    paths: Record<string, { post: { requestBody: object } }>;
  };
  expect(document.servers).toEqual([{ url: '/faq/v1' }]);
  const named = createDialogApp({
    agent: dialogFixture().agent,
    server: 'https://example.com/faq',
  });
  expect(await (await named.request('/openapi.json')).json()).toMatchObject({
    servers: [{ url: 'https://example.com/faq' }],
  });
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    const { requestBody } = operation as unknown as {
      requestBody: { content: { 'application/json': { example: unknown } } };
    };
    const { example } = requestBody.content['application/json'];
    expect((await post(app(), path, example)).status).toBe(200);
  }
});

describe('a sender', () => {
  const served = (): ReturnType<typeof createDialogApp> => {
    const { agent } = dialogFixture({ hits: ({ query }) => [hit('doc', query)] });
    return createDialogApp({
      agent,
      identify: (request) => {
        const token = request.headers.get('authorization');
        return token === null ? null : { id: token };
      },
      tenantOf: (request, caller) => request.headers.get('x-tenant-id') ?? caller?.id ?? '',
    });
  };
  const body = { sessionId: 's', message: '送料はいくらですか' };

  test('that is unknown is refused before its body is read', async () => {
    const response = await post(served(), '/agent.dialog', '{');
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: 'unauthorized' },
    ]);
  });

  test('is passed on to the choice of the tenant', async () => {
    const response = await post(served(), '/agent.dialog', body, { authorization: 'acme' });
    expect(response.status).toBe(200);
  });

  test('with an invalid tenant is refused', async () => {
    const headers = { authorization: 'acme', 'x-tenant-id': '../other' };
    const response = await post(served(), '/agent.dialog', body, headers);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { details: [{ field: 'X-Tenant-ID', issue: 'invalid_format' }] },
    ]);
  });
});

describe('without `tenantOf`, a dialog', () => {
  const callers: Readonly<Record<string, HttpCaller>> = {
    alice: { id: 'alice' },
    bob: { id: 'bob' },
    address: { id: 'carol@example.com/a' },
    default: { id: 'default' },
    long: { id: 'x'.repeat(300) },
    guest: { id: 'guest-1', isAnonymous: true },
    visitor: { id: 'guest-2', isAnonymous: true },
  };
  const open = () => {
    const fixture = dialogFixture({ hits: ({ query }) => [hit('doc', query)] });
    const { agent } = fixture;
    const served = createDialogApp({
      agent,
      identify: (request) => callers[request.headers.get('authorization') ?? ''] ?? null,
    });
    const ask = async (who: string, message: string, requestId?: string): Promise<unknown> => {
      const response = await post(
        served,
        '/agent.dialog',
        { sessionId: 's', message },
        { authorization: who, ...(requestId === undefined ? {} : { 'x-request-id': requestId }) },
      );
      expect(response.status).toBe(200);
      return response.json();
    };
    return { ask, agent };
  };
  const first = '北海道への送料はいくらですか';
  const second = 'では返品は？';

  test('and its request ids belong to their caller', async () => {
    const { ask } = open();
    const alone = await open().ask('bob', second, 'r-1');
    const said = await ask('alice', first, 'r-1');
    expect(await ask('bob', second, 'r-1')).toEqual(alone);
    expect(await ask('alice', first, 'r-1')).toEqual(said);
  });

  test.each(['address', 'default', 'long'])(
    'of the caller %s is shared with no other',
    async (who) => {
      const { ask, agent } = open();
      const alone = await open().ask(who, second);
      await agent.turn({ sessionId: 's', message: first });
      await ask('guest', first);
      await ask('alice', first);
      expect(await ask(who, second)).toEqual(alone);
    },
  );

  test('of an anonymous caller is that of all anonymous callers', async () => {
    const { ask } = open();
    const alone = await open().ask('visitor', second);
    await ask('guest', first);
    expect(await ask('visitor', second)).not.toEqual(alone);
  });
});

const wrongTenants = [undefined, null, 5, '', 'ann@example.com', 'auth0|5f7c', '佐藤', 'a/b'];
test.each([...wrongTenants, 'x'.repeat(129)])(
  'the tenant %j is an error of the host',
  async (tenant) => {
    const logged: unknown[] = [];
    const log = (entry: unknown) => void logged.push(entry);
    const served = createDialogApp({
      agent: dialogFixture().agent,
      tenantOf: () => tenant as never,
      logger: { debug: log, info: log, warn: log, error: log },
    });
    for (const headers of [{}, { accept: 'text/event-stream' }]) {
      const body = { message: '送料はいくらですか' };
      expect((await post(served, '/agent.dialog', body, headers)).status).toBe(500);
    }
    const error = { code: 'invalid-argument' };
    expect(logged).toMatchObject([{ error }, { error }]);
  },
);

describe('hostile bodies', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  test.each([
    ['/agent.search', 'invalid_json', `{"query":"送料","filters":${nested(3000)}}`],
    ['/agent.search', 'validation_error', `{"query":"送料","filters":${nested(30)}}`],
    ['/agent.search', 'invalid_json', `{"query":"送料","more":${nested(3000)}}`],
    ['/agent.dialog', 'invalid_json', `{"message":"送料","options":${nested(3000)}}`],
  ])('%s refuses a body that is nested too deeply with %s', async (path, error, body) => {
    const response = await post(app(), path, body);
    expect([response.status, await response.json()]).toMatchObject([400, { error }]);
  });

  const notUtf8 = new Uint8Array([
    ...new TextEncoder().encode('{"message":"'),
    0xe3,
    0x81,
    0x22,
    0x7d,
  ]);
  const cut = new TextEncoder().encode('{"message":"送').subarray(0, -1);
  const headers = { 'content-type': 'application/json' };

  test.each([
    ['/agent.dialog', notUtf8],
    ['/agent.search', notUtf8],
    ['/agent.dialog', cut],
  ])('%s refuses bytes that are not UTF-8', async (path, body) => {
    const response = await app().request(path, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_json', message: 'The body is not valid UTF-8' },
    ]);
  });

  test('a crew handler refuses bytes that are not UTF-8', async () => {
    const handler = crewPlanHandler((input) => planByRules(input));
    const response = await handler(
      new Request('http://crew.test/', { method: 'POST', headers, body: notUtf8 }),
    );
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_json' },
    ]);
  });
});

describe('a request id', () => {
  const id = { 'x-request-id': 'r-1' };
  const first = { sessionId: 's', message: '送料はいくらですか' };

  test('repeats the response to the same request', async () => {
    const served = app();
    const one = await (await post(served, '/agent.dialog', first, id)).json();
    const again = await post(served, '/agent.dialog', first, id);
    expect([again.status, await again.json()]).toEqual([200, one]);
  });

  test.each([
    ['another message', { ...first, message: '返品期限はいつまでですか' }],
    ['other options', { ...first, options: { topK: 3 } }],
    ['another history', { ...first, history: [{ role: 'user', content: '北海道' }] }],
  ])('is refused for %s in the same dialog', async (_name, second) => {
    const served = app();
    await post(served, '/agent.dialog', first, id);
    const response = await post(served, '/agent.dialog', second, id);
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { error: 'idempotency_key_reused' },
    ]);
    const events = await post(served, '/agent.dialog', second, {
      ...id,
      accept: 'text/event-stream',
    });
    expect(await events.text()).toContain('"code":"idempotency-key-reused"');
  });

  test('may be used again in another dialog', async () => {
    const served = app();
    await post(served, '/agent.dialog', first, id);
    const other = { sessionId: 't', message: '返品期限はいつまでですか' };
    expect((await post(served, '/agent.dialog', other, id)).status).toBe(200);
  });

  test('of two requests at once answers one and refuses the other', async () => {
    const served = app();
    const second = { ...first, message: '返品期限はいつまでですか' };
    const both = await Promise.all([
      post(served, '/agent.dialog', first, id),
      post(served, '/agent.dialog', second, id),
    ]);
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 409,
    ]);
  });
});

describe('the language of errors', () => {
  const refused = async (headers: Record<string, string>): Promise<unknown> =>
    (await post(app(), '/agent.dialog', { message: ' ', options: { topK: 0 } }, headers)).json();

  test.each([
    [{}, 'message is blank'],
    [{ 'accept-language': 'fr, en;q=0.5' }, 'message is blank'],
    [{ 'accept-language': 'en;q=0.1, ja-JP;q=0.9' }, 'messageが空です'],
  ])('is chosen by %j', async (headers, message) => {
    expect(await refused(headers)).toMatchObject({
      message,
      details: [
        { field: 'message', issue: 'blank', message },
        { field: 'options.topK', issue: 'too_few' },
      ],
    });
  });

  test('is that of Accept-Language in an event stream too', async () => {
    const response = await post(
      app({ hits: broken }),
      '/agent.dialog',
      { message: '送料はいくらですか' },
      { accept: 'text/event-stream', 'accept-language': 'ja' },
    );
    expect(await response.text()).toContain('すべての検索が失敗しました');
  });
});

describe('misuse of createDialogApp', () => {
  // Programs without types.
  test.each([
    [{}, 'expected options.agent to be a dialog agent'],
    [{ agent: {} }, 'expected options.agent to be a dialog agent'],
    [{ ...dialogFixture(), search: {} }, 'unknown option "clock"'],
    [{ agent: dialogFixture().agent, search: {} }, 'expected options.search'],
    [{ agent: dialogFixture().agent, maxBodyByte: 3 }, 'unknown option "maxBodyByte"'],
    [{ agent: dialogFixture().agent, identify: undefined }, 'expected options.identify'],
    [{ agent: dialogFixture().agent, tenantOf: undefined }, 'expected options.tenantOf'],
    [{ agent: dialogFixture().agent, tenantOf: null }, 'expected options.tenantOf'],
    [{ agent: dialogFixture().agent, locale: 'fr' }, 'expected options.locale'],
  ])('is refused with a clear error (%#)', (options, message) => {
    expect(() =>
      createDialogApp(options as unknown as Parameters<typeof createDialogApp>[0]),
    ).toThrow(message);
  });
});
