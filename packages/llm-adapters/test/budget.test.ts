import { createMemoryCounter, LlmError, type LlmUsage } from '@kanmon/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAnthropic } from '../src/claude.ts';
import {
  BudgetExceededError,
  createBudgetLedger,
  createMemoryCache,
  createMockClient,
  pipe,
  withBudget,
  withCache,
  withFallback,
  withRedaction,
  withRetry,
} from '../src/index.ts';
import { fromOpenAI } from '../src/openai.ts';
import { ask, collect, failure, streamOf } from './support/collect.ts';

const answer = { text: 'x', usage: { inputTokens: 10, outputTokens: 5 } };
const endless = (): ReturnType<typeof createMockClient> =>
  createMockClient([answer], { onExhausted: 'repeat-last' });

describe('withBudget', () => {
  it.each([
    [{ maxAttempts: 2 }, 'maxAttempts', 2],
    [{ maxCalls: 2 }, 'maxCalls', 2],
    [{ maxInputTokens: 15 }, 'maxInputTokens', 20],
    [{ maxOutputTokens: 10 }, 'maxOutputTokens', 10],
    [{ maxTokens: 30 }, 'maxTokens', 30],
    [{ maxCost: 3, price: () => 1.5 }, 'maxCost', 3],
  ] as const)('stops before the call at %o', async (limits, limit, spent) => {
    const inner = endless();
    const client = pipe(inner, withBudget(limits));
    await client.generate(ask('x'));
    await client.generate(ask('x'));
    const error = await failure(client.generate(ask('x')));
    expect(BudgetExceededError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'budget-exceeded', limit, spent });
    expect(error.message).toContain(limit);
    expect(inner.calls).toHaveLength(2);
  });

  it('charges failed calls that used something', async () => {
    const ledger = createBudgetLedger();
    const spent = new LlmError('x', { kind: 'server', usage: { inputTokens: 3 } });
    const client = pipe(createMockClient([spent, answer]), withBudget({ ledger }));
    await failure(client.generate(ask('x')));
    await client.generate(ask('x'));
    expect(ledger.snapshot()).toEqual({
      calls: 2,
      inputTokens: 13,
      outputTokens: 5,
      totalTokens: 18,
      cost: 0,
      estimated: true,
    });
  });

  it('lowers the limit of a request to what is left', async () => {
    const inner = endless();
    const client = pipe(inner, withBudget({ maxOutputTokens: 12 }));
    await client.generate(ask('x', { maxOutputTokens: 6 }));
    await client.generate(ask('x', { maxOutputTokens: 100 }));
    await client.generate(ask('x'));
    expect(inner.calls.map((call) => call.maxOutputTokens)).toEqual([6, 7, 2]);
  });

  it('shares a ledger, with a price of each client', async () => {
    const ledger = createBudgetLedger();
    const cheap = pipe(endless(), withBudget({ ledger, price: () => 1 }));
    const dear = pipe(endless(), withBudget({ ledger, price: () => 10, maxCost: 12 }));
    await cheap.generate(ask('x'));
    await cheap.generate(ask('x'));
    await dear.generate(ask('x'));
    expect(ledger.snapshot()).toMatchObject({ calls: 3, cost: 12 });
    expect(await failure(dear.generate(ask('x')))).toMatchObject({ limit: 'maxCost' });
  });

  it('charges streams at their end, and an estimate for one that is left', async () => {
    const ledger = createBudgetLedger();
    const client = pipe(endless(), withBudget({ ledger }));
    await collect(client, ask('x'));
    expect(ledger.snapshot()).toMatchObject({ inputTokens: 10, outputTokens: 5 });
    for await (const event of client.stream?.(ask('x')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    expect(ledger.snapshot()).toMatchObject({ outputTokens: 6, estimated: true });
  });

  it('charges the prompt of a stream that is left as the provider has counted it', async () => {
    const events = [
      { type: 'message_start', message: { usage: { input_tokens: 5000, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'call [[EM' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'AIL_1]] or' } },
    ];
    const messages = { create: async () => streamOf(events) };
    const ledger = createBudgetLedger();
    const client = pipe(
      fromAnthropic({ messages }, { model: 'm', maxOutputTokens: 50 }),
      withRetry(),
      // Holds a part of the first delta back.
      withRedaction(),
      withBudget({ ledger }),
    );
    for await (const event of client.stream?.(ask('write to ken@example.com')) ?? []) {
      expect(event).toMatchObject({ type: 'delta', text: 'call ' });
      break;
    }
    // The count of the answer is a first one only: its five characters are estimated.
    expect(ledger.snapshot()).toMatchObject({ inputTokens: 5000, outputTokens: 2, calls: 1 });
  });

  it('estimates the schema of the answer with the prompt', async () => {
    const ledger = createBudgetLedger();
    const client = pipe(createMockClient([{ text: '{}', usage: {} }]), withBudget({ ledger }));
    const schema = { type: 'object', description: 'x'.repeat(400) };
    await client.generate(ask('x', { output: { type: 'json', schema } }));
    expect(ledger.snapshot().inputTokens).toBeGreaterThan(100);
  });

  const badUsages: readonly unknown[] = [
    {},
    { inputTokens: -5, outputTokens: -5 },
    { inputTokens: 0.5, outputTokens: 1.5 },
    { inputTokens: '9', outputTokens: '9' },
    { inputTokens: Number.NaN, outputTokens: Infinity },
    { inputTokens: 1e308, outputTokens: 1e308 },
    { inputTokens: null },
  ];
  const limits = [
    { maxTotalTokens: 30 },
    { maxTokens: 30 },
    { maxInputTokens: 10 },
    { maxOutputTokens: 20 },
    {
      maxCost: 30,
      price: (usage: LlmUsage) => (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    },
  ];
  const reporting = (usage: unknown): ReturnType<typeof createMockClient> =>
    // Custom clients hand on what their server sent.
    createMockClient([{ text: '東京タワーへ行く道', usage: usage as LlmUsage }], {
      onExhausted: 'repeat-last',
    });

  it.each(badUsages.flatMap((usage) => limits.map((limit) => [limit, usage] as const)))(
    'binds %j where the usage is %j',
    async (limit, usage) => {
      const inner = reporting(usage);
      const client = pipe(inner, withBudget(limit));
      const request = ask('twenty characters...');
      await client.generate(request);
      await collect(client, request);
      await client.generate(request).catch(() => undefined);
      expect(await failure(client.generate(request))).toMatchObject({ kind: 'budget' });
      expect(inner.calls.length).toBeLessThan(4);
    },
  );

  it('charges nothing for an answer of the cache', async () => {
    const ledger = createBudgetLedger();
    const inner = createMockClient([answer]);
    const client = pipe(inner, withCache({ store: createMemoryCache() }), withBudget({ ledger }));
    await client.generate(ask('x'));
    await client.generate(ask('x'));
    expect(ledger.snapshot()).toMatchObject({ totalTokens: 15, estimated: false });
  });

  it('fails with an LlmError that is not retried, and keeps its fields through other decorators', async () => {
    const inner = endless();
    const spare = endless();
    const budgeted = pipe(inner, withBudget({ maxAttempts: 0 }), withRetry());
    const client = withFallback([budgeted, spare]);
    const error = await failure(client.generate(ask('x')));
    expect(LlmError.isInstance(error) && BudgetExceededError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'BudgetExceededError',
      code: 'budget-exceeded',
      kind: 'budget',
      retryable: false,
      limit: 'maxAttempts',
      allowed: 0,
      spent: 0,
    });
    expect(spare.calls).toHaveLength(0);
    const going = withFallback([budgeted, spare], { on: () => true });
    expect((await going.generate(ask('x'))).text).toBe('x');
  });

  const limitKeys: readonly (readonly [object, object])[] = [
    [{ max_tokens: 5000 }, { max_tokens: 12 }],
    [{ max_completion_tokens: 5000 }, { max_completion_tokens: 12 }],
    [{ max_tokens: 5 }, { max_tokens: 5 }],
    [{ max_tokens: '5000' }, { max_tokens: 12 }],
    [{ n_predict: -1 }, { n_predict: 12 }],
    [{ options: { num_predict: 9000, seed: 1 } }, { options: { num_predict: 12, seed: 1 } }],
  ];
  it.each(limitKeys)('is not passed by provider options %j', async (given, sent) => {
    const bodies: object[] = [];
    const create = async (body: object): Promise<unknown> => {
      bodies.push(body);
      return { choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] };
    };
    const adapter = fromOpenAI({ chat: { completions: { create } } }, { model: 'm' });
    const client = pipe(adapter, withBudget({ maxOutputTokens: 12 }));
    await client.generate(ask('x', { providerOptions: { openai: given } }));
    expect(bodies).toMatchObject([sent]);
    await adapter.generate(ask('x', { providerOptions: { openai: given } }));
    expect(bodies[1]).toMatchObject(given);
  });

  it('asks for a price where a cost is to be bounded, unless others charge the ledger', () => {
    expect(() => withBudget({ maxCost: 1 })).toThrow(
      'expected price(usage, model) beside maxCost, got undefined; without a price nothing costs anything and the limit never binds',
    );
    expect(() => withBudget({ maxCost: 1, ledger: createBudgetLedger() })).not.toThrow();
  });

  it('reports a client that returns no response', async () => {
    const broken = { ...endless(), generate: () => Promise.resolve(undefined as never) };
    const error = await failure(pipe(broken, withBudget({ maxAttempts: 1 })).generate(ask('x')));
    expect(error).toMatchObject({ kind: 'protocol' });
    expect(error.message).toContain('a response without text');
  });

  const unpriced = [
    ['returns NaN', () => Number.NaN],
    ['returns nothing', () => undefined as unknown as number],
    [
      'throws',
      () => {
        throw new Error('no price');
      },
    ],
  ] as const;

  it.each(unpriced)(
    'delivers the answer and makes no further call where the price %s',
    async (_, price) => {
      for (const shared of [undefined, { counter: createMemoryCounter(), key: 'team' }]) {
        const ledger = createBudgetLedger();
        const inner = endless();
        const shares = { maxCost: 0.3, ledger, price, ...(shared === undefined ? {} : { shared }) };
        const client = pipe(inner, withBudget(shares));
        expect(await client.generate(ask('x'))).toMatchObject({ text: 'x' });
        const error = await failure(client.generate(ask('x')));
        expect(error).toMatchObject({ kind: 'budget', limit: 'maxCost' });
        expect(inner.calls).toHaveLength(1);
        expect(ledger.snapshot()).toMatchObject({ calls: 1, cost: 0.3, estimated: true });
      }
    },
  );

  it('names the error of the price as cause, and needs none without a limit', async () => {
    const price = () => Number.NaN;
    const bound = pipe(endless(), withBudget({ maxCost: 1, price }));
    await collect(bound, ask('x'));
    const error = await failure(bound.generate(ask('x')));
    expect(String(error.cause)).toContain('expected the price function to return an amount');
    for (const bounds of [{}, { maxCost: Infinity }]) {
      const client = pipe(endless(), withBudget({ price, ...bounds }));
      expect(await client.generate(ask('x'))).toMatchObject({ text: 'x' });
    }
  });

  it('never lets parallel calls exceed maxAttempts', async () => {
    const parallel = fc.record({
      maxAttempts: fc.integer({ min: 0, max: 8 }),
      calls: fc.array(fc.boolean(), { maxLength: 16 }),
    });
    await fc.assert(
      fc.asyncProperty(parallel, async ({ maxAttempts, calls }) => {
        const inner = endless();
        const client = pipe(inner, withBudget({ maxAttempts }));
        const work = calls.map(async (streamed) =>
          streamed ? collect(client, ask('x')) : client.generate(ask('x')),
        );
        const results = await Promise.allSettled(work);
        const made = Math.min(maxAttempts, calls.length);
        expect(inner.calls).toHaveLength(made);
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(made);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    { maxAttempts: -1 },
    { maxCost: -0.1 },
    { maxTokens: Number.NaN },
    { maxAttempts: 1.5 },
  ])('refuses %o', (options) => {
    expect(() => withBudget(options)).toThrow(/expected/);
  });
});
