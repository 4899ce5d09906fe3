import {
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmFinish,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
} from '@kanmon/core';
import { copyFrozen, isTokenCount } from '@kanmon/core/kit';
import type { MockReply } from './mock/create-mock-client.ts';

/** The functions that are used of a test runner; vitest, jest and node:test with an `expect` fit. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => void;
  readonly it: (name: string, run: () => Promise<void>) => void;
  readonly expect: (value: unknown) => {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
  };
}

/** Makes a client whose provider gives these replies in order. */
export type MakeClient = (replies: readonly MockReply[]) => LlmClient | Promise<LlmClient>;

/** Options of `clientConformance`. */
export interface ConformanceOptions extends TestRunner {
  /** @default 'LlmClient conformance' */
  readonly name?: string;
  /** Names of cases that this client cannot be put into, each with its reason. */
  readonly skip?: Readonly<Record<string, string>>;
}

/**
 * The rules of the `LlmClient` port as tests, for adapters, decorator stacks and bridges alike.
 *
 * @example
 * clientConformance((replies) => createMockClient(replies), { describe, it, expect });
 */
export function clientConformance(makeClient: MakeClient, options: ConformanceOptions): void {
  const { name = 'LlmClient conformance', skip = {}, describe, expect } = options;
  const it = (title: string, run: () => Promise<void>): void => {
    if (skip[title] === undefined) options.it(title, run);
  };
  describe(name, () => {
    it('has a provider and a model', async () => {
      const client = await makeClient(['x']);
      expect(client.provider === '' || client.model === '').toBe(false);
      expect(client.stream === undefined).toBe(!client.capabilities.stream);
    });

    for (const { name: title, request, reply, expected } of wireCases) {
      it(`generates: ${title}`, async () => {
        const client = await makeClient([reply]);
        const response = await client.generate(copyFrozen(request));
        expect(response).toMatchObject({ ...expected, provider: client.provider });
        expect(isTokenCount(Math.round(response.latencyMs)) && response.model !== '').toBe(true);
      });
      it(`streams what it generates: ${title}`, async () => {
        const client = await makeClient([reply, reply]);
        if (client.stream === undefined) return;
        const response = await client.generate(request);
        const { deltas, ends } = await drain(client, copyFrozen(request));
        expect(ends.length).toBe(1);
        expect(deltas.includes('')).toBe(false);
        expect(deltas.join('')).toBe(expected.text);
        expect(ends.map(same)).toEqual([same(response)]);
      });
    }

    for (const { name: title, reply, expected } of failureCases) {
      it(`reports the failure: ${title}`, async () => {
        const client = await makeClient([reply]);
        expect(await failureOf(client.generate(hello))).toMatchObject(expected);
      });
      it(`reports the failure in a stream: ${title}`, async () => {
        const client = await makeClient([reply]);
        if (client.stream === undefined) return;
        expect(await failureOf(drain(client, hello))).toMatchObject(expected);
      });
    }

    it('refuses a request without messages before the wire', async () => {
      const client = await makeClient(['x']);
      const error = await failureOf(client.generate({ messages: [] }));
      expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
    });

    it('does not begin when it is aborted already', async () => {
      const client = await makeClient(['x']);
      const reason = new Error('left');
      const error = await failureOf(client.generate(hello, { signal: AbortSignal.abort(reason) }));
      expect(error).toMatchObject({ kind: 'aborted', retryable: false });
    });

    it('does not begin after its deadline', async () => {
      const client = await makeClient(['x']);
      const error = await failureOf(client.generate(hello, { deadline: 1 }));
      expect(error).toMatchObject({ kind: 'timeout' });
    });

    it('ends at once when it is aborted', async () => {
      // A client that waits for the reply takes ten minutes, more than a test may.
      const client = await makeClient([{ delayMs: 600_000, reply: 'late' }]);
      const controller = new AbortController();
      const call = failureOf(client.generate(hello, { signal: controller.signal }));
      setTimeout(() => controller.abort(new Error('left')), 20);
      expect(await call).toMatchObject({ kind: 'aborted' });
    });

    it('lets go of a stream that is left early', async () => {
      const client = await makeClient(['a long answer that comes in several deltas']);
      if (client.stream === undefined) return;
      let first: LlmEvent | undefined;
      for await (const event of client.stream(hello)) {
        first = event;
        break;
      }
      expect(first?.type).toBe('delta');
    });
  });
}

/** Returns the members that `generate` and `stream` must agree on. */
function same(response: LlmResponse): unknown {
  const { text, finish, usage, model, provider } = response;
  return { text, finish, usage, model, provider };
}

const hello: LlmRequest = { messages: [{ role: 'user', content: 'hello' }] };

async function drain(
  client: LlmClient,
  request: LlmRequest,
): Promise<{ readonly deltas: readonly string[]; readonly ends: readonly LlmResponse[] }> {
  const deltas: string[] = [];
  const ends: LlmResponse[] = [];
  for await (const event of client.stream?.(request) ?? []) {
    if (event.type === 'delta') deltas.push(event.text);
    else ends.push(event.response);
  }
  return { deltas, ends };
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  return 'no failure';
}

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
