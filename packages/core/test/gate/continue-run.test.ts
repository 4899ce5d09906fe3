import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError, LlmError, ReplayMismatchError } from '@kanmon/core';
import {
  type GateEvent,
  type GateOutcome,
  type GateRun,
  type GateStep,
  openRun,
  replayGate,
  type RunAnswer,
  serializeRun,
} from '@kanmon/core/gate';
import { defineReview } from '@kanmon/core/review';
import { createManualClock, createSequentialIds } from '@kanmon/core/testing';
import { type Advice, advice, adviceGate, context } from './advice-gate.ts';
import { openAdvice as open } from './run-helpers.ts';

const good = JSON.stringify(advice());
const wrongTarget = JSON.stringify(advice({ target: 'n9' }));
const wrongTwice = JSON.stringify(advice({ target: 'n8', summary: '' }));
const fix = '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}';

/** An answer, an answer that arrives in a stream, or a failed call. */
type Reply = RunAnswer | { readonly streamed: string } | LlmError;

/** Answers each attempt with the reply of its number, until the run ends. */
function play(run: GateRun<Advice>, replies: readonly Reply[]): GateOutcome<Advice> {
  let { step } = run;
  while (step.status === 'ask') {
    const reply = replies[step.attempt - 1] ?? new LlmError('no reply left', { kind: 'server' });
    if (reply instanceof LlmError) step = run.fail(reply);
    else if ('streamed' in reply) {
      step = run.feed(reply.streamed) === null ? run.answer({ text: reply.streamed }) : run.cut();
    } else step = run.answer(reply);
  }
  return step;
}

const ended = (step: GateStep<Advice>): GateOutcome<Advice> => {
  if (step.status === 'ask') throw new Error('the run goes on');
  return step;
};

describe('a run that continues from stored events', () => {
  const texts = fc.constantFrom(good, wrongTarget, wrongTwice, good.slice(0, 50), fix, 'none');
  const usage = fc.record({ inputTokens: fc.nat(40), outputTokens: fc.nat(40) });
  const replies: fc.Arbitrary<Reply> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ text: texts, usage }) },
    { weight: 2, arbitrary: texts.map((text) => ({ text, finish: 'length' as const })) },
    { weight: 2, arbitrary: texts.map((streamed) => ({ streamed })) },
    { weight: 1, arbitrary: fc.constant(new LlmError('down', { kind: 'server' })) },
  );

  it('has the log of a run that was not interrupted, wherever the stored events end', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(replies, { minLength: 4, maxLength: 4 }), (script) => {
        const budget = { maxAttempts: 4, maxTotalTokens: 400 };
        const whole = play(open({ budget }), script);
        for (let length = 0; length <= whole.events.length; length += 1) {
          const events = whole.events.slice(0, length);
          const continued = play(open({ budget, events }), script);
          expect(serializeRun(continued.events)).toBe(serializeRun(whole.events));
          expect(continued.attempts).toEqual(whole.attempts);
          expect(continued.usage).toEqual(whole.usage);
          compared += 1;
        }
      }),
      { numRuns: 50 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  it('asks what the run before it asked, and reports only new events', () => {
    const stored: GateEvent[] = [];
    const before = open({ onEvent: (event: GateEvent) => stored.push(event) });
    before.answer({ text: wrongTarget });
    const seen: GateEvent[] = [];
    const events: unknown = JSON.parse(JSON.stringify(stored));
    const run = open({ events, onEvent: (event: GateEvent) => seen.push(event) });
    expect(run.step).toEqual(before.step);
    expect(seen).toEqual([]);
    const outcome = ended(run.answer({ text: fix }));
    expect(outcome).toMatchObject({ status: 'passed', value: { target: 'n2' } });
    expect(outcome.events).toEqual([...stored, ...seen]);
  });

  it('can be replayed afterwards', async () => {
    const stored: GateEvent[] = [];
    open({ onEvent: (event: GateEvent) => stored.push(event) }).answer({ text: wrongTarget });
    const outcome = play(open({ events: stored }), [{ text: '' }, { text: fix }]);
    expect(await replayGate(adviceGate, outcome.events, { context })).toEqual(outcome);
  });

  it('has its outcome at once where the stored run has ended', () => {
    const outcome = play(open(), [{ text: wrongTarget }, { text: fix }]);
    const run = open({ events: outcome.events });
    expect(run.step).toEqual(outcome);
    expect(() => run.answer({ text: good })).toThrow(InvalidArgumentError);
  });

  it('keeps to the budget of the whole run', () => {
    const stored: GateEvent[] = [];
    const budget = { maxAttempts: 2 };
    const onEvent = (event: GateEvent): unknown => stored.push(event);
    open({ budget, onEvent }).answer({ text: wrongTarget });
    const run = open({ budget, events: stored });
    expect(run.answer({ text: wrongTwice })).toMatchObject({ reason: 'attempts' });
  });

  it.each([
    ['a log whose answer was changed', {}, good, wrongTwice],
    ['another budget', { budget: { maxAttempts: 5 } }, '', ''],
    ['other options of the correction', { correction: { mode: 'full' } }, '', ''],
    ['another context', { context: { ids: ['n9'] } }, '', ''],
  ])('refuses %s', (_title, options, from, to) => {
    const stored: GateEvent[] = [];
    const run = open({ onEvent: (event: GateEvent) => stored.push(event) });
    run.answer({ text: from === '' ? wrongTarget : from });
    const events: unknown = JSON.parse(
      JSON.stringify(stored).replaceAll(JSON.stringify(from), JSON.stringify(to)),
    );
    expect(() => open({ events, ...options })).toThrow(ReplayMismatchError);
  });

  it.each([
    ['a text', '{"type":"run-started"}'],
    ['a list of other things', [null]],
  ])('refuses %s', (_title, events) => {
    expect(() => open({ events })).toThrow(/^expected the events of a run/);
  });

  it.each([
    ['without a type', (event: object) => ({ ...event, type: undefined })],
    ['of another run', (event: object) => ({ ...event, runId: 'other' })],
  ])('refuses events %s', (_title, change) => {
    const stored: GateEvent[] = [];
    const run = open({ onEvent: (event: GateEvent) => stored.push(event) });
    run.answer({ text: wrongTarget });
    for (const [index, event] of stored.entries()) {
      if (index === 0) continue;
      const events = stored.with(index, change(event) as GateEvent);
      expect(() => open({ events })).toThrow(ReplayMismatchError);
    }
  });

  it('refuses a digest, which has no answers', () => {
    const stored: GateEvent[] = [];
    open({ log: 'digest', onEvent: (event: GateEvent) => stored.push(event) }).answer({
      text: wrongTarget,
    });
    expect(() => open({ events: stored })).toThrow(/log: 'full'/);
  });
});

describe('a run with reviews that continues', () => {
  const asked: string[] = [];
  const calm = defineReview({
    id: 'calm',
    messages: { loud: 'Speak softly.' },
    async review({ summary }: { readonly summary: string }, _context: typeof context, report) {
      asked.push(summary);
      if (asked.length === 1) report('loud', { path: '/summary' });
    },
  });
  const openReviewed = (events: readonly GateEvent[], onEvent?: (event: GateEvent) => void) =>
    openRun(adviceGate, {
      context,
      clock: createManualClock(),
      ids: createSequentialIds(),
      reviews: [calm],
      events,
      ...(onEvent === undefined ? {} : { onEvent }),
    });

  it('asks no review again, and refuses an answer that has no review yet', async () => {
    const stored: GateEvent[] = [];
    const summary = JSON.stringify(advice({ summary: 'Loud!' }));
    await openReviewed([], (event) => stored.push(event)).answer({ text: summary });
    expect(asked).toEqual(['Loud!']);
    const run = openReviewed(stored);
    expect(run.step).toMatchObject({ status: 'ask', attempt: 2, mode: 'patch' });
    expect(asked).toEqual(['Loud!']);
    expect(await run.answer({ text: good })).toMatchObject({ status: 'passed' });
    const cut = stored.findIndex(({ type }) => type === 'value-reviewed');
    expect(() => openReviewed(stored.slice(0, cut))).toThrow(
      'the last answer has no recorded reviews; pass the events before its attempt, then its text to `answer`',
    );
    // The remedy of the message.
    const again = openReviewed(stored.slice(0, 1));
    expect(again.step).toMatchObject({ status: 'ask', attempt: 1 });
    expect(await again.answer({ text: good })).toMatchObject({ status: 'passed' });
  });
});
