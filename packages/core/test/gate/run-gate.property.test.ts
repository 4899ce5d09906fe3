import { triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRun, replayGate, serializeRun } from '@kanmon/core/gate';
import { LlmError, type LlmUsage, ReplayMismatchError } from '@kanmon/core';
import { defineReview } from '@kanmon/core/review';
import type { ScriptedReply } from '@kanmon/core/testing';
import { rejectionOf } from '../support.ts';
import { advice, adviceGate, context } from './advice-gate.ts';
import { comparable, replayed, run } from './run-helpers.ts';

const usage = fc.record({
  inputTokens: fc.nat({ max: 40 }),
  outputTokens: fc.nat({ max: 40 }),
});

const texts = fc.constantFrom(
  JSON.stringify(advice()),
  JSON.stringify(advice({ target: 'n9' })),
  JSON.stringify(advice({ target: 'n8', summary: '' })),
  JSON.stringify(advice({ summary: ' ' })),
  JSON.stringify(advice({ summary: 'long '.repeat(20), target: 'n7' })),
  JSON.stringify(advice({ options: [] })),
  JSON.stringify(advice()).slice(0, 50),
  JSON.stringify(advice()).slice(50),
  '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}',
  '{"patch":[{"op":"replace","path":"/summary","value":"Better."}]}',
  '{"patch":[{"op":"add","path":"/options/-","value":{"label":"C","risks":["x"]}}]}',
  '{"patch":[{"op":"remove","path":"/options"}]}',
  '{"patch":[]}',
  'no JSON at all',
  '',
);

const replies: fc.Arbitrary<ScriptedReply> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ text: texts, usage, finish: fc.constantFrom('stop', 'length') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ text: texts, usage, finish: fc.constant('refusal' as const) }),
  },
  {
    weight: 1,
    arbitrary: usage.map((spent) => new LlmError('down', { kind: 'server', usage: spent })),
  },
);
const scripts = fc.array(replies, { minLength: 6, maxLength: 6 });
const correction = fc.record({
  mode: fc.constantFrom('auto', 'patch', 'full'),
  continueTruncated: fc.boolean(),
});
const settings = { numRuns: triesOf(300) };

function price({ inputTokens = 0, outputTokens = 0 }: LlmUsage): number {
  return inputTokens + 2 * outputTokens;
}

it('the best attempt has the fewest Musts, then Shoulds, then is the earliest, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, correction, async (script, how) => {
      const { outcome } = await run(script, { budget: { maxAttempts: 6 }, correction: how });
      const judged = outcome.attempts.filter(({ extracted }) => extracted);
      if (outcome.status === 'passed') return;
      expect(outcome.best === undefined).toBe(judged.length === 0);
      const best = outcome.attempts[(outcome.best?.attempt ?? 0) - 1];
      const rank = ({ complete, findings, number }: (typeof judged)[number]): readonly number[] => {
        const musts = findings.filter(({ severity }) => severity === 'must').length;
        return [complete ? 0 : 1, musts, findings.length - musts, number];
      };
      const ranks = judged.map(rank).toSorted((left, right) => {
        const index = left.findIndex((each, at) => each !== right[at]);
        return (left[index] ?? 0) - (right[index] ?? 0);
      });
      expect(best === undefined ? undefined : rank(best)).toEqual(ranks[0]);
    }),
    settings,
  );
});

it('no attempt starts once a limit is reached, and no call may ask for more than is left', async () => {
  const budgets = fc.record({
    maxAttempts: fc.integer({ min: 1, max: 6 }),
    maxOutputTokens: fc.nat({ max: 120 }),
    maxTotalTokens: fc.nat({ max: 240 }),
    maxCost: fc.nat({ max: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(scripts, budgets, async (script, budget) => {
      const { outcome, client } = await run(script, { budget, price });
      let output = 0;
      let total = 0;
      let cost = 0;
      for (const [index, { usage: spent }] of outcome.attempts.entries()) {
        expect(index).toBeLessThan(budget.maxAttempts);
        expect(output).toBeLessThan(budget.maxOutputTokens);
        expect(total).toBeLessThan(budget.maxTotalTokens);
        expect(cost).toBeLessThan(budget.maxCost);
        const asked = client.calls[index]?.maxOutputTokens;
        expect(asked).toBe(
          Math.min(budget.maxOutputTokens - output, budget.maxTotalTokens - total),
        );
        const { inputTokens = 0, outputTokens = 0 } = spent;
        output += outputTokens;
        total += inputTokens + outputTokens;
        cost += price(spent);
      }
      expect(outcome.usage).toMatchObject({
        calls: client.calls.length,
        outputTokens: output,
        cost,
      });
      expect(client.calls).toHaveLength(outcome.attempts.length);
    }),
    settings,
  );
});

it('a model that keeps to maxOutputTokens never overshoots the budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 6, maxLength: 6 }),
      fc.nat({ max: 200 }),
      async (script, limit) => {
        const obedient = script.map((text): ScriptedReply => (request) => ({
          text,
          usage: { inputTokens: 0, outputTokens: Math.min(70, request.maxOutputTokens ?? 70) },
        }));
        const { outcome } = await run(obedient, {
          budget: { maxOutputTokens: limit, maxAttempts: 6 },
        });
        expect(outcome.usage.outputTokens).toBeLessThanOrEqual(limit);
      },
    ),
    settings,
  );
});

it('every recorded run replays to its own outcome', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, correction, async (script, how) => {
      const budget = { maxAttempts: 5, maxOutputTokens: 120 };
      const { outcome, events } = await run(script, { budget, correction: how });
      expect(comparable(await replayed(adviceGate, events, context))).toEqual(comparable(outcome));
      expect(serializeRun(parseRun(serializeRun(events)))).toBe(serializeRun(events));
    }),
    settings,
  );
});

it('a log with any one event dropped, doubled or swapped leads to no outcome', async () => {
  await fc.assert(
    fc.asyncProperty(
      scripts,
      fc.nat(),
      fc.constantFrom('drop', 'double', 'swap'),
      async (script, at, change) => {
        const { events } = await run(script, { budget: { maxAttempts: 4 } });
        const index = at % (events.length - 1);
        const next = [...events];
        const [first, second] = next.slice(index, index + 2);
        if (first === undefined || second === undefined) return;
        if (change === 'drop') next.splice(index, 1);
        else if (change === 'double') next.splice(index, 0, first);
        else next.splice(index, 2, second, first);
        await expect(replayGate(adviceGate, next, { context })).rejects.toThrow(
          ReplayMismatchError,
        );
      },
    ),
    settings,
  );
});

it('a log with any one fact changed leads to no outcome', async () => {
  const script = [
    { text: JSON.stringify(advice({ target: 'n9' })), usage: { inputTokens: 3, outputTokens: 4 } },
    '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}',
  ];
  const { events } = await run(script);
  const log = serializeRun(events);
  const changes: readonly (readonly [string, string])[] = [
    ['"target\\":\\"n9', '"target\\":\\"n8'],
    ['"status":"passed"', '"status":"rejected","reason":"attempts"'],
    ['"calls":2', '"calls":1'],
    ['"outputTokens":4},"estimated"', '"outputTokens":5},"estimated"'],
    ['"inputTokens":3,"outputTokens":4}}', '"inputTokens":4,"outputTokens":4}}'],
    ['"mode":"patch"', '"mode":"full"'],
    ['"editable":["/target/**"]', '"editable":["/summary/**"]'],
    ['"musts":1', '"musts":0'],
    ['"code":"unknown-id"', '"code":"other"'],
    ['"gate":"advice"', '"gate":"other"'],
    ['"maxAttempts":3', '"maxAttempts":1'],
    ['"complete":true', '"complete":false'],
    ['"runId":"run_1","type":"run-finished"', '"runId":"run_2","type":"run-finished"'],
  ];
  const replays = changes
    .filter(([from]) => log.includes(from))
    .map(async ([from, to]) => {
      const changed = parseRun(log.replace(from, to));
      const error = await rejectionOf(() => replayGate(adviceGate, changed, { context }));
      expect([from, ReplayMismatchError.isInstance(error)]).toEqual([from, true]);
    });
  await Promise.all(replays);
  expect(changes.filter(([from]) => log.includes(from)).length).toBeGreaterThan(10);
});

it('a log of nonsense is refused, and a digest is no record', async () => {
  // An `await` that was forgotten.
  const promised = Promise.resolve([]) as never;
  await expect(replayGate(adviceGate, promised, { context })).rejects.toThrow(
    'expected the events of a run, such as outcome.events, got an object',
  );
  await expect(replayGate(adviceGate, [], { context })).rejects.toThrow(ReplayMismatchError);
  expect(() => parseRun('{"type":"run-started"}')).toThrow('line 1');
  expect(() => parseRun('not json')).toThrow('line 1');
  const { events } = await run([JSON.stringify(advice())], { log: 'digest' });
  await expect(replayGate(adviceGate, events, { context })).rejects.toThrow("log: 'full'");
  const text = serializeRun(events).replace('"maxAttempts":3', '"maxAttempts":-1');
  await expect(replayGate(adviceGate, parseRun(text), { context })).rejects.toThrow('maxAttempts');
});

it('every run with reviews replays to its outcome, and passes nothing that a review objects to', async () => {
  const verdicts = fc.array(fc.constantFrom('fine', 'must', 'throws', 'dear'), {
    minLength: 6,
    maxLength: 6,
  });
  const budgets = fc.record({
    maxAttempts: fc.integer({ min: 1, max: 6 }),
    maxTotalTokens: fc.integer({ min: 50, max: 400 }),
  });
  // Half of the answers pass the rules, each with another value.
  const answers = fc
    .tuple(scripts, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
    .map(([script, isGood]) =>
      script.map((reply, index) =>
        isGood[index] === true ? JSON.stringify(advice({ summary: `Version ${index}.` })) : reply,
      ),
    );
  let reviewed = 0;
  await fc.assert(
    fc.asyncProperty(answers, verdicts, budgets, async (script, list, budget) => {
      let asked = 0;
      const review = defineReview({
        id: 'review',
        messages: { odd: 'Odd.' },
        async review(_value: unknown, _context: unknown, report) {
          const verdict = list[asked];
          asked += 1;
          if (verdict === 'throws') throw new Error('down');
          if (verdict === 'must' || verdict === 'dear') report('odd', { path: '/summary' });
          return verdict === 'dear' ? { inputTokens: 40, outputTokens: 40 } : undefined;
        },
      });
      const { outcome, events } = await run(script, { reviews: [review], budget });
      const verdict = asked === 0 ? undefined : list[asked - 1];
      if (outcome.status === 'passed') expect(verdict).toBe('fine');
      if (outcome.status === 'rejected' && outcome.reason === 'unreviewed') {
        expect(verdict).toBe('throws');
      }
      const again = await replayed(adviceGate, events, context);
      expect(comparable(again)).toEqual(comparable(outcome));
      reviewed += asked;
    }),
    settings,
  );
  expect(reviewed).toBeGreaterThan(triesOf(100));
});
