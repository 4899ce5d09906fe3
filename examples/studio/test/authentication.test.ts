import { createJwtVerifier } from '@kanmon/content-cards/jwt';
import { createMemoryCounter, createMemoryEventStore, type SharedCounter } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readSettings } from '../src/settings.ts';
import { openStudio } from './open-studio.ts';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** The issuer of a production server. */
const issued = { issuer: 'https://issuer.example', audience: 'studio' };

/** A counter that never refuses. */
const unlimited: SharedCounter = {
  take: async () => ({ ok: true, taken: [] }),
  correct: async () => undefined,
};

async function operationsOf(studio: Awaited<ReturnType<typeof openStudio>>['studio']) {
  const response = await studio.app.request('/openapi.json');
  const { paths } = documentSchema.parse(await response.json());
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, security }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      isPublic: security.length === 0,
      scopes: security.flatMap((each) => Object.values(each).flat()),
    })),
  );
}

describe('every route of the OpenAPI document', () => {
  it('refers to schemas that the document has', async () => {
    const { studio } = await openStudio();
    const text = await (await studio.app.request('/openapi.json')).text();
    const { schemas } = z
      .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
      .parse(JSON.parse(text)).components;
    const named = Array.from(
      text.matchAll(/"#\/components\/schemas\/([^"/]+)/g),
      ([, name = '']) => name,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
    expect(text).not.toContain('#/$defs/');
  });

  it('answers 401 without a token, unless it is public', async () => {
    const { studio } = await openStudio({ counter: unlimited });
    const operations = await operationsOf(studio);
    expect(operations.length).toBeGreaterThan(40);
    for (const { method, path, isPublic } of operations) {
      const { status } = await studio.app.request(path, { method });
      expect([method, path, status]).toEqual([method, path, isPublic ? 200 : 401]);
    }
    expect(operations.filter(({ isPublic }) => isPublic).map(({ path }) => path)).toEqual([
      '/openapi.json',
      '/healthz',
      '/readyz',
    ]);
  });

  it('answers 403 to a token without its scope', async () => {
    const { studio, sendAs } = await openStudio();
    const send = await sendAs('nobody', ['other']);
    const scoped = (await operationsOf(studio)).filter(({ scopes }) => scopes.length > 0);
    expect(scoped.length).toBeGreaterThan(40);
    for (const { method, path } of scoped) {
      const { status, headers } = await send(method, path, method === 'GET' ? undefined : {});
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(headers.get('www-authenticate')).toContain('insufficient_scope');
    }
  });

  it('has a unique id', async () => {
    const { studio } = await openStudio();
    const ids = (await operationsOf(studio)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a token', () => {
  const claims = (): SignJWT =>
    new SignJWT({ scope: 'cards:read' })
      .setSubject('mallory')
      .setIssuer('urn:kanmon:studio:development')
      .setAudience('urn:kanmon:studio')
      .setIssuedAt();
  const header = { alg: 'HS256', typ: 'at+jwt' };

  it.each([
    ['is not a token', () => 'abc'],
    [
      'is signed by another key',
      () => claims().setExpirationTime('1h').setProtectedHeader(header).sign(new Uint8Array(32)),
    ],
    [
      'has the algorithm none',
      () =>
        new UnsecuredJWT({ scope: 'cards:read' })
          .setSubject('mallory')
          .setIssuer('urn:kanmon:studio:development')
          .setAudience('urn:kanmon:studio')
          .setIssuedAt()
          .setExpirationTime('1h')
          .encode(),
    ],
  ])('that %s is refused', async (_title, make) => {
    const { studio } = await openStudio();
    const response = await studio.app.request('/api/me', {
      headers: { authorization: `Bearer ${await make()}` },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('that has expired is refused', async () => {
    const { studio, tokens } = await openStudio();
    const token = await tokens.sign('hanako', ['cards:read'], new Date(0));
    const response = await studio.app.request('/api/me', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  });

  it('of the development key is refused where an issuer is set', async () => {
    const { publicKey } = await generateKeyPair('EdDSA');
    const verify = createJwtVerifier({ ...issued, keys: () => publicKey });
    const { send } = await openStudio({ verify });
    expect((await send('GET', '/api/me')).status).toBe(401);
  });

  it('is counted when the keys of the issuer cannot be read, which is no fault of the token', async () => {
    const verify = createJwtVerifier({ ...issued, keys: 'http://127.0.0.1:1/jwks' });
    const { send } = await openStudio({ verify });
    const statuses = new Set<number>();
    for (let times = 0; times < 100; times += 1) {
      statuses.add((await send('GET', '/api/me')).status);
    }
    expect([...statuses]).toEqual([500, 429]);
  });

  it('in the address is not read', async () => {
    const { studio, tokens } = await openStudio();
    const token = await tokens.sign('hanako');
    const response = await studio.app.request(`/api/me?access_token=${token}`);
    expect(response.status).toBe(401);
  });
});

describe('the start in production', () => {
  it('refuses the development token', () => {
    expect(() => readSettings([], { NODE_ENV: 'production' })).toThrow(UsageError);
  });

  it('accepts an issuer with its audience, and needs both', () => {
    const issuer = { STUDIO_JWKS_URL: 'https://issuer.example/jwks', NODE_ENV: 'production' };
    expect(() => readSettings([], issuer)).toThrow(UsageError);
    const complete = { ...issuer, STUDIO_ISSUER: 'https://issuer.example', STUDIO_AUDIENCE: 'a' };
    expect(readSettings([], complete)).toMatchObject({ tokens: { kind: 'issuer' } });
  });

  it('names a wrong variable without its value', () => {
    const secret = 'postgres-password';
    expect(() => readSettings([], { DATABASE_URL: secret })).toThrow(/DATABASE_URL/);
    expect(() => readSettings([], { DATABASE_URL: secret })).not.toThrow(new RegExp(secret));
  });
});

it('refuses an address that is spelled in another way when the scope is missing', async () => {
  const { sendAs } = await openStudio();
  const send = await sendAs('nobody', ['other']);
  for (const path of ['/api/organizer/%72un', '/%61pi/organizer/run', '/agent%2Edialog']) {
    const { status } = await send('POST', path, { message: 'x' });
    expect([path, status]).not.toEqual([path, 200]);
    expect(status).toBeGreaterThanOrEqual(403);
  }
});

it('limits the requests of one caller and answers when to come back', async () => {
  const clock = createManualClock();
  const counter = createMemoryCounter({ clock });
  const { send, sendAs, studio } = await openStudio({ counter, requestsPerSecond: 2 });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    const { status } = await send('GET', '/api/me');
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await send('GET', '/api/me');
  expect(refused.headers.get('retry-after')).toBe('1');
  const other = await sendAs('sato');
  expect((await other('GET', '/api/me')).status).toBe(200);
  clock.advance(1000);
  expect((await send('GET', '/api/me')).status).toBe(200);

  const strangers = new Set<number>();
  for (let count = 0; count < 30; count += 1) {
    const { status } = await studio.app.request('/api/me');
    strangers.add(status);
  }
  expect([...strangers]).toEqual([401, 429]);
});

it('records the subject of the token as the actor, whatever a request names', async () => {
  const store = createMemoryEventStore();
  const { send } = await openStudio({ store });
  const card = {
    slide_id: 'a',
    title: 'A',
    body: ['One line'],
    intent: 'x',
    story: { phase: 'y' },
  };
  const forged = { actor: 'mallory', by: 'mallory', initiator: 'mallory', approved_by: 'mallory' };
  const created = await send('POST', '/v1/content/cards', { spec_id: 'd', cards: [card] });
  const { revision } = z.object({ revision: z.string() }).parse(await created.json());
  const named = await send(
    'POST',
    '/v1/content/cards/a/approve?spec_id=d',
    {},
    { 'if-match': `"${revision}"`, 'x-actor': 'mallory' },
  );
  expect(named.status).toBe(403);
  await send('POST', '/v1/content/cards/a/comment?spec_id=d', { notes: 'x', ...forged });
  const text = 'とても良い！';
  const started = await send('POST', '/api/issues/sessions', {
    episode_number: 1,
    text,
    ...forged,
  });
  expect(started.status).toBe(201);
  const { session_id: id } = z.object({ session_id: z.string() }).parse(await started.json());
  const fixed = await send('POST', `/api/issues/sessions/${id}/steps`, { fix: true, ...forged });
  const { pending } = z
    .object({ pending: z.array(z.object({ issue_id: z.string() })) })
    .parse(await fixed.json());
  const answer = { issue_id: pending[0]?.issue_id, decision: 'approve', ...forged };
  const confirmed = await send('POST', `/api/issues/sessions/${id}/confirmations`, answer);
  expect(confirmed.status).toBe(200);
  await send('PUT', '/api/boards/b', { dashboard: { trays: {} }, ...forged });
  const actors = new Set<string | undefined>();
  let events = 0;
  for await (const event of store.readAll()) {
    actors.add(event.actor);
    events += 1;
    expect(JSON.stringify(event)).not.toContain('mallory');
  }
  expect(events).toBeGreaterThan(10);
  expect([...actors]).toEqual(['hanako']);
});
