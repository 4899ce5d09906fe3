import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  InvalidArgumentError,
  LlmError,
  type LlmEvent,
  type LogMethod,
  silentLogger,
} from '@kanmon/core';
import { defineGate, defineRule, openRun, replayGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { rejectionOf } from '../support.ts';
import { advice, adviceGate, context, task } from './advice-gate.ts';
import { chunksOf, comparable, openAdvice, replayed, reply, run, story } from './run-helpers.ts';

const good = JSON.stringify(advice());
const bad = JSON.stringify(advice({ target: 'n9', summary: 'never read' }));

/** A rule that objects to every text it sees. */
function objecting(id: string, select: readonly string[]) {
  return defineRule({
    id,
    select,
    type: 'string',
    decidable: 'node',
    messages: { no: 'no' },
    check: (_node, _context, report) => report('no'),
  });
}

describe('a streamed run', () => {
  it('ends an answer at its first Must and asks for a new one', async () => {
    const { outcome, events } = await run([reply(bad), reply(good)], { stream: true });
    expect(outcome).toMatchObject({ status: 'passed', value: advice() });
    expect(story(events).slice(0, 6)).toEqual([
      'run-started',
      '1 initial',
      'attempt-aborted',
      'findings unknown-id',
      'finished 1/0',
      '2 full',
    ]);
    const aborted = events.find((event) => event.type === 'attempt-aborted');
    expect(aborted).toMatchObject({
      path: '/target',
      text: bad.slice(0, 15),
      usage: { outputTokens: 4 },
    });
    expect(outcome.usage).toEqual({
      calls: 2,
      inputTokens: 108,
      outputTokens: 103,
      cost: 0,
      estimated: true,
    });
  });

  it('stops reading, and aborts the client', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    let read = 0;
    async function* endless(): AsyncGenerator<LlmEvent, void> {
      for (const text of chunksOf(bad, 5)) {
        read += 1;
        yield await Promise.resolve({ type: 'delta', text });
      }
    }
    const client = {
      ...createScriptedClient([]),
      stream: (
        ...[, options]: Parameters<NonNullable<ReturnType<typeof createScriptedClient>['stream']>>
      ) => {
        signals.push(options?.signal);
        return endless();
      },
    };
    await runGate(adviceGate, {
      client,
      context,
      messages: task,
      stream: true,
      budget: { maxAttempts: 1 },
    });
    expect(read).toBe(3);
    expect(signals[0]?.aborted).toBe(true);
  });

  it.each([
    ['white space and a byte order mark', `\uFEFF \n${bad}`],
    ['a fence', `\`\`\`json\n${bad}\n\`\`\``],
    ['a fence without a label', `\n~~~\n${bad}`],
  ])('ends an answer after %s', async (_name, text) => {
    const { events } = await run([reply(text, 1), reply(good)], { stream: true });
    expect(story(events)[2]).toBe('attempt-aborted');
  });

  it('replays a run that was ended after prose', async () => {
    const opened = openAdvice();
    expect(opened.feed('Here it is: {"target":"n9",')).toBeNull();
    opened.cut({ inputTokens: 1, outputTokens: 2 });
    const outcome = opened.answer({ text: good });
    if (outcome.status !== 'passed') throw new Error('expected a run that has passed');
    expect(outcome.attempts[0]?.findings).toMatchObject([{ code: 'unknown-id' }]);
    const again = await replayed(adviceGate, outcome.events, context);
    expect(comparable(again)).toEqual(comparable(outcome));
  });

  it.each([
    ['reasoning only', `<think>{"target":"n9"}</think>${good}`],
    ['a draft in prose', `The form is ${bad}. My answer:\n${good}`],
    ['a label that is prose', `\`\`\`json see ${bad}\n\`\`\`\n\`\`\`json\n${good}\n\`\`\``],
    ['an envelope with more members', `{"result":${good},"target":"n9"}`],
    ['an envelope', `{"result":${good}}`],
    ['single quotes', `{'target':'n1','x':[{"target":"n9"}],${good.slice(15)}`],
    ['a list around it', `[${good}]`],
  ])('is not misled by %s', async (_name, text) => {
    const streamed = await run([reply(text, 3)], { stream: true });
    const whole = await run([reply(text)]);
    expect(comparable(streamed.outcome)).toEqual(comparable(whole.outcome));
  });

  it('does not take the places of an envelope for those of the value', async () => {
    const rule = defineRule({
      id: 'flat',
      select: ['/*'],
      type: 'object',
      decidable: 'node',
      messages: { nested: '{place} must not be an object' },
      check: (_node, _context, report) => report('nested'),
    });
    const gate = defineGate({ name: 'g', schema: z.object({ a: z.string() }), rules: [rule] });
    const client = createScriptedClient([reply('{"result":{"a":"x"}}', 1)]);
    const outcome = await runGate(gate, { client, messages: task, stream: true });
    expect(outcome).toMatchObject({ status: 'passed', value: { a: 'x' } });
  });

  it('names the first rule of the gate where several object to a node', async () => {
    const rules = [objecting('all', ['/**']), objecting('this', ['/a'])];
    const gate = defineGate({ name: 'g', schema: z.object({ a: z.string() }), rules });
    const client = createScriptedClient([reply('{"a":"x","b":"y"}', 1)]);
    const outcome = await runGate(gate, {
      client,
      messages: task,
      stream: true,
      budget: { maxAttempts: 1 },
    });
    expect(outcome.attempts[0]?.findings.map(({ rule }) => rule)).toEqual(['all']);
  });

  it('waits for rules that need the whole value, and for Shoulds', async () => {
    const rule = defineRule({
      id: 'late',
      select: ['/a'],
      needs: 'schema',
      decidable: 'node',
      messages: { bad: 'bad' },
      check: (_node, _context, report) => report('bad'),
    });
    const soft = defineRule({ ...rule, id: 'soft', needs: 'nothing', severity: 'should' });
    const gate = defineGate({
      name: 'g',
      schema: z.object({ a: z.string() }),
      rules: [rule, soft],
    });
    const client = createScriptedClient([reply('{"a":"x","b":1}', 1)]);
    const outcome = await runGate(gate, {
      client,
      messages: task,
      stream: true,
      budget: { maxAttempts: 1 },
    });
    expect(outcome.attempts[0]?.findings.map(({ code }) => code)).toEqual(['bad', 'bad']);
  });

  it('without a last event, or with a client that cannot stream, is what it is without streaming', async () => {
    const client = createScriptedClient([good], { stream: false });
    const outcome = await runGate(adviceGate, { client, context, messages: task, stream: true });
    expect(outcome.status).toBe('passed');
    async function* unfinished(): AsyncGenerator<LlmEvent, void> {
      yield await Promise.resolve({ type: 'delta', text: good });
    }
    const broken = { ...client, stream: unfinished };
    const failed = await runGate(adviceGate, {
      client: broken,
      context,
      messages: task,
      stream: true,
    });
    expect(failed).toMatchObject({ status: 'rejected', reason: 'generate-failed' });
  });

  it('gives up when new answers break off at the very same Must', async () => {
    const { outcome } = await run([reply(bad), reply(bad), reply(good)], { stream: true });
    expect(outcome).toMatchObject({ reason: 'no-progress', attempts: [{}, { mode: 'full' }] });
  });

  it('is replayed to the same outcome', async () => {
    const { outcome, events } = await run([reply(bad), reply(good)], { stream: true });
    expect(comparable(await replayed(adviceGate, events, context))).toEqual(comparable(outcome));
  });
});

it('charges the tokens of the prompt that a provider reports before it writes', async () => {
  let calls = 0;
  async function* stream(): AsyncGenerator<LlmEvent> {
    calls += 1;
    yield { type: 'delta', text: bad.slice(0, 10), usage: { inputTokens: 5000 } };
    yield { type: 'delta', text: bad.slice(10) };
  }
  const client = { ...createScriptedClient([]), stream };
  const budget = { maxTotalTokens: 4000 };
  const outcome = await runGate(adviceGate, {
    client,
    context,
    messages: task,
    stream: true,
    budget,
  });
  expect(outcome).toMatchObject({ reason: 'total-tokens', usage: { inputTokens: 5000 } });
  expect(calls).toBe(1);
});

it('ends at its time limit although its parts are all there, and charges what was reported', async () => {
  let now = 0;
  const clock = { now: () => new Date((now += 1)) };
  async function* stream(): AsyncGenerator<LlmEvent> {
    yield { type: 'delta', text: '{"target":"', usage: { inputTokens: 500 } };
    for (;;) yield { type: 'delta', text: 'n' };
  }
  const client = { ...createScriptedClient([]), stream };
  const outcome = await runGate(adviceGate, {
    client,
    clock,
    context,
    messages: task,
    stream: true,
    budget: { maxMs: 200 },
  });
  expect(outcome).toMatchObject({ reason: 'time', usage: { calls: 1, inputTokens: 500 } });
  const again = await replayed(adviceGate, outcome.events, context);
  expect(comparable(again)).toEqual(comparable(outcome));
});

describe('onPartial', () => {
  /** Copies of what is shown, with the attempt. */
  function recorder() {
    const shown: (readonly [attempt: number, value: unknown])[] = [];
    const onPartial = (value: unknown, attempt: number): void => {
      shown.push([attempt, structuredClone(value)]);
    };
    return { shown, onPartial };
  }

  it('shows finished members that no rule has refused, and a new object for a new attempt', async () => {
    const { shown, onPartial } = recorder();
    const refused = JSON.stringify({ summary: 'First.', target: 'n9', options: [] });
    await run([reply(refused), reply(good)], { stream: true, onPartial });
    expect(shown.slice(0, 3)).toEqual([
      [1, { summary: 'First.' }],
      [2, { target: 'n1' }],
      [2, { target: 'n1', summary: advice().summary }],
    ]);
    expect(shown.at(-1)).toEqual([2, advice()]);
  });

  it('shows nothing of patches and continuations, whose parts are no values', async () => {
    const { shown, onPartial } = recorder();
    const noRisk = JSON.stringify(
      advice({ options: [{ label: 'A', risks: [] }, ...advice().options.slice(1)] }),
    );
    const patch = '{"patch":[{"op":"add","path":"/options/0/risks/-","value":"slow"}]}';
    const { outcome } = await run([reply(noRisk), reply(patch)], { stream: true, onPartial });
    expect(outcome.attempts.map(({ mode }) => mode)).toEqual(['initial', 'patch']);
    expect(new Set(shown.map(([attempt]) => attempt))).toEqual(new Set([1]));
  });

  it('changes neither the outcome nor the events, also where it throws', async () => {
    const script = [reply(bad), reply(good)];
    const onPartial = (): never => {
      throw new Error('closed');
    };
    const plain = await run(script, { stream: true });
    const logger = { ...silentLogger, warn: vi.fn<LogMethod>() };
    const shown = await run(script, { stream: true, onPartial, logger });
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(comparable(shown.outcome)).toEqual(comparable(plain.outcome));
  });

  it('serves a host that feeds the answer itself', () => {
    const { shown, onPartial } = recorder();
    const opened = openRun(adviceGate, { context, onPartial });
    for (const chunk of chunksOf(good, 9)) opened.feed(chunk);
    opened.answer({ text: good });
    expect(shown.at(-1)).toEqual([1, advice()]);
  });

  it('is refused without a stream, in which it would never be called', async () => {
    const error = await rejectionOf(() => run([good], { onPartial: () => undefined }));
    expect(error).toBeInstanceOf(InvalidArgumentError);
  });
});

describe('a streamed answer that ends without a response', () => {
  const text = '{"target":"n1","summary":"Two ways to go on';
  const breaking = (cause: unknown) => ({
    ...createScriptedClient([]),
    async *stream(): AsyncGenerator<LlmEvent, void, undefined> {
      yield { type: 'delta', text };
      await Promise.resolve();
      throw cause;
    },
  });
  const runBroken = (cause: unknown) =>
    runGate(adviceGate, { client: breaking(cause), context, messages: task, stream: true });

  it('charges the text that had arrived, and is replayed with it', async () => {
    const outcome = await runBroken(new LlmError('cut', { kind: 'network' }));
    expect(outcome).toMatchObject({ reason: 'generate-failed', usage: { estimated: true } });
    const { inputTokens, outputTokens } = outcome.usage;
    expect(inputTokens).toBeGreaterThan(20);
    expect(outputTokens).toBe(11);
    expect(outcome.events.at(-2)).toMatchObject({
      usage: {},
      estimate: { inputTokens, outputTokens },
    });
    const again = await replayGate(adviceGate, outcome.events, { context });
    expect(again.usage).toEqual(outcome.usage);
    const stored = outcome.events.slice(0, -1);
    expect(openRun(adviceGate, { context, events: stored }).step).toMatchObject({
      usage: outcome.usage,
    });
  });

  it('charges the counts that the error reports', async () => {
    const usage = { inputTokens: 3, outputTokens: 4 };
    const outcome = await runBroken(new LlmError('cut', { kind: 'network', usage }));
    expect(outcome.usage).toMatchObject({ ...usage, estimated: false });
    expect(outcome.events.at(-2)).not.toHaveProperty('estimate');
  });
});
