import { LlmError, type LlmFinish, type LlmRequest, type LlmUsage } from '@kanmon/core';
import type { MockReply } from '../mock/mock-reply.ts';

/** One exchange that every client must carry alike: the request, the provider's reply, the expected response. */
export interface WireCase {
  readonly name: string;
  readonly request: LlmRequest;
  /** In neutral terms; an adapter's test turns it into its provider's wire format. */
  readonly reply: MockReply;
  readonly expected: {
    readonly text: string;
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
  };
}

/** One failure that every client must report alike. */
export interface FailureCase {
  readonly name: string;
  readonly reply: LlmError;
  readonly expected: Pick<LlmError, 'kind' | 'retryable'>;
}

const usage: LlmUsage = { inputTokens: 9, outputTokens: 4 };
const ask = (content: string, more: Partial<LlmRequest> = {}): LlmRequest => ({
  messages: [
    { role: 'system', content: 'Answer in JSON where asked.' },
    { role: 'user', content },
  ],
  ...more,
});
const schema = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
} as const;

function wireCase(
  name: string,
  request: LlmRequest,
  answer: { readonly text: string; readonly finish?: LlmFinish; readonly usage?: LlmUsage },
): WireCase {
  const expected = { finish: 'stop', usage, ...answer } as const;
  return { name, request, reply: expected, expected };
}

/** Answers. */
export const wireCases: readonly WireCase[] = [
  wireCase('plain text', ask('hello'), { text: 'Hello.' }),
  wireCase('Japanese and emoji', ask('挨拶して'), { text: 'こんにちは、世界 👋🏽。' }),
  wireCase('JSON with a schema', ask('yes or no?', { output: { type: 'json', schema } }), {
    text: '{"answer":"yes"}',
  }),
  wireCase('JSON without a schema', ask('some JSON', { output: { type: 'json' } }), {
    text: '{"free":true}',
  }),
  wireCase('text with line ends and quotes', ask('quote'), { text: 'a "b"\n\tc\\d\r\ne' }),
  wireCase('an answer that was cut', ask('long', { maxOutputTokens: 4 }), {
    text: 'Once upon a',
    finish: 'length',
  }),
  wireCase('cached input', ask('again'), {
    text: 'Same.',
    usage: { inputTokens: 9, outputTokens: 4, cachedInputTokens: 6 },
  }),
];

const fail = (kind: LlmError['kind'], status?: number): LlmError =>
  new LlmError(`told to fail with ${kind}`, { kind, ...(status === undefined ? {} : { status }) });

function failureCase(reply: LlmError): FailureCase {
  const { kind, retryable } = reply;
  return { name: kind, reply, expected: { kind, retryable } };
}

/** Failures that have an HTTP status. */
export const failureCases: readonly FailureCase[] = [
  fail('bad-request', 400),
  fail('auth', 401),
  fail('permission', 403),
  fail('not-found', 404),
  fail('rate-limit', 429),
  fail('server', 500),
  fail('overloaded', 503),
].map(failureCase);
