import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LlmError } from '@kanmon/core';
import { defineGate, defineRule, type GateEvent, planCorrection, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { advice, adviceGate, context, task } from './advice-gate.ts';
import { comparable, replayed, reply, run, story } from './run-helpers.ts';

const good = JSON.stringify(advice());
const unknownTarget = JSON.stringify(advice({ target: 'n9' }));
const budget = { maxAttempts: 5 };
const sorry = "I'm sorry, but I cannot help with that.";

function ofAttempt(events: readonly GateEvent[], attempt: number): readonly string[] {
  return story(events.filter((event) => event.attempt === attempt));
}

describe('a first answer', () => {
  it('that refuses ends the run, in either form', async () => {
    for (const script of [[sorry], [{ text: good, finish: 'refusal' } as const]]) {
      const { outcome, events } = await run([...script, good], { budget });
      expect(outcome).toMatchObject({ status: 'rejected', reason: 'refused' });
      expect(outcome.attempts).toMatchObject([
        {
          number: 1,
          mode: 'initial',
          extracted: false,
          complete: false,
          findings: [],
          repairs: [],
        },
      ]);
      expect(ofAttempt(events, 1).slice(-2)[0]).toBe('finished 0/0');
      expect(comparable(await replayed(adviceGate, events, context))).toEqual(comparable(outcome));
    }
  });

  it('that was cut before it began is asked for again, as one that was cut', async () => {
    const cut = { text: 'Let me think about', finish: 'length' } as const;
    const { outcome, client } = await run([cut, good]);
    expect(outcome.status).toBe('passed');
    expect(client.calls[1]?.messages.at(-1)?.content).toMatch(/^Your previous answer was cut off/);
    const whole = await run(['Let me think about', good]);
    expect(whole.client.calls[1]?.messages.at(-1)?.content).toMatch(/^No usable JSON was found/);
  });
});

describe('the rest of an answer', () => {
  const gate = defineGate({ name: 'g', schema: z.object({ a: z.string(), b: z.number() }) });
  const joined = async (prefix: string, rest: string, allow?: 'lossy') => {
    const strict =
      allow === undefined ? gate : defineGate({ ...gate.definition, extract: { allow } });
    const client = createScriptedClient([{ text: prefix, finish: 'length' }, rest]);
    return runGate(strict, { client, messages: task, budget: { maxAttempts: 2 } });
  };

  it('may need repairs that have one reading only', async () => {
    const outcome = await joined('```json\n{"a":"x",', '"b":1,}\n```');
    expect(outcome).toMatchObject({ status: 'passed', value: { a: 'x', b: 1 } });
    expect(outcome.attempts[1]?.repairs.map(({ kind }) => kind)).toContain('trailing-comma');
    expect(ofAttempt(outcome.events, 2)).toEqual([
      '2 continue',
      'response-received',
      'value-extracted',
      'findings ',
      'finished 0/0',
      'run-finished passed',
    ]);
  });

  it('is not taken where it needs a guess, or does not end either', async () => {
    const guessed = await joined('{"a":"x"', ' "b":1}', 'lossy');
    expect(guessed.attempts[1]).toMatchObject({ mode: 'continue', extracted: false });
    const unfinished = await joined('{"a":"x', 'yz","b":', 'lossy');
    expect(unfinished.attempts[1]).toMatchObject({ mode: 'continue', extracted: false });
  });

  it('is joined without what it repeats', async () => {
    // As it is, the join would not be JSON.
    const repeating = await joined('{"a":"x","b":', '"x","b":12}');
    expect(repeating).toMatchObject({ status: 'passed', value: { a: 'x', b: 12 } });
  });

  it('may go round in circles, then it is taken as it is', async () => {
    const outcome = await joined('{"a":"ababababababababab', 'ababababababab","b":1}');
    expect(outcome).toMatchObject({ status: 'passed', value: { a: 'ab'.repeat(16) } });
  });

  it('that fits nowhere leaves nothing to compare the next answer to', async () => {
    const client = createScriptedClient([
      { text: '{"a":"x","b":"y"', finish: 'length' },
      'something else',
      '{"a":"x","b":"y"}',
      '{"a":"x","b":1}',
    ]);
    const outcome = await runGate(gate, { client, messages: task, budget });
    expect(outcome.attempts.map(({ mode }) => mode)).toEqual([
      'initial',
      'continue',
      'full',
      'patch',
    ]);
    expect(outcome.status).toBe('passed');
  });
});

describe('a patch attempt', () => {
  it('that cannot be read keeps the value and its findings, and a new answer follows', async () => {
    const { outcome, events } = await run([unknownTarget, 'no json', good], { budget });
    expect(outcome.attempts[1]).toMatchObject({
      mode: 'patch',
      extracted: false,
      findings: [{ code: 'unknown-id' }],
      repairs: [],
    });
    expect(ofAttempt(events, 2)).toEqual([
      '2 patch',
      'response-received',
      'extraction-refused no-json',
      'finished 1/0',
    ]);
    expect(outcome.attempts[2]?.mode).toBe('full');
  });

  it('reads patches by the repairs that the gate allows', async () => {
    const strict = defineGate({ ...adviceGate.definition, extract: { allow: 'lossless' } });
    const broken = '{"patch":[{"op":"replace" "path":"/target","value":"n2"}]}';
    const outcomeOf = async (gate: typeof adviceGate): Promise<string> => {
      const client = createScriptedClient([unknownTarget, broken]);
      const options = { client, context, messages: task, budget: { maxAttempts: 2 } };
      return (await runGate(gate, options)).status;
    };
    expect(await outcomeOf(adviceGate)).toBe('passed');
    expect(await outcomeOf(strict)).toBe('rejected');
  });
});

describe('usage', () => {
  it('of a failed call and of one that was ended early is priced by the model of the client', async () => {
    const models: string[] = [];
    const price = (_usage: unknown, model: string): number => models.push(model);
    const failing = new LlmError('x', { kind: 'server', usage: { inputTokens: 3 } });
    const failed = await run([failing], { price });
    expect(failed.events.at(-2)).toMatchObject({
      type: 'attempt-finished',
      usage: { inputTokens: 3 },
    });
    const early = await run([reply(unknownTarget), reply(good)], { price, stream: true });
    expect(early.outcome.usage.estimated).toBe(true);
    expect(new Set(models)).toEqual(new Set(['scripted']));
    const replay = await replayed(adviceGate, early.events, context);
    expect(replay.usage).toEqual(early.outcome.usage);
    const whole = await run([good]);
    expect(
      whole.events.some((event) => event.type === 'attempt-finished' && 'usage' in event),
    ).toBe(false);
  });

  it('left of all tokens bounds an answer too', async () => {
    const usage = { inputTokens: 10, outputTokens: 20 };
    const { client } = await run([{ text: unknownTarget, usage }, good], {
      budget: { maxTotalTokens: 100 },
    });
    expect(client.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 70]);
  });
});

describe('a plan', () => {
  it('of a cut answer begins with what was extracted, bracket or none', () => {
    const plan = planCorrection({
      gate: adviceGate,
      raw: '"target":"n1"',
      value: {},
      complete: false,
      findings: [],
    });
    expect(plan.mode).toBe('continue');
  });

  it('for Shoulds alone is a new answer', () => {
    const value = advice({ summary: 'long '.repeat(20) });
    const { findings } = adviceGate.validate(value, context);
    const plan = planCorrection({ gate: adviceGate, raw: '', value, complete: true, findings });
    expect(plan.mode).toBe('full');
    expect(plan.prompt).not.toContain('Shorten');
  });

  it('without hints has none, also where they fail', () => {
    const value = advice({ target: 'n9', summary: 'x'.repeat(60) });
    const { findings } = adviceGate.validate(value, context);
    const given = { gate: adviceGate, raw: '', value, complete: true, findings };
    const hints = (): never => {
      throw new Error('no');
    };
    expect(planCorrection({ ...given, correction: { hints } })).toEqual(planCorrection(given));
  });
});

describe('a streamed answer', () => {
  const flat = defineRule({
    id: 'flat',
    select: ['/*', '/b/*'],
    type: 'string',
    decidable: 'node',
    messages: { bad: 'bad' },
    check: (text: string, _context, report) => {
      if (text === 'bad') report('bad');
    },
  });
  const streamed = async (schema: z.ZodType, text: string): Promise<readonly string[]> => {
    const gate = defineGate({ name: 'g', schema, rules: [flat] });
    const client = createScriptedClient([reply(text, 1)]);
    const options = { client, messages: task, stream: true, budget: { maxAttempts: 1 } };
    return ofAttempt((await runGate(gate, options)).events, 1);
  };
  const known = z.looseObject({ a: z.string() });

  it('is followed only if its first member is a wanted one; what comes after may be any', async () => {
    expect(await streamed(known, '{"a":"x","b":"bad"}')).toContain('attempt-aborted');
    expect(await streamed(known, '{"b":"bad","a":"x"}')).not.toContain('attempt-aborted');
    expect(await streamed(known, '{"a":"x","b":{"c":"bad"}}')).toContain('attempt-aborted');
  });

  it('is followed whatever its members where none are known', async () => {
    expect(await streamed(z.unknown(), '{"b":"bad"}')).toContain('attempt-aborted');
  });

  it('is read to its end where no rule can be decided early', async () => {
    const late = defineRule({ ...flat, decidable: 'end' });
    const gate = defineGate({ name: 'g', schema: known, rules: [late] });
    const client = createScriptedClient([reply('{"a":"bad"}', 1)]);
    const options = { client, messages: task, stream: true, budget: { maxAttempts: 1 } };
    const { events } = await runGate(gate, options);
    expect(ofAttempt(events, 1)).toContain('findings bad');
    expect(ofAttempt(events, 1)).not.toContain('attempt-aborted');
  });
});
