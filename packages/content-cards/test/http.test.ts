import { Ajv2020 } from 'ajv/dist/2020.js';
import { createMemoryEventStore } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContentApp, openApiDocument, type Principal } from '../src/http.ts';
import { createContentService } from '../src/index.ts';
import { contentAppConformance, deckServiceConformance } from '../src/testing.ts';
import { createBench, editor, sampleCard } from './helpers.ts';
import { type Server, serveApp } from './serve.ts';

/** The token says what it allows, so that each case can ask for its own scopes. */
const auth = (token: string): Promise<Principal | null> =>
  Promise.resolve(
    token.startsWith('ok.')
      ? {
          subject: 'editor@example.com',
          scopes: token
            .slice(3)
            .split('.')
            .filter(Boolean)
            .map((scope) => scope.replace('~', ':')),
        }
      : null,
  );
const tokenOf = (scopes: readonly string[]) =>
  `ok.${scopes.map((scope) => scope.replace(':', '~')).join('.')}`;

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly responses: Record<
          string,
          { readonly content?: Record<string, { readonly schema: object }> }
        >;
      }
    >
  >;
}

let server: Server;
const seen = new Map<string, { status: number; body: string; type: string | null }[]>();
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
    const key = `${init.method} ${path.split('?', 1)[0] ?? ''}`;
    const copy = response.clone();
    seen.set(key, [
      ...(seen.get(key) ?? []),
      { status: copy.status, body: await copy.text(), type: copy.headers.get('content-type') },
    ]);
    return response;
  });
  test.each([...cases])('$name', async (each) => expect(await each.run()).toBeUndefined());

  test('every answer that was seen is one that the OpenAPI document describes', () => {
    const document = openApiDocument() as unknown as OpenApi;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'doc', ...document });
    let checked = 0;
    const undescribed: string[] = [];
    for (const [key, answers] of seen) {
      const [method = '', path = ''] = key.split(' ');
      const template = Object.keys(document.paths).find((each) =>
        new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
      );
      const operation =
        template === undefined
          ? undefined
          : document.paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
      if (operation === undefined) continue;
      for (const { status, body } of answers) {
        const schema = operation.responses[status]?.content?.['application/json']?.schema;
        if (operation.responses[status] === undefined) undescribed.push(`${key} ${status}`);
        if (schema === undefined || body === '') continue;
        const validate = ajv.compile({
          ...JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components')),
        });
        if (!validate(JSON.parse(body)))
          undescribed.push(`${key} ${status}: ${ajv.errorsText(validate.errors)}`);
        checked += 1;
      }
    }
    expect(undescribed).toEqual([]);
    expect(checked).toBeGreaterThan(50);
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
