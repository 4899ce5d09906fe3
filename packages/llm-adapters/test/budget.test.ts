import { LlmError } from '@kanmon/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BudgetExceededError,
  createBudgetLedger,
  createMockClient,
  pipe,
  withBudget,
} from '../src/index.ts';
import { ask, collect, failure } from './support/collect.ts';

const answer = { text: 'x', usage: { inputTokens: 10, outputTokens: 5 } };
const endless = (): ReturnType<typeof createMockClient> =>
  createMockClient([answer], { onExhausted: 'repeat-last' });

describe('withBudget', () => {
  it.each([
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

  it('asks for a price where a cost is to be bounded, unless others charge the ledger', () => {
    expect(() => withBudget({ maxCost: 1 })).toThrow(
      'expected price(usage, model) beside maxCost, got undefined; without a price nothing costs anything and the limit never binds',
    );
    expect(() => withBudget({ maxCost: 1, ledger: createBudgetLedger() })).not.toThrow();
  });

  it('never lets parallel calls exceed maxCalls', async () => {
    const parallel = fc.record({
      maxCalls: fc.integer({ min: 0, max: 8 }),
      calls: fc.array(fc.boolean(), { maxLength: 16 }),
    });
    await fc.assert(
      fc.asyncProperty(parallel, async ({ maxCalls, calls }) => {
        const inner = endless();
        const client = pipe(inner, withBudget({ maxCalls }));
        const work = calls.map(async (streamed) =>
          streamed ? collect(client, ask('x')) : client.generate(ask('x')),
        );
        const results = await Promise.allSettled(work);
        const made = Math.min(maxCalls, calls.length);
        expect(inner.calls).toHaveLength(made);
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(made);
      }),
      { numRuns: 100 },
    );
  });

  it.each([{ maxCalls: -1 }, { maxCost: -0.1 }, { maxTokens: Number.NaN }, { maxCalls: 1.5 }])(
    'refuses %o',
    (options) => {
      expect(() => withBudget(options)).toThrow(/expected/);
    },
  );
});
