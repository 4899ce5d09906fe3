import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createMemoryEventStore,
  EventStoreError,
  InvalidArgumentError,
  LlmError,
  MissingConfigurationError,
} from '@kanmon/core';
import {
  createManualClock,
  createScriptedClient,
  createSequentialIds,
  type ScriptedReply,
} from '@kanmon/core/testing';
import {
  createProposalQualityApp,
  openApiDocument,
  type ProposalQualityAppOptions,
} from '../src/http.ts';
import { samples } from '../src/testing.ts';
import { board, rawReport } from './support-boards.ts';

const o2 = samples.find(({ id }) => id === 'O2');
const a1 = samples.find(({ id }) => id === 'A1');
if (o2 === undefined || a1 === undefined) throw new Error('no samples');

/** All members of all bodies; which of them there are is checked against the OpenAPI document. */
interface Body {
  readonly ok: boolean;
  readonly error: string;
  readonly message: string;
  readonly details: readonly { readonly field: string; readonly issue: string }[];
  readonly errors: readonly string[];
  readonly findings: readonly object[];
  readonly request_id: string;
  readonly diffs: readonly { readonly diff_id: string; readonly state: string }[];
  readonly skipped: readonly object[];
  readonly results: readonly { readonly result: string; readonly content_hash?: string }[];
  readonly id: string;
  readonly confirmed_by: string;
  readonly replayed: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}
type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

const ignore = (): void => undefined;
const as = (authorization: string) => ({ authorization });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A real server on a free port, and a way to talk to it. */
async function start(options: ProposalQualityAppOptions = {}): Promise<Send> {
  const app = createProposalQualityApp({
    clock: createManualClock(),
    ids: createSequentialIds(),
    ...options,
  });
  const document = (await (
    await app.request('/api/proposal-quality/openapi.json')
  ).json()) as OpenApi;
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = {
      status: response.status,
      body: (await response.json()) as Body,
      headers: response.headers,
    };
    checkAgainst(document, method, path, answer);
    return answer;
  };
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { example: unknown }> };
        responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, object> };
}

/** Every answer of every test fits the OpenAPI document. */
function checkAgainst(
  document: OpenApi,
  method: string,
  path: string,
  { status, body }: Answer,
): void {
  const operation = document.paths[path.split('?')[0] ?? '']?.[method.toLowerCase()];
  if (operation === undefined) return;
  expect(Object.keys(operation.responses), `${method} ${path}`).toContain(String(status));
  const name =
    operation.responses[status]?.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
  const schema = document.components.schemas[name];
  expect(Object.keys(document.components.schemas)).toContain(name);
  // Components refer to each other; zod resolves references below `$defs` only.
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const standalone = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
  const result = z
    .fromJSONSchema(standalone as Parameters<typeof z.fromJSONSchema>[0])
    .safeParse(body);
  expect(result.error?.issues).toBeUndefined();
}

function scripted(...replies: ScriptedReply[]): ProposalQualityAppOptions {
  return { client: createScriptedClient(replies) };
}

const validate = '/api/proposal-quality/validate';
const organizer = '/api/organizer/run';
const advisor = '/api/advisor/run';
const good = JSON.stringify(o2.valid);

describe('POST /api/organizer/run and /api/advisor/run', () => {
  it('answer with the report and its rendering', async () => {
    const send = await start(scripted(good));
    const { status, body } = await send('POST', organizer, o2.input);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      report: o2.valid,
      errors: [],
      warnings: [],
      rendered: expect.stringContaining('# 整理の提案'),
      attempts: 1,
      usage: expect.objectContaining({ calls: 1 }),
    });
  });

  it('answer 200 with ok false for a report that did not pass, without a rendering', async () => {
    const broken = JSON.stringify(o2.broken[0]?.report);
    const send = await start(scripted(broken, broken, broken));
    const { status, body } = await send('POST', organizer, o2.input);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      'attempts',
      'errors',
      'ok',
      'reason',
      'report',
      'usage',
      'warnings',
    ]);
    expect(body).toMatchObject({ ok: false, reason: 'no-progress', report: o2.broken[0]?.report });
  });

  it('pass the purpose on', async () => {
    const send = await start(scripted(JSON.stringify(a1.valid), JSON.stringify(a1.valid)));
    expect((await send('POST', advisor, a1.input)).body.ok).toBe(true);
    expect((await send('POST', advisor, { ...a1.input, purpose: 'texts' })).body.ok).toBe(true);
    const { status, body } = await send('POST', advisor, { ...a1.input, purpose: 'poems' });
    expect(status).toBe(400);
    expect(body.details).toEqual([
      {
        field: 'purpose',
        issue: 'unknown_value',
        message: 'purpose has a value that cannot be used (choices, texts)',
        params: { allowed: 'choices, texts' },
        pointer: '/purpose',
      },
    ]);
  });

  it('create the client when it is first needed', async () => {
    let made = 0;
    const send = await start({
      client: () => {
        made += 1;
        return createScriptedClient([good]);
      },
    });
    await send('POST', organizer, {});
    expect(made).toBe(0);
    expect((await send('POST', organizer, o2.input)).status).toBe(200);
    expect(made).toBe(1);
  });

  it('pass the events and the cost of a run on, also of one without a report', async () => {
    const runs: { readonly last: object | undefined; readonly by: string | undefined }[] = [];
    const send = await start({
      client: createScriptedClient([good, new LlmError('down', { kind: 'auth' })]),
      price: () => 3,
      identify: () => ({ id: 'sato' }),
      onRun: async (events, caller) => {
        runs.push({ last: events.at(-1), by: caller?.id });
      },
    });
    await send('POST', organizer, o2.input);
    expect((await send('POST', organizer, o2.input)).status).toBe(502);
    expect(runs).toMatchObject([
      { last: { type: 'run-finished', status: 'passed', usage: { cost: 3 } }, by: 'sato' },
      { last: { type: 'run-finished', reason: 'generate-failed' }, by: 'sato' },
    ]);
  });

  it('report missing configuration after they have checked the input', async () => {
    const send = await start({
      client: () => {
        throw new MissingConfigurationError('OPENAI_API_KEY is not set');
      },
    });
    const { status, body } = await send('POST', organizer, o2.input);
    expect(status).toBe(500);
    expect(body).toEqual({
      ok: false,
      error: 'missing_configuration',
      message: 'OPENAI_API_KEY is not set',
      details: [],
      errors: ['OPENAI_API_KEY is not set'],
      request_id: expect.any(String),
    });
    expect((await send('POST', organizer, {})).status).toBe(400);
    expect((await send('POST', advisor, a1.input)).body.error).toBe('missing_configuration');
    const without = await start();
    expect((await without('POST', organizer, o2.input)).body.error).toBe('missing_configuration');
    const japanese = await without('POST', organizer, o2.input, { 'accept-language': 'ja' });
    expect(japanese.body.message).toBe('サーバーに必要な設定がありません');
    expect(
      (await without('POST', validate, { type: 'organizer', report: 1, validNodeIds: [] })).status,
    ).toBe(200);
  });

  it.each([
    ['rate-limit', 502, 'llm_rate_limit'],
    ['auth', 502, 'llm_auth'],
    ['timeout', 504, 'llm_timeout'],
  ] as const)('answer a call that failed with %s by %d', async (kind, status, error) => {
    const send = await start(scripted(new LlmError('secret detail', { kind })));
    const answer = await send('POST', organizer, o2.input);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(error);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  it('log internal errors and do not return them', async () => {
    const logged: unknown[] = [];
    const send = await start({
      client: () => {
        throw new Error('password=1');
      },
      logger: {
        debug: ignore,
        info: ignore,
        warn: ignore,
        error: (entry) => void logged.push(entry),
      },
    });
    const { status, body } = await send('POST', organizer, o2.input);
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'internal_error', message: 'An internal error occurred' });
    expect(logged).toEqual([
      { request_id: body.request_id, error: expect.objectContaining({ message: 'password=1' }) },
    ]);
  });

  it.each([
    [{}, 'dashboard.trays'],
    [{ dashboard: { trays: { a: 1 } } }, 'dashboard.trays.a'],
    [{ dashboard: { trays: { a: [{ title: 't' }] } } }, 'dashboard.trays.a[0].id'],
    [{ ...o2.input, focusNodeId: 'n9' }, 'focusNodeId'],
    [{ ...o2.input, userIntent: 'x'.repeat(4001) }, 'userIntent'],
    [{ ...o2.input, constraints: {} }, 'constraints'],
    [[], ''],
  ])('name the place of invalid input (%#)', async (input, field) => {
    const send = await start(scripted());
    const { status, body } = await send('POST', organizer, input);
    expect(status).toBe(400);
    expect(body.error).toBe('validation_error');
    expect(body.details[0]?.field).toBe(field);
    expect(body.errors).toEqual([body.message]);
  });
});

describe('POST /api/proposal-quality/validate', () => {
  it('returns the verdict of the validator', async () => {
    const send = await start();
    const report = { ...(o2.valid as object), summary: '' };
    const { status, body } = await send('POST', validate, {
      type: 'organizer',
      report,
      validNodeIds: ['n1'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: false,
      errors: ['summary must be non-empty'],
      warnings: [],
      findings: [
        {
          rule: 'organizer/summary',
          code: 'blank',
          severity: 'must',
          path: '/summary',
          params: {},
        },
      ],
    });
    const japanese = await start({ locale: 'ja' });
    const answer = await japanese('POST', validate, {
      type: 'organizer',
      report,
      validNodeIds: ['n1'],
    });
    expect(answer.body.errors[0]).toMatch(/空です/);
  });

  it('takes the purpose', async () => {
    const send = await start();
    const report = samples.find(({ id }) => id === 'A3')?.broken[0]?.report;
    const body = { type: 'advisor', report, validNodeIds: ['n1'] };
    expect((await send('POST', validate, body)).body.ok).toBe(true);
    expect((await send('POST', validate, { ...body, purpose: 'texts' })).body.ok).toBe(false);
  });

  it.each([null, 'x', 1, [], [null], { __proto__: 1 }])(
    'returns findings for %j',
    async (report) => {
      const send = await start();
      const { status, body } = await send('POST', validate, {
        type: 'advisor',
        report,
        validNodeIds: [],
      });
      expect(status).toBe(200);
      expect(body.ok).toBe(false);
    },
  );

  it.each([
    [{ report: {}, validNodeIds: [] }, 'type'],
    [{ type: 'x', report: {}, validNodeIds: [] }, 'type'],
    [{ type: 'advisor', validNodeIds: [] }, 'report'],
    [{ type: 'advisor', report: {} }, 'validNodeIds'],
    [{ type: 'advisor', report: {}, validNodeIds: 'n1' }, 'validNodeIds'],
    [{ type: 'advisor', report: {}, validNodeIds: ['n1', 2] }, 'validNodeIds[1]'],
    [
      { type: 'advisor', report: {}, validNodeIds: Array.from({ length: 10_001 }, () => 'n') },
      'validNodeIds[10000]',
    ],
  ])('refuses an invalid body (%#)', async (sent, field) => {
    const send = await start();
    const { status, body } = await send('POST', validate, sent);
    expect(status).toBe(400);
    expect(body.details[0]?.field).toBe(field);
  });
});

describe('every route', () => {
  it('reads JSON only, as a whole, up to its limit', async () => {
    const send = await start({ maxBodyBytes: 100 });
    expect((await send('POST', validate, '{"a":', {})).body.error).toBe('invalid_json');
    const type = { 'content-type': 'text/plain' };
    expect(await send('POST', validate, '{}', type)).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media_type' },
    });
    expect(await send('POST', validate, `"${'x'.repeat(200)}"`)).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large' },
    });
  });

  it.each([
    { budget: { max: 3 } },
    { budget: { maxAttempts: Number.NaN } },
    { price: 5 },
    { client: 5 },
    { client: {} },
  ])('refuses %j before any request', (options) => {
    expect(() => createProposalQualityApp(options as never)).toThrow(InvalidArgumentError);
  });

  it('counts a body of unknown length while reading', async () => {
    const app = createProposalQualityApp({ maxBodyBytes: 1000 });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100;
        controller.enqueue(new Uint8Array(100).fill(32));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      // Node asks for this with a streamed body; the types of the web do not know it.
      duplex: 'half',
    };
    const request = new Request('http://x/api/proposal-quality/validate', init);
    expect((await app.fetch(request)).status).toBe(413);
    expect(sent).toBeLessThan(5000);
  });

  it.each([
    ['an empty body', () => new Request('http://x/', { method: 'POST', body: '' })],
    ['no body', () => new Request('http://x/', { method: 'POST' })],
  ])('refuses %s', async (_name, make) => {
    const app = createProposalQualityApp();
    const request = new Request(`http://x${validate}`, make());
    request.headers.set('content-type', 'application/json');
    const response = await app.fetch(request);
    expect(response.status).toBe(400);
    const { error, message } = (await response.json()) as Body;
    expect({ error, message }).toEqual({
      error: 'invalid_json',
      message: 'The body is empty; send JSON',
    });
  });

  it.each([
    { identify: undefined },
    { identify: null },
    { loadState: undefined },
    { loadState: {} },
    { onRun: 5 },
  ])('refuses the guard %j', (wrong) => {
    const create = () => createProposalQualityApp(wrong as never);
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow(Object.keys(wrong)[0]);
  });

  it('reports a body that a parser of the host has read', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const used = new Request(`http://x${validate}`, { ...init, body: '{}' });
    await used.text();
    // A server announces the length of a body that express.json() has read.
    const emptied = new Request(`http://x${validate}`, init);
    emptied.headers.set('content-length', '2');
    for (const request of [used, emptied]) {
      const response = await createProposalQualityApp().fetch(request);
      expect(response.status).toBe(500);
      const { error, message } = (await response.json()) as Body;
      expect(error).toBe('body_already_read');
      expect(message).toContain('as express.json() does; mount the app before such a parser');
    }
  });

  it('refuses invalid UTF-8', async () => {
    const app = createProposalQualityApp();
    const response = await app.request(validate, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([34, 0xff, 34]),
    });
    expect(response.status).toBe(400);
  });

  it('answers unknown paths with 404 and other methods with 405 and Allow', async () => {
    const send = await start();
    expect(await send('GET', '/nowhere')).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    const wrong = await send('GET', validate);
    expect(wrong).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(wrong.headers.get('allow')).toBe('POST');
    const diffs = await send('DELETE', '/api/proposal-quality/diffs');
    expect(diffs.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('echoes a request id, or creates one', async () => {
    const send = await start();
    const given = await send('GET', '/nowhere', undefined, { 'x-request-id': 'abc-1' });
    expect([given.headers.get('x-request-id'), given.body.request_id]).toEqual(['abc-1', 'abc-1']);
    const bad = await send('GET', '/nowhere', undefined, { 'x-request-id': 'a b"<' });
    expect(bad.body.request_id).toMatch(/^req_\d+$/);
    const fine = await send('POST', validate, { type: 'organizer', report: 1, validNodeIds: [] });
    expect(fine.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('adds the members of RFC 9457 for clients that accept them', async () => {
    const send = await start();
    const { body, headers } = await send('GET', '/nowhere', undefined, {
      accept: 'application/problem+json',
    });
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ type: 'about:blank', status: 404, title: 'Not Found', ok: false });
  });
});

describe('the language of messages', () => {
  const japanese = { 'accept-language': 'ja-JP, en;q=0.5' };

  it('is that of Accept-Language in verdicts', async () => {
    const send = await start();
    const sent = { type: 'organizer', report: {}, validNodeIds: [] };
    const { body } = await send('POST', validate, sent, japanese);
    expect(body.errors[0]).toBe('decomposition_proposals がありません。');
  });

  it('is that of Accept-Language in errors', async () => {
    const send = await start();
    const { body, headers } = await send('POST', validate, { type: 'organizer' }, japanese);
    expect(headers.get('content-language')).toBe('ja');
    expect(body.message).toBe('reportが未指定です');
    const unknown = { boardId: 'b', confirmationId: 'c', state: board };
    const refused = await send('POST', '/api/proposal-quality/apply', unknown, japanese);
    expect(refused.body.message).toBe('このボードにその確認はありません');
  });

  it('does not change the language of the rendering', async () => {
    const send = await start(scripted(good, good));
    const { body } = await send('POST', organizer, o2.input, { 'accept-language': 'en' });
    expect(body).toMatchObject({ ok: true, rendered: expect.stringContaining('# 整理の提案') });
  });

  it('is the option `locale` for clients that accept neither Japanese nor English', async () => {
    const send = await start({ locale: 'ja' });
    const french = { 'accept-language': 'fr' };
    const sent = { type: 'organizer', report: {}, validNodeIds: [] };
    expect((await send('POST', validate, sent, french)).body.errors[0]).toMatch(/がありません/);
  });
});

describe('a store that is down or busy', () => {
  it('is 503 on every route that uses it, as the document lists', async () => {
    const fail = (): never => {
      throw new EventStoreError('/secret/path', { code: 'store-busy' });
    };
    const memory = createMemoryEventStore();
    const send = await start({ store: { ...memory, append: fail, read: fail, readAll: fail } });
    const document = openApiDocument() as unknown as OpenApi;
    const asked: string[] = [];
    for (const [route, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        if (responses['503'] === undefined) continue;
        asked.push(`${method} ${route.split('/').at(-1)}`);
        const body = requestBody?.content['application/json']?.example;
        const path = method === 'get' ? `${route}?boardId=b` : route;
        const answer = await send(method.toUpperCase(), path, body);
        expect([answer.status, answer.body.error], path).toEqual([503, 'storage_error']);
        expect(JSON.stringify(answer.body)).not.toContain('secret');
      }
    }
    expect(asked).toEqual(['post diffs', 'get diffs', 'post confirmations', 'post apply']);
  });
});

describe('the OpenAPI document', () => {
  const path = '/api/proposal-quality/openapi.json';

  it('names the server below which the app is mounted', async () => {
    const host = new Hono().route('/tenant', createProposalQualityApp());
    const mounted = (await (await host.request(`/tenant${path}`)).json()) as object;
    expect(mounted).toEqual({ ...openApiDocument(), servers: [{ url: '/tenant' }] });
    expect(openApiDocument()).toMatchObject({ servers: [{ url: '/' }] });
    const app = createProposalQualityApp({ server: '/api' });
    const stripped = await new Hono().mount('/api', app.fetch).request(`/api${path}`);
    expect(await stripped.json()).toMatchObject({ servers: [{ url: '/api' }] });
  });

  it('has request examples that the app accepts', async () => {
    const valid = samples.find(({ id }) => id === 'A1')?.valid;
    const send = await start(scripted(good, JSON.stringify(valid)));
    const document = openApiDocument() as unknown as OpenApi;
    let examples = 0;
    for (const [route, { post }] of Object.entries(document.paths)) {
      if (post === undefined) continue;
      const { example } = post.requestBody?.content['application/json'] ?? {};
      const { status } = await send('POST', route, example);
      // Nothing was proposed or confirmed under the ids of the examples.
      expect(status, route).toBe(
        /confirmations|apply/.test(route) ? 404 : status < 300 ? status : 0,
      );
      examples += 1;
    }
    expect(examples).toBe(6);
  });
});

const diffsPath = '/api/proposal-quality/diffs';
const confirmations = '/api/proposal-quality/confirmations';
const apply = '/api/proposal-quality/apply';
const proposal = { boardId: 'b1', runId: 'run_1', report: rawReport, state: board };

describe('the way from a report to an applied diff', () => {
  it('applies a change once', async () => {
    const send = await start();
    const proposed = await send('POST', diffsPath, proposal);
    expect(proposed.status).toBe(201);
    expect(proposed.body.skipped).toEqual([]);
    expect(proposed.body.results.map(({ result }) => result)).toEqual(['VALID', 'VALID', 'VALID']);
    const diffId = proposed.body.diffs[0]?.diff_id ?? '';
    const { content_hash } = proposed.body.results[0] ?? {};
    const confirmation = await send('POST', confirmations, {
      boardId: 'b1',
      diffId,
      content_hash,
      confirmedBy: '佐藤',
      uiAction: 'button',
      state: board,
    });
    expect(confirmation.status).toBe(201);
    expect(confirmation.body).toMatchObject({
      diff_id: diffId,
      confirmed_by: '佐藤',
      consumed: false,
    });
    const sent = { boardId: 'b1', confirmationId: confirmation.body.id, state: board };
    const applied = await send('POST', apply, sent);
    expect(applied.status).toBe(200);
    expect(applied.body).toEqual({
      applied: true,
      diff: proposed.body.diffs[0],
      version: 5,
      replayed: false,
    });
    expect((await send('POST', apply, sent)).body.replayed).toBe(true);
    const list = await send('GET', `${diffsPath}?boardId=b1`);
    expect(list.body.diffs.map(({ state }) => state)).toEqual(['applied', 'proposed', 'proposed']);
    expect((await send('GET', `${diffsPath}?boardId=b2`)).body).toEqual({ diffs: [] });
    const again = await send('POST', confirmations, {
      boardId: 'b1',
      diffId,
      content_hash,
      confirmedBy: 'x',
      state: board,
    });
    expect(again).toMatchObject({ status: 409, body: { error: 'diff_already_applied' } });
  });

  it('accepts a dashboard as the state', async () => {
    const send = await start();
    const state = { trays: { a: board.nodes } };
    expect((await send('POST', diffsPath, { ...proposal, state })).status).toBe(201);
  });

  it('gates the report again', async () => {
    const send = await start();
    const report = { ...rawReport, summary: 'まず分けるべきです' };
    const { status, body } = await send('POST', diffsPath, { ...proposal, report });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'report_rejected',
      errors: ['summary or reason contains forbidden phrase (e.g. should, must)'],
      details: [{ field: 'report.summary', issue: 'forbidden-phrase' }],
    });
  });

  it('returns INVALID diffs without recording them', async () => {
    const send = await start();
    const state = { ...board, relations: [{ from: 'n3', to: 'n2', relation_type: '待ち' }] };
    const { body } = await send('POST', diffsPath, { ...proposal, state });
    expect(body.diffs).toHaveLength(3);
    expect(body.results[2]?.result).toBe('INVALID');
    expect((await send('GET', `${diffsPath}?boardId=b1`)).body.diffs).toHaveLength(2);
  });
});

describe('confirmations and applications', () => {
  it('are for the content that the person saw', async () => {
    const send = await start();
    const shown = await send('POST', diffsPath, proposal);
    const diffId = shown.body.diffs[2]?.diff_id ?? '';
    const relations = rawReport.relation_proposals.map((one) => ({
      ...one,
      reason: '別の理由です。',
    }));
    const report = { ...rawReport, relation_proposals: relations };
    const exchanged = await send('POST', diffsPath, { ...proposal, report });
    expect(exchanged.body.diffs[2]?.diff_id).toBe(diffId);
    const click = (content_hash: string | undefined) =>
      send('POST', confirmations, {
        boardId: 'b1',
        diffId,
        content_hash,
        confirmedBy: '佐藤',
        state: board,
      });
    expect(await click(shown.body.results[2]?.content_hash)).toMatchObject({
      status: 409,
      body: { error: 'diff_changed' },
    });
    const { content_hash } = exchanged.body.results[2] ?? {};
    expect((await click(content_hash)).status).toBe(201);
    // A confirmed diff is not replaced by another proposal.
    expect(await send('POST', diffsPath, proposal)).toMatchObject({
      status: 409,
      body: { error: 'diff_confirmed' },
    });
    const { body } = await send('GET', `${diffsPath}?boardId=b1`);
    expect(body.diffs[2]).toMatchObject({
      content_hash,
      state: 'confirmed',
      diff: { reason: '別の理由です。' },
    });
  });

  it('have the content hash of the diff as recorded', async () => {
    const clock = createManualClock();
    const send = await start({ clock });
    const first = await send('POST', diffsPath, proposal);
    clock.advance(60_000);
    expect((await send('POST', diffsPath, proposal)).body).toEqual(first.body);
  });

  it('answer unknown ids with 404', async () => {
    const send = await start();
    expect(
      await send('POST', confirmations, {
        boardId: 'b',
        diffId: 'd',
        content_hash: 'h',
        confirmedBy: 'x',
        state: board,
      }),
    ).toMatchObject({ status: 404, body: { error: 'diff_unknown' } });
    expect(
      await send('POST', apply, { boardId: 'b', confirmationId: 'c', state: board }),
    ).toMatchObject({ status: 404, body: { error: 'confirmation_unknown' } });
  });

  it('answer refusals with their codes', async () => {
    const clock = createManualClock();
    const send = await start({ clock });
    const { body: proposed } = await send('POST', diffsPath, proposal);
    const diffId = proposed.diffs[0]?.diff_id ?? '';
    const { content_hash } = proposed.results[0] ?? {};
    const { body } = await send('POST', confirmations, {
      boardId: 'b1',
      diffId,
      content_hash,
      confirmedBy: 'x',
      state: board,
    });
    const sent = { boardId: 'b1', confirmationId: body.id };
    const state = { ...board, children: { n1: ['n7'] } };
    expect(await send('POST', apply, { ...sent, state })).toMatchObject({
      status: 409,
      body: { error: 'base_changed' },
    });
    clock.advance(86_400_000);
    expect(await send('POST', apply, { ...sent, state: board })).toMatchObject({
      status: 409,
      body: { error: 'confirmation_expired' },
    });
  });
});

describe('an invalid request for diffs', () => {
  it.each([
    [diffsPath, { ...proposal, boardId: '' }, 'boardId'],
    [diffsPath, { ...proposal, boardId: 'a\nb' }, 'boardId'],
    [diffsPath, { ...proposal, runId: 1 }, 'runId'],
    [diffsPath, { ...proposal, report: undefined }, 'report'],
    [diffsPath, { ...proposal, state: undefined }, 'state'],
    [diffsPath, { ...proposal, state: { nodes: [{}] } }, 'state.nodes[0].id'],
    [diffsPath, { ...proposal, state: { nodes: 1 } }, 'state.nodes'],
    [diffsPath, { ...proposal, state: { trays: { a: 1 } } }, 'state.trays.a'],
    [
      diffsPath,
      { ...proposal, state: { ...board, groups: [{ group_label: 'x' }] } },
      'state.groups[0].node_ids',
    ],
    [confirmations, { boardId: 'b', diffId: 'd', state: board }, 'content_hash'],
    [confirmations, { boardId: 'b', diffId: 'd', content_hash: 'h', state: board }, 'confirmedBy'],
    [apply, { boardId: 'b', state: board }, 'confirmationId'],
    [apply, { boardId: 'あ'.repeat(100), confirmationId: 'c', state: board }, 'boardId'],
  ])('is refused: %s (%#)', async (path, sent, field) => {
    const send = await start();
    const { status, body } = await send('POST', path, sent);
    expect(status).toBe(400);
    expect(body.details[0]?.field).toBe(field);
  });

  it('is refused without a board to list', async () => {
    const send = await start();
    expect((await send('GET', diffsPath)).status).toBe(400);
  });
});

describe('identify', () => {
  it.each([
    ['POST', organizer],
    ['POST', advisor],
    ['POST', validate],
    ['POST', diffsPath],
    ['GET', `${diffsPath}?boardId=b1`],
    ['POST', confirmations],
    ['POST', apply],
  ])('is called before the body is read: %s %s', async (method, path) => {
    for (const unknown of [null, undefined]) {
      const send = await start({ identify: () => Promise.resolve(unknown as null) });
      expect(await send(method, path, method === 'GET' ? undefined : '{broken')).toMatchObject({
        status: 401,
        body: { error: 'unauthorized' },
      });
    }
  });

  it.each([[{}], [{ id: '' }], [{ id: 1, human: true }], ['me'], [true]])(
    'fails with an invalid answer: %j',
    async (caller) => {
      const send = await start({ identify: () => Promise.resolve(caller as never) });
      expect((await send('GET', `${diffsPath}?boardId=b1`)).status).toBe(500);
    },
  );

  it('must return `human: true` for a person', async () => {
    const send = await start({ identify: () => Promise.resolve({ id: 'x' } as never) });
    expect((await send('POST', confirmations, {})).body.error).toBe('not_human');
  });

  it('lets only people confirm', async () => {
    const callers: Record<string, { id: string; human: boolean }> = {
      person: { id: '佐藤', human: true },
      robot: { id: 'bot', human: false },
    };
    const store = createMemoryEventStore();
    const send = await start({
      store,
      identify: async (request) => callers[request.headers.get('authorization') ?? ''] ?? null,
      loadState: async (_request, boardId) => (boardId === 'b1' ? board : { nodes: [] }),
    });
    const { body: proposed } = await send(
      'POST',
      diffsPath,
      { ...proposal, state: undefined },
      as('robot'),
    );
    const diffId = proposed.diffs[0]?.diff_id ?? '';
    const { content_hash } = proposed.results[0] ?? {};
    const sent = { boardId: 'b1', diffId, content_hash, state: { nodes: [] } };
    expect(await send('POST', confirmations, sent)).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    });
    expect(await send('POST', confirmations, sent, as('robot'))).toMatchObject({
      status: 403,
      body: { error: 'not_human' },
    });
    expect(
      await send('POST', confirmations, { ...sent, confirmedBy: '鈴木' }, as('person')),
    ).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    const { status, body } = await send('POST', confirmations, sent, as('person'));
    expect(status).toBe(201);
    expect(body.confirmed_by).toBe('佐藤');
    const application = { boardId: 'b1', confirmationId: body.id };
    expect((await send('POST', apply, application)).status).toBe(401);
    expect((await send('POST', apply, application, as('robot'))).status).toBe(200);
    // Sent again by the person, it is applied already.
    expect((await send('POST', apply, application, as('person'))).body.replayed).toBe(true);
    const actors: unknown[] = [];
    for await (const { type, actor } of store.read('proposal-quality/b1'))
      actors.push([type, actor]);
    expect(actors.slice(-2)).toEqual([
      ['confirmation-granted', '佐藤'],
      ['diff-applied', 'bot'],
    ]);
  });
});
