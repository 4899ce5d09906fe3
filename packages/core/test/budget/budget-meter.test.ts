import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Budget, createBudgetMeter, InvalidArgumentError, type Price } from '@kanmon/core';
import { estimateTokens } from '@kanmon/core/kit';
import { createManualClock } from '@kanmon/core/testing';
import { thrownBy } from '../support.ts';

const perToken: Price = (usage, model) =>
  ((usage.inputTokens ?? 0) + 2 * (usage.outputTokens ?? 0)) * (model === 'large' ? 10 : 1);

describe('createBudgetMeter', () => {
  it('counts an attempt each time it lets one start, and no more than allowed', () => {
    const meter = createBudgetMeter({ maxAttempts: 2 });
    expect([meter.tryStart(), meter.tryStart(), meter.tryStart(), meter.tryStart()]).toEqual([
      null,
      null,
      'attempts',
      'attempts',
    ]);
    expect(meter.usage.calls).toBe(2);
    expect(meter.remaining()).toEqual({ attempts: 0 });
  });

  it('sums what calls report and prices it by model', () => {
    const meter = createBudgetMeter({}, { price: perToken });
    meter.tryStart();
    meter.record({ inputTokens: 10, outputTokens: 5, cachedInputTokens: 9, reasoningTokens: 4 });
    meter.tryStart();
    meter.record({ inputTokens: 1, outputTokens: 1 }, { model: 'large' });
    expect(meter.usage).toEqual({
      calls: 2,
      inputTokens: 11,
      outputTokens: 6,
      cost: 50,
      estimated: false,
      cachedInputTokens: 9,
      reasoningTokens: 4,
    });
    expect(meter.tryStart()).toBe(null);
    expect(meter.remaining()).toEqual({});
    expect(meter.deadline).toBe(undefined);
  });

  it.each<[string, Budget]>([
    ['output-tokens', { maxOutputTokens: 5 }],
    ['total-tokens', { maxTotalTokens: 15 }],
    ['cost', { maxCost: 20 }],
  ])('reaches %s when used equals allowed, and not before', (name, budget) => {
    const meter = createBudgetMeter(budget, { price: perToken });
    meter.record({ inputTokens: 10, outputTokens: 4 });
    expect(meter.tryStart()).toBe(null);
    meter.record({ inputTokens: 0, outputTokens: 1 });
    expect(meter.tryStart()).toBe(name);
    expect(Object.values(meter.remaining())).toEqual([0]);
  });

  it('counts time from its creation and gives the deadline', () => {
    const clock = createManualClock(1000);
    const meter = createBudgetMeter({ maxMs: 50 }, { clock });
    expect(meter.deadline).toBe(1050);
    clock.advance(49);
    expect(meter.tryStart()).toBe(null);
    expect(meter.remaining()).toEqual({ time: 1 });
    clock.advance(1);
    expect(meter.tryStart()).toBe('time');
    clock.advance(100);
    expect(meter.remaining()).toEqual({ time: 0 });
  });

  it('names the first limit in the declared order when several are reached', () => {
    const clock = createManualClock();
    const budget = { maxMs: 0, maxCost: 0, maxTotalTokens: 0, maxOutputTokens: 0 };
    expect(createBudgetMeter(budget, { clock, price: perToken }).tryStart()).toBe('output-tokens');
    expect(createBudgetMeter({ maxMs: 0, maxCost: 0 }, { clock }).tryStart()).toBe('cost');
    expect(createBudgetMeter({ maxMs: 0 }, { clock }).tryStart()).toBe('time');
  });

  it.each([
    [{}],
    [{ inputTokens: 3 }],
    [{ outputTokens: 3 }],
    [{ inputTokens: Number.NaN, outputTokens: 3 }],
    [{ inputTokens: 1, outputTokens: -5 }],
  ])('takes %j as an estimate, what is missing as 0', (usage) => {
    const meter = createBudgetMeter({});
    meter.record({ inputTokens: 1, outputTokens: 1 });
    expect(meter.usage.estimated).toBe(false);
    meter.record(usage);
    expect(meter.usage.estimated).toBe(true);
    expect(meter.usage.outputTokens).toBe(
      'outputTokens' in usage && usage.outputTokens > 0 ? 4 : 1,
    );
    meter.record({ inputTokens: 1, outputTokens: 1 });
    expect(meter.usage.estimated).toBe(true);
  });

  it('marks as estimated what the caller estimated, and a cost limit that has no price', () => {
    const byCaller = createBudgetMeter({});
    byCaller.record({ inputTokens: 1, outputTokens: 1 }, { estimated: true });
    expect(byCaller.usage.estimated).toBe(true);
    const unpriced = createBudgetMeter({ maxCost: 1 });
    unpriced.record({ inputTokens: 1, outputTokens: 1 });
    expect(unpriced.usage).toMatchObject({ cost: 0, estimated: true });
  });

  it.each<[Budget]>([
    [{ maxAttempts: 0 }],
    [{ maxAttempts: 1.5 }],
    [{ maxAttempts: Number.NaN }],
    [{ maxOutputTokens: -1 }],
    [{ maxTotalTokens: Number.NaN }],
    [{ maxCost: -0.01 }],
    [{ maxMs: -1 }],
  ])('refuses %j with a remedy', (budget) => {
    const error = thrownBy(() => createBudgetMeter(budget));
    expect(InvalidArgumentError.isInstance(error)).toBe(true);
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^expected budget\.max.*, got .*; leave/),
    );
  });

  it.each([Number.NaN, -1])('refuses a price of %d', (amount) => {
    const meter = createBudgetMeter({}, { price: () => amount });
    expect(thrownBy(() => meter.record({}))).toHaveProperty('code', 'invalid-argument');
  });

  it('never lets an attempt start past any limit', () => {
    const limit = fc.option(fc.nat({ max: 60 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        limit,
        limit,
        fc.array(
          fc.record({ inputTokens: fc.nat({ max: 20 }), outputTokens: fc.nat({ max: 20 }) }),
          {
            minLength: 30,
          },
        ),
        (maxAttempts, output, total, usages) => {
          const meter = createBudgetMeter({
            maxAttempts,
            ...(output === undefined ? {} : { maxOutputTokens: output }),
            ...(total === undefined ? {} : { maxTotalTokens: total }),
          });
          for (const usage of usages) {
            const before = meter.usage;
            const isOver =
              before.calls >= maxAttempts ||
              before.outputTokens >= (output ?? Infinity) ||
              before.inputTokens + before.outputTokens >= (total ?? Infinity);
            expect(meter.tryStart() === null).toBe(!isOver);
            if (isOver) return;
            meter.record(usage);
          }
        },
      ),
    );
  });

  it.each([
    [{}, { inputTokens: 2, outputTokens: 6 }],
    [{ inputTokens: 9 }, { inputTokens: 9, outputTokens: 6 }],
    [{ outputTokens: 9 }, { inputTokens: 2, outputTokens: 9 }],
    [
      { inputTokens: -1, outputTokens: 1.5 },
      { inputTokens: 2, outputTokens: 6 },
    ],
    [
      { inputTokens: Number.NaN, outputTokens: 1e308 },
      { inputTokens: 2, outputTokens: 6 },
    ],
    [
      { inputTokens: 0, outputTokens: 0 },
      { inputTokens: 0, outputTokens: 0 },
    ],
  ])('estimates from the texts what %j does not report', (usage, expected) => {
    const meter = createBudgetMeter({}, { price: perToken });
    const estimateFrom = {
      messages: [{ content: 'abcd' }, { content: 'e' }],
      text: '東京タワー ok',
    };
    meter.record(usage, { estimateFrom });
    const { inputTokens, outputTokens } = expected;
    expect(meter.usage).toMatchObject({ ...expected, cost: inputTokens + 2 * outputTokens });
    expect(meter.usage.estimated).toBe(JSON.stringify(usage) !== JSON.stringify(expected));
  });

  it('takes text as usage for a missing report', () => {
    const meter = createBudgetMeter({});
    // @ts-expect-error Providers do send counts as text.
    meter.record({ inputTokens: '12', outputTokens: 1 }, { estimateFrom: { text: 'x' } });
    expect(meter.usage).toMatchObject({ inputTokens: 0, outputTokens: 1, estimated: true });
  });

  it('refuses limits and options that it does not know', () => {
    // @ts-expect-error A misspelt limit.
    expect(() => createBudgetMeter({ maxTokens: 5 })).toThrow(
      'unknown option "maxTokens" of a budget',
    );
    // @ts-expect-error A misspelt option.
    expect(() => createBudgetMeter({}, { prize: () => 1 })).toThrow('unknown option "prize"');
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['東京タワー', 5],
    ['été', 2],
    ['Привет', 3],
    ['👋🏽', 2],
    ['\uD83D', 1],
  ])('counts %j as %d', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
