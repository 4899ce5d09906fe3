import { inspect } from 'node:util';
import { LLMock } from '@copilotkit/aimock';
import type { LlmErrorKind } from '@kanmon/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutUndefined } from '@kanmon/core/kit';
import { ask, collect, failure } from './support/collect.ts';
import { anthropicBedrock, canaryKey, providers } from './support/providers.ts';

const schema = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

interface Failure {
  readonly name: string;
  readonly status: number;
  readonly code?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly kind: LlmErrorKind;
  readonly retryable: boolean;
}

/** The server's answer, and the response it must become. */
const failures: readonly Failure[] = [
  { name: '400', status: 400, kind: 'bad-request', retryable: false },
  { name: '401', status: 401, kind: 'auth', retryable: false },
  { name: '403', status: 403, kind: 'permission', retryable: false },
  { name: '404', status: 404, kind: 'not-found', retryable: false },
  { name: '429', status: 429, retryAfter: 7, kind: 'rate-limit', retryable: true },
  { name: '429 quota', status: 429, code: 'insufficient_quota', kind: 'quota', retryable: false },
  { name: '500', status: 500, kind: 'server', retryable: true },
  { name: '503', status: 503, kind: 'overloaded', retryable: true },
];

// One server for all: stopping it waits seconds for idle connections of the SDKs.
let mock: LLMock;
beforeAll(async () => {
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
});
afterAll(() => mock.stop());
beforeEach(() => {
  mock.reset();
  mock.clearChaos();
});

/** The mock server takes no more. It is the time limit of a test, so that a test that waits for it fails. */
const longestLatencyMs = 30_000;

describe.each([...providers, anthropicBedrock])('$name against aimock', (provider) => {
  it('gives text, finish and usage', async () => {
    mock.onMessage('hello', {
      content: 'こんにちは 👋',
      usage: { prompt_tokens: 11, completion_tokens: 5, input_tokens: 11, output_tokens: 5 },
    });
    const client = provider.make(mock.url);
    const response = await client.generate(ask('hello'));
    expect(response).toMatchObject({
      text: 'こんにちは 👋',
      finish: 'stop',
      provider: client.provider,
    });
    expect(response.usage).toMatchObject({ inputTokens: 11, outputTokens: 5 });
    expect(response.model).not.toBe('');
    expect(response.warnings).toEqual([]);
  });

  it('asks for JSON in its strongest mode and gives the text untouched', async () => {
    mock.onMessage('hello', { content: '{"answer":"yes"}' });
    const client = provider.make(mock.url);
    const response = await client.generate(
      ask('hello', { output: { type: 'json', schema, name: 'reply' } }),
    );
    expect(response.text).toBe('{"answer":"yes"}');
    expect(client.capabilities.jsonSchema).toBe('native');
    expect(response.warnings).toEqual([]);
  });

  // aimock frames this stream in a way the Bedrock SDK of Anthropic reads no event from.
  it.skipIf(provider === anthropicBedrock)('streams the same text, finish and usage', async () => {
    const text = '一つ目の文。second sentence 🎌 with more words in it';
    mock.onMessage('hello', {
      content: text,
      usage: { prompt_tokens: 11, completion_tokens: 5, input_tokens: 11, output_tokens: 5 },
    });
    const client = provider.make(mock.url);
    const events = await collect(client, ask('hello'));
    const end = events.at(-1);
    const deltas = events.flatMap((event) => (event.type === 'delta' ? event.text : []));
    expect(events.filter((event) => event.type === 'end')).toHaveLength(1);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(text);
    expect(end).toMatchObject({
      type: 'end',
      response: { text, finish: 'stop', usage: { inputTokens: 11, outputTokens: 5 } },
    });
    const whole = await client.generate(ask('hello'));
    expect(end).toMatchObject({ response: { text: whole.text, finish: whole.finish } });
  });

  it('reports an answer that was cut', async () => {
    mock.onMessage('hello', { content: 'cut', finishReason: 'length' });
    const response = await provider.make(mock.url).generate(ask('hello', { maxOutputTokens: 1 }));
    expect(response.finish).toBe('length');
  });

  it.each(failures)('maps $name', async ({ status, kind, retryable, code, retryAfter }) => {
    mock.onMessage('hello', {
      error: { message: 'as told', type: code ?? 'told', ...withoutUndefined({ code }) },
      status,
      ...withoutUndefined({ retryAfter }),
    });
    const client = provider.make(mock.url);
    const error = await failure(client.generate(ask('hello')));
    const expected = { name: 'LlmError', kind, retryable, status, provider: client.provider };
    expect(error).toMatchObject({
      ...expected,
      ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 }),
    });
    expect(mock.getRequests()).toHaveLength(1);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(canaryKey);
  });

  it('maps a connection that breaks', async () => {
    mock.onMessage('hello', { content: 'x' });
    mock.setChaos({ disconnectRate: 1 });
    const error = await failure(provider.make(mock.url).generate(ask('hello')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
  });

  it('ends at once when it is aborted', async () => {
    mock.onMessage('hello', { content: 'late' });
    mock.setChaos({ latencyMs: longestLatencyMs });
    const controller = new AbortController();
    const reason = new Error('the user left');
    const call = failure(
      provider.make(mock.url).generate(ask('hello'), { signal: controller.signal }),
    );
    setTimeout(() => {
      controller.abort(reason);
    }, 30);
    const error = await call;
    expect(error).toMatchObject({ kind: 'aborted', retryable: false, cause: reason });
  });

  it('ends at its deadline', async () => {
    mock.onMessage('hello', { content: 'late' });
    mock.setChaos({ latencyMs: longestLatencyMs });
    const error = await failure(
      provider.make(mock.url).generate(ask('hello'), { deadline: Date.now() + 60 }),
    );
    expect(error).toMatchObject({ kind: 'timeout' });
  });
});
