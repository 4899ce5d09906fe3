import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advice, adviceGate, context } from './advice-gate.ts';
import { reply, run } from './run-helpers.ts';

/** Reports with mistakes at any of the places that node rules judge. */
const reports = fc.record({
  target: fc.constantFrom('n1', 'n9', 'n2'),
  summary: fc.constantFrom('fine', ' ', 'says "hi" \\ 日本語 \u{1F600}\n'),
  options: fc.array(
    fc.record({
      label: fc.constantFrom('Option', ''),
      risks: fc.array(fc.constantFrom('slow', '', '{"target":"n9"}'), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
});

it('an early end is at a place where the whole answer has a Must, and comes if and only if there is one to see', async () => {
  const decidable = new Set(['unknown-id', 'blank']);
  await fc.assert(
    fc.asyncProperty(
      reports,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (value, size, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        const options = { budget: { maxAttempts: 1 } };
        const { events } = await run([reply(text, size)], { ...options, stream: true });
        const { outcome } = await run([reply(text)], options);
        const musts = (outcome.attempts[0]?.findings ?? []).filter(({ code }) =>
          decidable.has(code),
        );
        const aborted = events.find((event) => event.type === 'attempt-aborted');
        const places = musts.map(({ path }) => path);
        expect(places.length === 0 ? [undefined] : places).toContain(aborted?.path);
      },
    ),
    { numRuns: 200 },
  );
});

it('a stream passes each answer that passes as a whole, whatever is before it', async () => {
  const drafts = reports.map((value) => JSON.stringify(value));
  const before = fc.oneof(
    fc.constantFrom('', '\uFEFF\n', '```json\n', 'Here it is:\n', '<think>or [1]?</think>'),
    drafts.map((draft) => `The form is ${draft}. My answer:\n`),
    drafts.map((draft) => `<think>${draft}</think>`),
  );
  const answers = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(advice(), advice({ summary: 'says "n9" [1]' })) },
    reports,
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      before,
      answers,
      fc.integer({ min: 1, max: 40 }),
      async (start, value, size) => {
        const text = start + JSON.stringify(value);
        if (!adviceGate.read(text, context).ok) return;
        passed += 1;
        const budget = { maxAttempts: 1 };
        const { outcome } = await run([reply(text, size)], { budget, stream: true });
        expect(outcome.status).toBe('passed');
      },
    ),
    { numRuns: 300 },
  );
  expect(passed).toBeGreaterThan(100);
});
