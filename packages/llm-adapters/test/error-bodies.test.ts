import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import {
  createMockClient,
  createOpenAiCompatibleClient,
  createOpenAiCompatibleEmbedder,
  withFallback,
} from '../src/index.ts';
import { fromOpenAI } from '../src/openai.ts';
import { ask, collect, failure, streamOf } from './support/collect.ts';

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

function answering(body: string, headers: Record<string, string>, status = 200) {
  return createOpenAiCompatibleClient({
    baseUrl: 'http://localhost/v1',
    model: 'm',
    fetch: () => Promise.resolve(new Response(body, { status, headers })),
  });
}

const bodies = [
  [{ error: { code: 402, message: 'Insufficient credits' } }, 'quota', false],
  [{ error: { code: 401, message: 'No auth credentials found' } }, 'auth', false],
  [{ error: { code: 429, message: 'slow' } }, 'rate-limit', true],
  [{ error: { message: 'Insufficient credits' } }, 'quota', false],
  [{ error: { type: 'overloaded_error', message: 'busy' } }, 'overloaded', true],
  [{ error: { message: 'boom' } }, 'server', true],
  [{ error: { code: 'content_filter', type: null, message: 'filtered' } }, 'content-filter', false],
  [{ error: { code: 'content_policy_violation', message: 'no' } }, 'content-filter', false],
  [{ error: { code: 'context_length_exceeded', message: 'long' } }, 'context-length', false],
  [{ object: 'error', code: 404, message: 'no such model' }, 'not-found', false],
  [{ choices: [{ error: { code: 502, message: 'upstream' } }] }, 'server', true],
] as const;

describe('an error in a body with status 200', () => {
  it.each(bodies)(
    '%j has the kind %s in an answer and in a stream',
    async (body, kind, retryable) => {
      const text = JSON.stringify(body);
      const answer = await failure(answering(text, json).generate(ask('x')));
      expect(answer).toMatchObject({ kind, retryable });
      const stream = await failure(collect(answering(`data: ${text}\n\n`, events), ask('x')));
      expect(stream).toMatchObject({ kind, retryable });
    },
  );

  it.each(bodies)('%j keeps the usage beside it in an answer and in a stream', async (body) => {
    const text = JSON.stringify({
      ...body,
      usage: { prompt_tokens: 900, completion_tokens: 100 },
    });
    const usage = { inputTokens: 900, outputTokens: 100 };
    const answer = await failure(answering(text, json).generate(ask('x')));
    expect(answer).toMatchObject({ usage });
    const stream = await failure(collect(answering(`data: ${text}\n\n`, events), ask('x')));
    expect(stream).toMatchObject({ usage });
  });

  it.each([{ code: 'server_error', message: 'boom' }, null])(
    'keeps the usage of a response that failed with %j',
    async (error) => {
      const usage = { input_tokens: 900, output_tokens: 100 };
      const failed = { id: 'r', status: 'failed', model: 'm', error, output: [], usage };
      const event = { type: 'response.failed', response: failed };
      const responses = {
        create: async (body: object) => ('stream' in body ? streamOf([event]) : failed),
      };
      const client = fromOpenAI({ responses }, { model: 'm', api: 'responses' });
      const expected = { kind: 'server', usage: { inputTokens: 900, outputTokens: 100 } };
      expect(await failure(client.generate(ask('x')))).toMatchObject(expected);
      expect(await failure(collect(client, ask('x')))).toMatchObject(expected);
    },
  );

  it('has its kind and message where JSON comes instead of a stream', async () => {
    const text = JSON.stringify({ error: { code: 402, message: 'Insufficient credits' } }, null, 2);
    const error = await failure(collect(answering(`\n\n${text}`, json), ask('x')));
    expect(error).toMatchObject({ kind: 'quota', message: expect.stringContaining('credits') });
    const html = await failure(collect(answering('<html>', json), ask('x')));
    expect(html).toMatchObject({ kind: 'protocol', message: expect.stringContaining('no event') });
  });

  it('has its kind in a stream of the SDK, which throws an error without a status', async () => {
    for (const [error, kind] of [
      [{ code: 402, message: 'Insufficient credits' }, 'quota'],
      [{ code: 'content_filter', type: null, message: 'filtered' }, 'content-filter'],
    ] as const) {
      const create = () => {
        throw new APIError(undefined, error, error.message, new Headers());
      };
      const client = fromOpenAI({ chat: { completions: { create } } }, { model: 'm' });
      expect(await failure(collect(client, ask('x')))).toMatchObject({ kind, retryable: false });
    }
  });

  it('has its kind instead of embeddings', async () => {
    const body = JSON.stringify({ error: { code: 402, message: 'x' } });
    const embedder = createOpenAiCompatibleEmbedder({
      baseUrl: 'http://localhost/v1',
      model: 'm',
      dimensions: 2,
      fetch: () => Promise.resolve(new Response(body, { headers: json })),
    });
    expect(await failure(embedder.embed(['a']))).toMatchObject({ kind: 'quota' });
  });

  it('is in a list at Google', async () => {
    const body = [
      {
        error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
      },
    ];
    const client = answering(JSON.stringify(body), json, 400);
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'auth' });
  });
});

it('asks the next provider where the first one has no credit', async () => {
  const body = {
    error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
  };
  const first = answering(JSON.stringify(body), json, 400);
  const client = withFallback([first, createMockClient(['second'])]);
  expect((await client.generate(ask('x'))).text).toBe('second');
});
