import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { InvalidArgumentError, LlmError } from '@kanmon/core';
import {
  assertGated,
  defineGate,
  defineRule,
  defineValueGate,
  GateRejectedError,
  gateSchema,
  type GateStep,
  isGated,
  runGate,
  serializeRun,
  unwrap,
} from '@kanmon/core/gate';
import { createManualClock, createScriptedClient } from '@kanmon/core/testing';
import { type Advice, advice, adviceGate, context, task } from './advice-gate.ts';
import { openAdvice as open, replayed, run as runAdvice } from './run-helpers.ts';

const good = JSON.stringify(advice());
const wrongTarget = JSON.stringify(advice({ target: 'n9' }));
const fix = '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}';

function asked(step: GateStep<Advice>) {
  if (step.status !== 'ask') throw new Error(`the run has ended as ${step.status}`);
  return step;
}

describe('a run whose calls the host makes', () => {
  it('asks, corrects with a patch and passes', () => {
    const run = open();
    expect(asked(run.step)).toMatchObject({ attempt: 1, mode: 'initial', messages: [] });
    const correction = asked(run.answer({ text: wrongTarget }));
    expect(correction).toMatchObject({ attempt: 2, mode: 'patch', output: { type: 'json' } });
    expect(correction.messages.at(-1)?.content).toContain('n9');
    const outcome = run.answer({ text: fix });
    expect(outcome).toMatchObject({ status: 'passed', value: { target: 'n2' } });
    expect(run.step).toBe(outcome);
    expect(run.attempts).toHaveLength(2);
  });

  it('records the events that runGate records', async () => {
    const run = open();
    run.answer({ text: wrongTarget, usage: { inputTokens: 3, outputTokens: 4 } });
    const outcome = run.answer({ text: fix, usage: { inputTokens: 5, outputTokens: 6 } });
    const { events } = await runAdvice([
      { text: wrongTarget, usage: { inputTokens: 3, outputTokens: 4 } },
      { text: fix, usage: { inputTokens: 5, outputTokens: 6 } },
    ]);
    if (outcome.status === 'ask') throw new Error('the run goes on');
    expect(serializeRun(outcome.events)).toBe(serializeRun(events));
  });

  it('finds the first Must in a streamed answer, which the host cuts', () => {
    const run = open({ correction: { mode: 'full' } });
    expect(run.feed(wrongTarget.slice(0, 8))).toBeNull();
    expect(run.feed(wrongTarget.slice(8))).toEqual([
      expect.objectContaining({ code: 'unknown-id' }),
    ]);
    expect(asked(run.cut())).toMatchObject({ attempt: 2, mode: 'full' });
    expect(run.answer({ text: good })).toMatchObject({
      status: 'passed',
      usage: { estimated: true },
    });
  });

  it('passes nothing of a streamed patch to the judge', () => {
    const run = open();
    run.answer({ text: wrongTarget });
    expect(run.feed(wrongTarget)).toBeNull();
  });

  it('ends when a call fails, and names an abort as such', () => {
    const cause = new LlmError('down', { kind: 'server', usage: { inputTokens: 7 } });
    expect(open().fail(cause)).toMatchObject({
      status: 'rejected',
      reason: 'generate-failed',
      cause,
      usage: { inputTokens: 7 },
    });
    const controller = new AbortController();
    const run = open({ signal: controller.signal });
    controller.abort();
    expect(run.fail(new Error('stopped'))).toMatchObject({ reason: 'aborted' });
    expect(open({ signal: controller.signal }).step).toMatchObject({ reason: 'aborted' });
  });

  it('keeps the budget, and reports the tokens that are left for an answer', () => {
    const run = open({ budget: { maxAttempts: 2, maxOutputTokens: 50 } });
    expect(asked(run.step).maxOutputTokens).toBe(50);
    const next = asked(run.answer({ text: wrongTarget, usage: { outputTokens: 20 } }));
    expect(next.maxOutputTokens).toBe(30);
    expect(run.answer({ text: '{}' })).toMatchObject({ status: 'rejected', reason: 'attempts' });
    const late = open({ budget: { maxMs: 1000 } });
    expect(asked(late.step).deadline).toBe(createManualClock().now().getTime() + 1000);
  });

  it('estimates what was not reported, but not for an answer from a cache', () => {
    const run = open();
    expect(run.answer({ text: good })).toMatchObject({ usage: { estimated: true } });
    const cached = open();
    expect(cached.answer({ text: good, cached: true })).toMatchObject({
      usage: { outputTokens: 0 },
    });
  });

  it('refuses what is no answer before it records anything', () => {
    const run = open();
    for (const answer of [good, { text: 5 }, undefined])
      expect(() => run.answer(answer as never)).toThrow(InvalidArgumentError);
    expect(run.answer({ text: good })).toMatchObject({ status: 'passed', usage: { calls: 1 } });
  });

  it('refuses calls after its end, and options that do not exist', () => {
    const run = open();
    run.answer({ text: good });
    expect(() => run.answer({ text: good })).toThrow(InvalidArgumentError);
    expect(() => run.feed('x')).toThrow(/ended as "passed"/);
    expect(() => open({ client: {} })).toThrow(/client/);
    expect(() => open({ budget: { maxCost: 1 } })).toThrow(/price/);
  });
});

describe('the outcome of a run', () => {
  const dated = defineGate({
    name: 'note',
    schema: z.object({ title: z.string().trim(), tags: z.array(z.string()).default([]) }),
  });

  it('holds the JSON that passed, before defaults and transforms', async () => {
    const client = createScriptedClient(['{"title":" a "}']);
    const outcome = await runGate(dated, { client, messages: task });
    expect(outcome).toMatchObject({
      status: 'passed',
      value: { title: 'a', tags: [] },
      accepted: { title: ' a ' },
    });
    if (outcome.status !== 'passed') return;
    expect(outcome.accepted).not.toHaveProperty('tags');
    expect(Object.isFrozen(outcome.accepted)).toBe(true);
    expect(dated.validate(outcome.accepted).ok).toBe(true);
  });

  it('sums cached, written and reasoning tokens, and has none that no provider reported', async () => {
    const { outcome, events } = await runAdvice([
      {
        text: wrongTarget,
        usage: { inputTokens: 9, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 },
      },
      {
        text: fix,
        usage: { inputTokens: 9, outputTokens: 5, cachedInputTokens: 3, cacheWriteTokens: 1 },
      },
    ]);
    expect(outcome.usage).toMatchObject({
      cachedInputTokens: 7,
      reasoningTokens: 2,
      cacheWriteTokens: 1,
    });
    const { outcome: plain } = await runAdvice([good]);
    expect(Object.keys(plain.usage)).toEqual([
      'calls',
      'inputTokens',
      'outputTokens',
      'cost',
      'estimated',
    ]);
    // A log of an older version, whose total has no parts of the tokens.
    const older = events.map((event) => {
      if (event.type !== 'run-finished') return event;
      const { calls, inputTokens, outputTokens, cost, estimated } = event.usage;
      return { ...event, usage: { calls, inputTokens, outputTokens, cost, estimated } };
    });
    expect((await replayed(adviceGate, older, context)).status).toBe('passed');
  });

  it('unwraps to the gated value, or throws with the findings', async () => {
    const { outcome } = await runAdvice([good]);
    assertGated(unwrap(adviceGate, outcome), adviceGate);
    const { outcome: rejected } = await runAdvice([wrongTarget], { budget: { maxAttempts: 1 } });
    const thrown = (() => {
      try {
        return unwrap(adviceGate, rejected);
      } catch (error) {
        return error;
      }
    })();
    expect(GateRejectedError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      code: 'gate-rejected',
      message: 'gate "advice" rejected the answer: attempts; n9 is not on the board.',
      outcome: rejected,
    });
    expect(() => unwrap(adviceGate, Promise.resolve(outcome) as never)).toThrow(
      'expected an awaited outcome, got an object',
    );
    expect(() => unwrap(undefined as never, outcome)).toThrow('expected a gate of defineGate');
  });
});

describe('reading a text', () => {
  it('extracts with the keys of the gate, judges, and reports the repairs', () => {
    const reading = adviceGate.read(`Sure:\n\`\`\`json\n{"result": ${good},}\n\`\`\``, context);
    expect(reading.ok && isGated(reading.value, adviceGate)).toBe(true);
    expect(reading.extraction).toMatchObject({ status: 'ok', complete: true });
    expect(adviceGate.read(wrongTarget, context, { locale: 'ja' })).toMatchObject({
      ok: false,
      errors: ['n9 はボードにありません。'],
    });
  });

  it('refuses a text without a value, and a value that was cut off', () => {
    expect(adviceGate.read('no idea', context)).toMatchObject({
      ok: false,
      errors: ['The answer contains no JSON.'],
      findings: [{ rule: 'extract', code: 'no-json', severity: 'must' }],
      extraction: { status: 'none', reason: 'no-json' },
    });
    const cut = adviceGate.read(good.slice(0, -1), context);
    expect(cut).toMatchObject({ ok: false, extraction: { complete: false } });
    expect(cut.errors).toContain('The answer was cut off.');
  });
});

describe('a gate as a Standard Schema', () => {
  const schema = gateSchema(adviceGate, { context });

  it('passes gated values and reports findings as issues with a path', async () => {
    const passed = await schema['~standard'].validate(advice());
    expect('value' in passed && isGated(passed.value, adviceGate)).toBe(true);
    const value = advice({
      target: 'n9',
      options: [
        { label: ' ', risks: ['x'] },
        { label: 'b', risks: ['y'] },
      ],
    });
    expect(await schema['~standard'].validate(value)).toEqual({
      issues: [
        { message: 'n9 is not on the board.', path: ['target'] },
        { message: 'options[0].label is blank.', path: ['options', 0, 'label'] },
      ],
    });
  });

  it('takes a text where that is asked for', async () => {
    expect(await schema['~standard'].validate(good)).toHaveProperty('issues');
    const fromText = gateSchema(adviceGate, { context, fromText: true, locale: 'ja' });
    expect(await fromText['~standard'].validate(`\`\`\`\n${good}\n\`\`\``)).toHaveProperty('value');
    expect(await fromText['~standard'].validate('?')).toMatchObject({
      issues: [{ message: '回答に JSON がありません。' }],
    });
  });

  it('offers the JSON Schema of what the schema takes in, for the target that is wanted', () => {
    const { input, output } = schema['~standard'].jsonSchema;
    expect(input({ target: 'draft-07' })).toMatchObject({
      type: 'object',
      required: ['target', 'summary', 'options'],
    });
    expect(output({ target: 'draft-2020-12' })).toEqual(input({ target: 'draft-2020-12' }));
  });
});

describe('a gate for values', () => {
  const gate = defineValueGate({ name: 'v', schema: z.object({ a: z.number() }) });

  it('judges as a gate does, and reads no texts', () => {
    const verdict = gate.validate({ a: 1 });
    expect(verdict.ok && isGated(verdict.value, gate)).toBe(true);
    expect(gate).not.toHaveProperty('read');
    expect(() => gateSchema(gate, { fromText: true })).toThrow(/value gate "v"/);
    expect(() => gateSchema(gate, { fromText: 'no' as never })).toThrow('true or false, got "no"');
    expect(gateSchema(gate)['~standard'].validate({ a: 'x' })).toHaveProperty('issues');
  });

  it('names a rule that throws in its issue, and keeps the error inside', () => {
    const error = new Error('connect ECONNREFUSED postgres://app:secret@10.0.0.5/crm');
    const known = defineRule({
      id: 'known',
      messages: { unknown: 'Unknown.' },
      check() {
        throw error;
      },
    });
    const broken = defineGate({ name: 'g', schema: z.object({ a: z.string() }), rules: [known] });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(gateSchema(broken, { locale: 'ja' })['~standard'].validate({ a: 'x' })).toEqual({
      issues: [
        {
          message: 'ルール「known」の検査が失敗したため（rule-threw）、合格にできません。',
          path: [],
        },
      ],
    });
    expect(warn.mock.calls).toEqual([
      [{ error }, 'rule "known" of gate "g" failed at "", so the value cannot pass'],
    ]);
    warn.mockRestore();
  });
});
