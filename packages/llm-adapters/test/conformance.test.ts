import type { LlmClient } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromAiSdk, type SpecificationVersion, toAiSdk } from '../src/ai-sdk.ts';
import {
  composeClient,
  createMemoryCache,
  createMemoryCassetteStore,
  createMockClient,
  pipe,
  withBudget,
  withFallback,
  withJsonOutput,
  withRateLimit,
  withRedaction,
  withRetry,
  withRouter,
  withTimeout,
  withTrace,
} from '../src/index.ts';
import { withOpenTelemetry } from '../src/otel.ts';
import { clientConformance, type MakeClient } from '../src/testing.ts';
import { type ChaosServer, startChaosServer } from './support/chaos-server.ts';
import { ask, collect } from './support/collect.ts';
import { anthropicBedrock, providers } from './support/providers.ts';
import { playReply } from './support/wire-replies.ts';

const runner = { describe, it, expect };
const tracer = {
  startSpan: () => ({ setAttribute: () => 0, setStatus: () => 0, end: () => undefined }),
};

const stacks: Readonly<Record<string, MakeClient>> = {
  mock: (replies) => createMockClient(replies),
  'every decorator by itself': (replies) =>
    pipe(
      createMockClient(replies),
      withRateLimit({ requestsPerMinute: 1000, concurrency: 10 }),
      withTimeout({ perAttemptMs: 10_000, idleMs: 10_000 }),
      withRetry({ maxAttempts: 1 }),
      withBudget({ maxCalls: 1000, maxTokens: 1_000_000 }),
      withTrace(() => undefined, { content: true }),
      withOpenTelemetry({ tracer, captureContent: true }),
      withRedaction(),
      withJsonOutput({ inject: 'schema-in-prompt' }),
    ),
  'composed, recording': (replies) =>
    composeClient(createMockClient(replies), {
      cassette: { mode: 'record', store: createMemoryCassetteStore() },
      retry: { maxAttempts: 1 },
      timeout: { perAttemptMs: 10_000, totalMs: 20_000 },
      budget: { maxCalls: 100 },
      trace: () => undefined,
    }),
  'fallback and router': (replies) => {
    const client = createMockClient(replies);
    return withFallback([withRouter(() => 'only', { only: client })]);
  },
  'AI SDK bridge v2': (replies) => bridge(replies, 'v2'),
  'AI SDK bridge v3': (replies) => bridge(replies, 'v3'),
  'AI SDK bridge v4': (replies) => bridge(replies, 'v4'),
};

function bridge(
  replies: Parameters<MakeClient>[0],
  specificationVersion: SpecificationVersion,
): LlmClient {
  return fromAiSdk(toAiSdk(createMockClient(replies), { specificationVersion }));
}

for (const [name, make] of Object.entries(stacks)) clientConformance(make, { name, ...runner });

// A hit has no usage and no second delta, which two of the rules ask of a fresh answer.
clientConformance(
  (replies) =>
    composeClient(createMockClient(replies), {
      cache: { store: createMemoryCache(), key: () => String(Math.random()) },
    }),
  { name: 'cache that never hits', ...runner },
);

describe('wire adapters over their SDKs', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());
  for (const provider of [...providers, anthropicBedrock]) {
    clientConformance(
      (replies) => {
        server.behave(...replies.map((reply) => playReply(provider.format, reply)));
        return provider.make(server.url);
      },
      { name: provider.name, ...runner },
    );
  }

  it.each([...providers, anthropicBedrock])(
    '$name reads a stream that comes byte by byte',
    async (provider) => {
      const text = '一つ目🎌\r\n"two"';
      server.behave(playReply(provider.format, text, 1));
      const events = await collect(provider.make(server.url), ask('hello'));
      expect(events.flatMap((event) => (event.type === 'delta' ? event.text : [])).join('')).toBe(
        text,
      );
      expect(events.at(-1)).toMatchObject({ type: 'end', response: { text, finish: 'stop' } });
    },
  );
});
