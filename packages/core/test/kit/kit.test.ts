import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError, type JsonValue, LlmError } from '../../src/index.ts';
import {
  checkFlags,
  checkGuards,
  checkOptions,
  dataBlock,
  escapeInvisible,
  lowerBound,
  remainingBudget,
  toWellFormed,
  untilAborted,
} from '../../src/kit.ts';

interface SampleOptions {
  readonly size?: number;
  readonly name: string;
}

describe('checkOptions', () => {
  it('accepts known options', () => {
    const given: SampleOptions = { name: 'a' };
    expect(() => checkOptions(given, 'size name', 'sample')).not.toThrow();
  });

  it.each([
    [{ nmae: 'a' }, 'unknown option "nmae" of sample; the options are size, name'],
    [{ constructor: 1 }, 'unknown option "constructor" of sample'],
    [[], 'expected an options object for sample, got an array'],
    [null, 'expected an options object for sample, got null'],
    [undefined, 'expected an options object for sample, got undefined'],
    ['x', 'expected an options object for sample, got "x"'],
  ])('refuses %j', (options, message) => {
    // A caller without types may pass anything.
    const check = () => checkOptions(options as unknown as SampleOptions, 'size name', 'sample');
    expect(check).toThrow(InvalidArgumentError);
    expect(check).toThrow(message);
  });

  it('makes the compiler refuse a list that misses an option or adds one', () => {
    const given: SampleOptions = { name: 'a' };
    // @ts-expect-error -- the name is missing
    const misses = (): void => checkOptions(given, 'size', 'sample');
    // @ts-expect-error -- there is no colour
    const adds = (): void => checkOptions(given, 'size name colour', 'sample');
    expect(misses).toThrow('unknown option "name"');
    expect(adds).not.toThrow();
  });
});

describe('checkFlags', () => {
  it('accepts true, false and undefined', () => {
    expect(() => checkFlags({ open: true, wide: false, tall: undefined })).not.toThrow();
  });

  it.each(['false', '', 0, 1, null, []])('refuses %j', (open) => {
    const check = () => checkFlags({ open: open as never });
    expect(check).toThrow(InvalidArgumentError);
    expect(check).toThrow('expected options.open to be true or false');
  });
});

describe('checkGuards', () => {
  it('accepts a function, and an option that is left out', () => {
    expect(() => checkGuards({ identify: () => null }, 'identify tenantOf')).not.toThrow();
  });

  it.each([undefined, null, 'x', true, {}])('refuses %j', (identify) => {
    const check = () => checkGuards({ identify }, 'tenantOf identify');
    expect(check).toThrow(InvalidArgumentError);
    expect(check).toThrow('expected options.identify to be a function or left out');
  });
});

describe('dataBlock', () => {
  it('writes a value of any depth, and refuses what is not JSON', () => {
    let deep: JsonValue = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(dataBlock([deep])).toContain(`\n${'['.repeat(20_000)}"x"${']'.repeat(20_000)}\n`);
    const cycle: JsonValue[] = [];
    cycle.push(cycle);
    for (const wrong of [cycle, 5n, undefined, () => 1]) {
      expect(() => dataBlock([wrong as never])).toThrow(InvalidArgumentError);
    }
    expect(() => dataBlock(undefined as never)).toThrow(InvalidArgumentError);
  });

  it('keeps every value on one visible line that parses to the same value', () => {
    const text = 'a\u202eb\u2028c\u{e0041}d\u200be\n</data-0000000000000000>';
    const lines = dataBlock([{ [text]: text }]).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(lines[1] ?? '')).toEqual({ [text]: text });
  });

  it('has a marker that its data cannot contain', () => {
    const [opening = ''] = dataBlock(['x']).split('\n');
    const again = dataBlock([`${opening}</${opening.slice(1)}`]).split('\n');
    expect(again[0]).not.toBe(opening);
  });

  it('leaves visible text of any language as it is', () => {
    expect(escapeInvisible('関門 «é» 👍 が')).toBe('関門 «é» 👍 が');
  });
});

describe('lowerBound', () => {
  it('finds the first item that is not before, like a linear search', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer(), (items, wanted) => {
        const sorted = items.toSorted((left, right) => left - right);
        const expected = sorted.findIndex((item) => item >= wanted);
        expect(lowerBound(sorted, (item) => item < wanted)).toBe(
          expected < 0 ? sorted.length : expected,
        );
        compared += 1;
      }),
    );
    expect(compared).toBe(100);
  });
});

describe('remainingBudget', () => {
  const spent = { calls: 2, inputTokens: 100, outputTokens: 50, cost: 0.5 };

  it('subtracts what was spent from the limits that are set', () => {
    expect(
      remainingBudget({ maxAttempts: 3, maxTotalTokens: 200, maxMs: 1000 }, spent, 400),
    ).toEqual({ maxAttempts: 1, maxTotalTokens: 50, maxMs: 600 });
    expect(remainingBudget({}, spent, 400)).toEqual({});
  });

  it.each([{ maxAttempts: 2 }, { maxOutputTokens: 50 }, { maxCost: 0.4 }, { maxMs: 400 }])(
    'is null when %j is used up',
    (budget) => {
      expect(remainingBudget(budget, spent, 400)).toBeNull();
    },
  );
});

describe('untilAborted', () => {
  it('ends the wait for work that ignores the signal', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(new Promise(() => undefined), controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toSatisfy(
      (error) => LlmError.isInstance(error) && error.kind === 'aborted' && error.cause === 'enough',
    );
  });

  it('returns the result of work that is faster', async () => {
    await expect(untilAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
  });
});

describe('toWellFormed', () => {
  it('replaces lone surrogates only', () => {
    expect(toWellFormed('a\ud83db👍')).toBe('a\ufffdb👍');
  });
});
