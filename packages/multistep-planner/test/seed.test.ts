import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createScriptedClient } from '@kanmon/core/testing';
import { caseReader } from '@kanmon/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDialogApp } from '../src/http.ts';
import { type DialogRequest } from '../src/index.ts';
import { dialogResponseSchema } from '../src/schemas.ts';
import { dialogFixture } from '../src/testing.ts';
import { shop } from './subjects/shop.ts';

interface Example {
  readonly name: string;
  readonly request: DialogRequest;
  /** The documented part of the answer; the server may return more. */
  readonly response: object;
}

/** The examples of seed 4.1.1, in the order of one dialog. */
const golden = caseReader(new URL('golden/', import.meta.url));
const examples = golden('seed-examples') as readonly Example[];

const faq: Readonly<Record<string, string>> = {
  '北海道 送料': '北海道への送料は800円です。',
  '返品 ポリシー': '返品ポリシーは商品到着後30日以内です。',
};

/** The plan of the third request, as a model would write it. */
const modelPlan = {
  steps: [
    { id: 'step_search_1', type: 'search', query: 'ギフト配送 条件', topK: 8 },
    { id: 'step_search_2', type: 'search', query: '領収書 発行 条件', topK: 8 },
    { id: 'step_answer_1', type: 'answer', style: 'faq', includeSources: true },
  ],
  needsClarification: false,
  confidence: 'high',
  language: 'ja',
};

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  const client = createScriptedClient(() => ({ text: JSON.stringify(modelPlan) }));
  const { agent, search } = dialogFixture({
    // In the examples a request that does not mention the model is planned by the rules.
    planner: 'rules',
    rules: shop,
    clients: { '20b': client, '120b': client },
    hits: ({ query }) => [{ id: query, text: faq[query] ?? query }],
    answer: {
      answer: ({ hits }) => Promise.resolve({ text: hits.map(({ text }) => text).join('\n') }),
    },
  });
  const app = createDialogApp({ agent, search });
  server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = new Request(`http://127.0.0.1${incoming.url ?? '/'}`, {
      method: incoming.method ?? 'GET',
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
      body: Buffer.concat(chunks),
    });
    const response = await app.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(() => {
  server.close();
});

describe('the documented examples come out of a running server', () => {
  test.each(examples)('$name', async ({ request, response }) => {
    const answer = await fetch(`${baseUrl}/agent.dialog`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as object;
    expect(dialogResponseSchema.safeParse(body).success).toBe(true);
    expect(body).toMatchObject(response);
  });
});
