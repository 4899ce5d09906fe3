import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createCrewOrchestratorClient,
  crewPlanHandler,
  CrewError,
  type DialogResponse,
  planByRules,
} from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const started = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const address = started.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const json = (response: ServerResponse, body: unknown): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
};

/** The crew's answer of the seed (4.2.1). */
const seedPlan = {
  steps: [
    {
      id: 'step_clarify_1',
      type: 'clarify',
      questions: ['ギフト配送と領収書発行のどちらを優先して知りたいですか？'],
    },
    { id: 'step_search_1', type: 'search', query: 'ギフト配送 条件', topK: 5 },
    { id: 'step_search_2', type: 'search', query: '領収書 発行 条件', topK: 5 },
    { id: 'step_answer_1', type: 'answer', style: 'faq', includeSources: true },
  ],
  needsClarification: true,
  clarifyingQuestions: ['ギフト配送と領収書発行のどちらを優先して知りたいですか？'],
  followupQueries: ['ギフト配送 条件', '領収書 発行 条件'],
  confidence: 'high',
  language: 'ja',
  raw: { llmRoute: '120b', traceId: 'crew-xyz-123' },
};

const message = 'ギフト配送と領収書発行の条件をまとめて教えて';

async function turnWith(baseUrl: string, timeoutMs: number): Promise<DialogResponse> {
  const crew = createCrewOrchestratorClient({ baseUrl, timeoutMs, maxResponseBytes: 10_000 });
  const { agent } = dialogFixture({ crew, hits: () => [{ id: 'h', text: 'h' }] });
  return agent.turn({ sessionId: 's', message, options: { mode: 'crew' } });
}

describe('a crew that fails costs one timeout and falls back', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['crew-timeout', () => undefined],
    ['crew-timeout', (response) => void response.write('{"plan":')],
    ['crew-http-status', (response) => void response.writeHead(500).end()],
    [
      'crew-http-status',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['crew-invalid-response', (response) => void response.end('<html></html>')],
    ['crew-invalid-response', (response) => json(response, { steps: [] })],
    ['crew-plan-refused', (response) => json(response, { plan: 'x' })],
    ['crew-too-large', (response) => json(response, { plan: { steps: 'x'.repeat(20_000) } })],
    ['crew-plan-refused', (response) => json(response, { plan: { steps: [] } })],
    ['crew-unreachable', (response) => void response.destroy()],
  ])('%s', async (reason, answer) => {
    // Only what never answers is waited for; the rest has its time, also on a busy machine.
    const timeoutMs = reason === 'crew-timeout' ? 150 : 10_000;
    const { meta, steps } = await turnWith(await serve(answer), timeoutMs);
    expect(meta).toMatchObject({
      orchestratorMode: 'local',
      plannerSource: 'rule',
      fallback: { from: 'crew', reason },
    });
    expect(steps).toHaveLength(2);
  });
});

test('a crew plan that asks keeps its searches for the reply', async () => {
  const crew = createCrewOrchestratorClient({
    baseUrl: await serve((response) => json(response, { plan: seedPlan })),
  });
  const { agent, search } = dialogFixture({ crew, hits: () => [{ id: 'h', text: 'h' }] });
  const ask = (text: string): Promise<DialogResponse> =>
    agent.turn({ sessionId: 's', message: text, options: { mode: 'crew' } });
  const asked = await ask(message);
  expect(asked).toMatchObject({
    needsClarification: true,
    clarifyingQuestions: seedPlan.clarifyingQuestions,
    steps: [],
    meta: { orchestratorMode: 'crew', plannerSource: 'crew' },
  });
  const picked = await ask('ギフト配送です');
  expect(picked.needsClarification).toBe(false);
  expect(search.calls.map(({ query }) => query)).toEqual(['ギフト配送 条件']);
});

test("two processes can be each other's crew", async () => {
  const handler = crewPlanHandler((input) => planByRules(input));
  const crew = createCrewOrchestratorClient({
    baseUrl: 'http://crew.test/',
    fetch: (url, init) => handler(new Request(url, init)),
  });
  const { agent } = dialogFixture({ crew, hits: () => [{ id: 'h', text: 'h' }] });
  const { meta } = await agent.turn({ message, options: { mode: 'crew' } });
  expect(meta).toMatchObject({ orchestratorMode: 'crew', plannerSource: 'crew' });
  expect(meta?.fallback).toBeUndefined();
});

test('a long dialog is sent within the limits of the contract', async () => {
  let sent: unknown;
  const crew = createCrewOrchestratorClient({
    // A query of the base is no part of the path.
    baseUrl: 'http://crew.test/base/?a=1#b',
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent = { url: request.url, body: (await request.json()) as unknown };
      return Response.json({ plan: seedPlan });
    },
  });
  const { agent } = dialogFixture({
    crew,
    hits: () => [{ id: 'h', text: '長い答え。'.repeat(2000) }],
    answer: {
      answer: ({ hits }) =>
        Promise.resolve({ text: `${hits[0]?.text ?? ''}${'追記。'.repeat(2000)}` }),
    },
  });
  await agent.turn({ sessionId: 's', message: '送料はいくらですか' });
  const { meta } = await agent.turn({ sessionId: 's', message, options: { mode: 'crew' } });
  expect(meta).toMatchObject({ orchestratorMode: 'crew' });
  expect(sent).toMatchObject({
    url: 'http://crew.test/base/crew/orchestrator/plan',
    body: {
      conversation: [
        { role: 'user', content: '送料はいくらですか' },
        { role: 'assistant' },
        { role: 'user', content: message },
      ],
      locale: 'ja',
      planOptions: { topK: 8, language: 'ja' },
      routeContext: { safetyTag: 'none', depth: 2 },
    },
  });
});

test('the handler plans in the locale of the request, and echoes the request id', async () => {
  const handler = crewPlanHandler((input) => planByRules(input));
  const body = {
    conversation: [{ role: 'user', content: 'PayPay' }],
    locale: 'ja',
    planOptions: {},
  };
  const response = await handler(
    new Request('http://crew.test/', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-request-id': 'r-9' },
    }),
  );
  expect(response.headers.get('x-request-id')).toBe('r-9');
  expect(await response.json()).toMatchObject({ plan: { language: 'ja' } });
});

test.each([
  ['GET', undefined, 405],
  ['POST', '{', 400],
  ['POST', '{"conversation": []}', 400],
  [
    'POST',
    JSON.stringify({
      conversation: [{ role: 'assistant', content: 'x' }],
      locale: 'ja',
      planOptions: {},
    }),
    400,
  ],
])('the handler refuses %s %s', async (method, body, status) => {
  const handler = crewPlanHandler((input) => planByRules(input));
  const response = await handler(
    new Request('http://crew.test/', { method, ...(body === undefined ? {} : { body }) }),
  );
  expect(response.status).toBe(status);
});

test('an abort rejects with its reason', async () => {
  const crew = createCrewOrchestratorClient({ baseUrl: await serve(() => undefined) });
  const request = {
    conversation: [{ role: 'user', content: 'x' }],
    locale: 'en',
    planOptions: {},
  } as const;
  const signal = AbortSignal.timeout(20);
  await expect(crew.plan(request, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(CrewError.isInstance(signal.reason)).toBe(false);
});
