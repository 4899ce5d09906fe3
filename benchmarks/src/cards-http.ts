import { randomUUID } from 'node:crypto';
import { type CardView, type ContentService, createContentService } from '@kanmon/content-cards';
import { createMemoryEventStore } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { createRequestSchemas, idSchema } from '@kanmon/content-cards/schemas';
import Fastify from 'fastify';
import * as z from 'zod';
import { interleave, ratio, spreads, timeCalls } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';

/**
 * The HTTP entry of content-cards through `app.request` against Fastify through `inject`: the same
 * routes, the same zod schemas, the same checks of token, scope and headers, the same answers, and the
 * same service behind both, which has one card and no store, so that what is left is the handling.
 *
 * pnpm bench cards-http
 */
const token = 'editor-token';
const principal = {
  id: 'editor@example.com',
  scopes: ['cards:read', 'cards:write', 'cards:approve'],
} as const;
const schemas = createRequestSchemas();

const card: CardView = {
  spec_id: 'job-1',
  slide_id: 'agenda',
  title: 'アジェンダ',
  body: ['背景整理', '提案サマリー', '次の四半期の進め方'],
  table_data: { headers: ['マイルストーン', '時期'], rows: [['キックオフ', '2026 Q1']] },
  note: null,
  intent: 'outline',
  type_hint: 'content',
  story: { phase: 'introduction', chapter_id: 'ch-01', angle: '背景整理' },
  status: 'draft',
  revision: '"cards-5"',
  content_hash: `sha256:${'0'.repeat(64)}`,
  applied_autofix: [],
  ai_review: null,
  locked_at: null,
  approved_by: null,
  returned: null,
  provenance: [],
  history: [],
};
const changes = { title: 'アジェンダ（更新）', body: ['背景整理（承認済み）', '提案サマリー'] };
const changed: CardView = { ...card, ...changes, revision: '"cards-6"' };

/** Only what the two routes need does less than it would; the check of the body is the service's in the app. */
const service: ContentService = {
  ...createContentService({ store: createMemoryEventStore() }),
  getCard: () => Promise.resolve({ ok: true, value: card }),
  patchCard: (_ref, body) => {
    schemas.patch.parse(body);
    return Promise.resolve({ ok: true, value: changed });
  },
};

const app = createContentApp({
  service,
  identify: bearer(createStaticTokenVerifier({ [token]: principal })),
});

const fastify = Fastify({ genReqId: () => randomUUID() });
fastify.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
  const result = schema.safeParse(value);
  return result.success ? { value: result.data } : { error: result.error };
});
const params = z.object({ slide_id: idSchema });
const querystring = z.object({ spec_id: idSchema });
const reading = z.object({ authorization: z.literal(`Bearer ${token}`) });
const changing = reading.extend({
  'x-actor': z.literal(principal.id),
  'x-request-id': z.string().regex(/^[!-~]{1,128}$/),
  'if-match': z.string().regex(/^"[^"]*"$/),
});
const answerHeaders = (revision: string): Record<string, string> => ({
  etag: revision,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});
fastify.get<{ Params: { slide_id: string } }>(
  '/v1/content/cards/:slide_id',
  { schema: { params, querystring, headers: reading } },
  async (request, reply) => {
    const result = await service.getCard({ spec_id: 'job-1', slide_id: request.params.slide_id });
    if (!result.ok) return reply.code(404).send();
    const { revision } = result.value;
    if (request.headers['if-none-match'] === revision) return reply.code(304).send();
    return reply
      .headers(answerHeaders(revision))
      .header('x-request-id', request.id)
      .send(result.value);
  },
);
fastify.patch(
  '/v1/content/cards/:slide_id',
  { schema: { params, querystring, headers: changing, body: schemas.patch } },
  (request, reply) =>
    reply
      .headers(answerHeaders(changed.revision))
      .header('content-location', request.url)
      .header('x-request-id', request.headers['x-request-id'] ?? '')
      .send({
        revision: changed.revision,
        content_hash: changed.content_hash,
        status: changed.status,
        card: changed,
      }),
);

const url = '/v1/content/cards/agenda?spec_id=job-1';
const authorization = `Bearer ${token}`;
const changeHeaders = {
  authorization,
  'content-type': 'application/json',
  'x-actor': principal.id,
  'x-request-id': 'req-1',
  'if-match': '"cards-5"',
};
const payload = JSON.stringify(changes);

function expectAnswer(status: number, text: string, wanted: string): void {
  if (status !== 200 || !text.includes(wanted))
    throw new Error(`expected 200 with ${wanted}, got ${status}: ${text.slice(0, 200)}`);
}

const contenders = {
  'app.request, GET': async () => {
    const response = await app.request(url, { headers: { authorization } });
    expectAnswer(response.status, await response.text(), 'cards-5');
  },
  'fastify.inject, GET': async () => {
    const response = await fastify.inject({ method: 'GET', url, headers: { authorization } });
    expectAnswer(response.statusCode, response.payload, 'cards-5');
  },
  'app.request, PATCH': async () => {
    const response = await app.request(url, {
      method: 'PATCH',
      headers: changeHeaders,
      body: payload,
    });
    expectAnswer(response.status, await response.text(), 'cards-6');
  },
  'fastify.inject, PATCH': async () => {
    const response = await fastify.inject({
      method: 'PATCH',
      url,
      headers: changeHeaders,
      payload,
    });
    expectAnswer(response.statusCode, response.payload, 'cards-6');
  },
};

const rounds = 31;
const callsPerRound = 400;
const samples = await interleave(contenders, timeCalls(callsPerRound), {
  rounds,
  warmUpRounds: 6,
});
await fastify.close();
writeResult('cards-http', {
  peers: ['fastify', 'hono', 'zod'],
  figures: {
    rounds,
    callsPerRound,
    microseconds: spreads(samples),
    // The number of requests we handle in the time of one of theirs.
    ratios: {
      GET: ratio(samples, 'fastify.inject, GET', 'app.request, GET'),
      PATCH: ratio(samples, 'fastify.inject, PATCH', 'app.request, PATCH'),
    },
  },
});
