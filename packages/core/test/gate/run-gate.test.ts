import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  defineGate,
  defineRule,
  fromEvents,
  type GateEvent,
  isGated,
  replayGate,
  runGate,
  serializeRun,
  toEvents,
} from '@kanmon/core/gate';
import {
  type Budget,
  createMemoryEventStore,
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LogMethod,
  silentLogger,
} from '@kanmon/core';
import { createManualClock, createScriptedClient } from '@kanmon/core/testing';
import { advice, adviceGate, context, task } from './advice-gate.ts';
import { comparable, nonsense, replayed, run, story } from './run-helpers.ts';

const good = JSON.stringify(advice());
const unknownTarget = JSON.stringify(advice({ target: 'n9' }));
const blankSummary = JSON.stringify(advice({ summary: ' ' }));
const targetPatch = '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}';
const limits = { maxAttempts: 5 };

function fail(message: string): never {
  throw new Error(message);
}

describe('a run that passes', () => {
  it('at the first attempt hands out the gated value', async () => {
    const { outcome, client, events } = await run([`Here you are:\n\`\`\`json\n${good}\n\`\`\``]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice(), warnings: [] });
    expect(isGated(outcome.status === 'passed' && outcome.value, adviceGate)).toBe(true);
    expect(story(events)).toEqual([
      'run-started',
      '1 initial',
      'response-received',
      'value-extracted',
      'findings ',
      'finished 0/0',
      'run-finished passed',
    ]);
    expect(client.calls).toHaveLength(1);
  });

  it('after a patch keeps every other byte', async () => {
    const { outcome, client, events } = await run([unknownTarget, targetPatch]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice({ target: 'n2' }) });
    expect(story(events)).toEqual([
      'run-started',
      '1 initial',
      'response-received',
      'value-extracted',
      'findings unknown-id',
      'finished 1/0',
      '2 patch',
      'response-received',
      'value-extracted',
      'patch-applied',
      'findings ',
      'finished 0/0',
      'run-finished passed',
    ]);
    expect(events.find((event) => event.type === 'patch-applied')).toMatchObject({
      operations: [{ op: 'replace', path: '/target', value: 'n2' }],
    });
    expect(client.calls[1]?.messages).toHaveLength(2);
  });

  it.each([
    ['a bare list', '[{"op":"replace","path":"/target","value":"n2"}]'],
    ['a fenced patch', `\`\`\`json\n${targetPatch}\n\`\`\``],
    ['the whole value instead of a patch', JSON.stringify(advice({ target: 'n2' }))],
  ])('after %s', async (_name, reply) => {
    const { outcome } = await run([unknownTarget, reply]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice({ target: 'n2' }) });
  });

  it('after a refused patch and a new answer', async () => {
    const outside =
      '{"patch":[{"op":"replace","path":"/target","value":"n2"},{"op":"replace","path":"/summary","value":"x"}]}';
    const { outcome, events } = await run([unknownTarget, outside, good]);
    expect(outcome.status).toBe('passed');
    expect(story(events).slice(6, 14)).toEqual([
      '2 patch',
      'response-received',
      'value-extracted',
      'patch-refused',
      'finished 1/0',
      '3 full',
      'response-received',
      'value-extracted',
    ]);
    expect(outcome.attempts[1]).toMatchObject({
      mode: 'patch',
      findings: [{ code: 'unknown-id' }],
    });
  });

  it('after the rest of a cut answer', async () => {
    const cut = { text: good.slice(0, 40), finish: 'length' } as const;
    const { outcome, client, events } = await run([cut, good.slice(40)]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice() });
    expect(story(events)[6]).toBe('2 continue');
    const [, second] = client.calls;
    expect(second?.output).toEqual({ type: 'text' });
    expect(second?.messages.at(-2)).toEqual({ role: 'assistant', content: good.slice(0, 40) });
  });

  it('after a cut answer with a mistake in it: completing it is progress', async () => {
    const cut = { text: unknownTarget.slice(0, -1), finish: 'length' } as const;
    const { outcome } = await run([cut, '}', targetPatch]);
    expect(outcome.attempts.map(({ mode, findings }) => [mode, findings.length])).toEqual([
      ['initial', 1],
      ['continue', 1],
      ['patch', 0],
    ]);
  });

  it('after a patch that was cut off, of which nothing is applied', async () => {
    const { outcome, events } = await run([unknownTarget, targetPatch.slice(0, -2), good]);
    expect(story(events)).toContain('patch-refused');
    expect(outcome.attempts.map(({ mode }) => mode)).toEqual(['initial', 'patch', 'full']);
  });

  it('after another object, whose missing members are named', async () => {
    const { outcome } = await run(['{"foo":1}', good]);
    expect(outcome.attempts[0]?.findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'required /target',
      'required /summary',
      'required /options',
    ]);
  });

  it('from an envelope that the model made up', async () => {
    const { outcome } = await run([`{"result":${good}}`]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice() });
  });

  it('with warnings for its Shoulds', async () => {
    const summary = 'long '.repeat(20);
    const { outcome } = await run([JSON.stringify(advice({ summary }))]);
    expect(outcome).toMatchObject({ status: 'passed', warnings: [{ code: 'long' }] });
  });

  it('from what cannot be read at first', async () => {
    const { outcome, client, events } = await run(['Sure, I am on it!', good]);
    expect(outcome.status).toBe('passed');
    expect(story(events).slice(1, 6)).toEqual([
      '1 initial',
      'response-received',
      'extraction-refused no-json',
      'finished 0/0',
      '2 full',
    ]);
    expect(client.calls[1]?.messages.at(-1)?.content).toContain('Sure, I am on it!');
  });
});

describe('a cut value never passes, even if the gate would let it', () => {
  const open = defineGate({ name: 'open', schema: z.object({ text: z.string() }) });

  it('and is completed', async () => {
    const client = createScriptedClient(['{"text":"one tw', 'o three"}']);
    const outcome = await runGate(open, { client, messages: task });
    expect(outcome).toMatchObject({ status: 'passed', value: { text: 'one two three' } });
  });

  it('or rejected', async () => {
    const client = createScriptedClient(['{"text":"one tw']);
    const outcome = await runGate(open, { client, messages: task, budget: { maxAttempts: 1 } });
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'attempts', best: { attempt: 1 } });
    expect(isGated(outcome.status === 'rejected' && outcome.best?.value)).toBe(false);
  });
});

describe('every request', () => {
  it('asks for the JSON of the gate, and names the gate', async () => {
    const { client } = await run([unknownTarget, targetPatch], {
      request: { model: 'm', temperature: 0.3, metadata: { tenant: 't' } },
    });
    expect(client.calls[0]).toEqual({
      model: 'm',
      temperature: 0.3,
      messages: task,
      output: { type: 'json', schema: adviceGate.definition.jsonSchema, name: 'advice' },
      metadata: { tenant: 't', gate: 'advice', mode: 'initial', attempt: '1' },
    });
    expect(client.calls[1]).toMatchObject({
      output: { type: 'json', name: 'advice', schema: { required: ['patch'] } },
      metadata: { mode: 'patch', attempt: '2' },
    });
  });

  it('may use up only what is left', async () => {
    const usage = { inputTokens: 10, outputTokens: 30 };
    const { client } = await run([{ text: unknownTarget, usage }, targetPatch], {
      budget: { maxOutputTokens: 100 },
      request: { maxOutputTokens: 80 },
    });
    expect(client.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([80, 70]);
  });

  it('carries the earlier of the two deadlines', async () => {
    const deadlines: unknown[] = [];
    const clock = createManualClock(1000);
    const scripted = createScriptedClient([good, good]);
    const client = {
      ...scripted,
      generate: (...[request, options]: Parameters<typeof scripted.generate>) => {
        deadlines.push(options?.deadline);
        return scripted.generate(request, options);
      },
    };
    const given = { client, context, messages: task, clock };
    await runGate(adviceGate, { ...given, deadline: 5000, budget: { maxMs: 9000 } });
    await runGate(adviceGate, { ...given, deadline: 5000, budget: { maxMs: 900 } });
    expect(deadlines).toEqual([5000, 1900]);
  });
});

describe('a run is rejected', () => {
  it('when no attempt is left, with the best one', async () => {
    const bad = JSON.stringify(advice({ target: 'n9', summary: '' }));
    const { outcome } = await run([bad, unknownTarget, blankSummary], {
      correction: { mode: 'full' },
    });
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: 'attempts',
      best: { attempt: 2, value: advice({ target: 'n9' }), findings: [{ code: 'unknown-id' }] },
      usage: { calls: 3 },
    });
  });

  it.each([
    ['output-tokens', { maxOutputTokens: 50 }, {}],
    ['total-tokens', { maxTotalTokens: 50 }, {}],
    ['cost', { maxCost: 3 }, { price: () => 3 }],
  ])('when the limit of %s is reached', async (reason, budget, more) => {
    const reply = { text: unknownTarget, usage: { inputTokens: 5, outputTokens: 50 } };
    const { outcome, client } = await run([reply, good], { budget, ...more });
    expect(outcome).toMatchObject({ status: 'rejected', reason });
    expect(client.calls).toHaveLength(1);
  });

  it('when the time is over, also before the first call', async () => {
    const clock = createManualClock(0);
    const slow = () => {
      clock.advance(600);
      return unknownTarget;
    };
    const late = await run([slow, good], { clock, budget: { maxMs: 600 } });
    expect(late.outcome).toMatchObject({ reason: 'time', usage: { calls: 1 } });
    const over = await run([good], { clock, deadline: 100 });
    expect(over.outcome).toMatchObject({ reason: 'time', usage: { calls: 0 }, attempts: [] });
  });

  it('when the time is over while a client waits, whatever that client listens to', async () => {
    const told: unknown[] = [];
    const hanging: readonly LlmClient['generate'][] = [
      () => new Promise(() => undefined),
      (_request, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            told.push(signal.reason);
            reject(new Error('gave up'));
          });
        }),
    ];
    const untilSoon = { deadline: Date.now() + 20 };
    for (const generate of hanging)
      for (const limit of [{ budget: { maxMs: 20 } }, untilSoon]) {
        const client = { ...createScriptedClient([]), generate };
        const outcome = await runGate(adviceGate, { client, context, messages: task, ...limit });
        expect(outcome).toMatchObject({ status: 'rejected', reason: 'time' });
        const again = await replayed(adviceGate, outcome.events, context);
        expect(comparable(again)).toEqual(comparable(outcome));
      }
    expect(told[0]).toMatchObject({ name: 'LlmError', kind: 'timeout' });
  });

  it('when an answer repeats an earlier one', async () => {
    const { outcome, events } = await run([unknownTarget, blankSummary, unknownTarget, good], {
      budget: limits,
      correction: { mode: 'full' },
    });
    expect(outcome).toMatchObject({ reason: 'no-progress', attempts: { length: 3 } });
    expect(story(events).at(-1)).toBe('run-finished rejected no-progress');
  });

  it('when an answer has the very Musts of the one before', async () => {
    const other = JSON.stringify(advice({ target: 'n9', summary: 'Other words.' }));
    const { outcome } = await run([unknownTarget, other, good], {
      budget: limits,
      correction: { mode: 'full' },
    });
    expect(outcome).toMatchObject({ reason: 'no-progress', attempts: { length: 2 } });
  });

  it.each(['', 'nope', 'first', '{"a":'])(
    'when %j follows a text without a value, and no number of attempts is set',
    async (text) => {
      const { outcome, client } = await run([text, 'first', ` ${text}\n`, text, good], {
        budget: { maxOutputTokens: 100 },
        correction: { continueTruncated: false },
      });
      expect(outcome).toMatchObject({ reason: 'no-progress' });
      expect(client.calls).toHaveLength(text === 'first' ? 2 : 3);
      expect(comparable(await replayed(adviceGate, outcome.events, context))).toEqual(
        comparable(outcome),
      );
    },
  );

  it.each([{}, { maxAttempts: undefined }])(
    'after three attempts for the budget %j, also when they are the same',
    async (budget) => {
      const { outcome } = await run(() => 'no', { budget: budget as Budget });
      expect(outcome).toMatchObject({ reason: 'attempts', attempts: { length: 3 } });
      expect(outcome.events[0]).toMatchObject({ budget: { maxAttempts: 3 } });
    },
  );

  it('but a patch that gets nowhere is followed by one full attempt', async () => {
    const nothing = '{"patch":[]}';
    const passed = await run([unknownTarget, nothing, good], { budget: limits });
    expect(passed.outcome.attempts.map(({ mode }) => mode)).toEqual(['initial', 'patch', 'full']);
    expect(passed.outcome.status).toBe('passed');
    const stuck = await run([unknownTarget, nothing, unknownTarget, good], { budget: limits });
    expect(stuck.outcome).toMatchObject({ reason: 'no-progress', attempts: { length: 3 } });
  });

  it.each([
    ['refusal', { text: '', finish: 'refusal' }],
    ['content filter', { text: good, finish: 'content-filter' }],
    ['words', "I'm sorry, but I cannot help with that."],
  ] as const)('when the model refuses by %s', async (_name, reply) => {
    const { outcome, client } = await run([unknownTarget, reply, good], { budget: limits });
    expect(outcome).toMatchObject({ reason: 'refused', best: { attempt: 1 } });
    expect(client.calls).toHaveLength(2);
  });

  it('when the client throws, with the cause, the best so far and what it cost', async () => {
    const cause = new LlmError('overloaded', {
      kind: 'overloaded',
      usage: { inputTokens: 7, outputTokens: 2 },
    });
    const first = { text: unknownTarget, usage: { inputTokens: 1, outputTokens: 1 } };
    const { outcome } = await run([first, cause, good], { budget: limits });
    expect(outcome).toMatchObject({
      reason: 'generate-failed',
      best: { attempt: 1 },
      usage: { calls: 2, inputTokens: 8, outputTokens: 3 },
      attempts: [{}, { extracted: false, usage: { inputTokens: 7, outputTokens: 2 } }],
    });
    expect(outcome.status === 'rejected' && outcome.cause).toBe(cause);
  });

  it.each([
    ['nothing', 'null'],
    ['no text', '{"finish":"stop"}'],
    ['an error of its own', ''],
  ])('when the client returns %s', async (_name, response) => {
    const client = createScriptedClient([]);
    const broken = {
      ...client,
      generate: () => {
        if (response === '') throw new TypeError('broken');
        return Promise.resolve(nonsense(response));
      },
    };
    const outcome = await runGate(adviceGate, { client: broken, context, messages: task });
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'generate-failed' });
  });

  it('when it is aborted: before, during, and with a client that does not listen', async () => {
    const before = await run([good], { signal: AbortSignal.abort() });
    expect(before.outcome).toMatchObject({ reason: 'aborted', attempts: [] });
    const controller = new AbortController();
    const { outcome } = await run(
      [
        unknownTarget,
        () => {
          controller.abort();
          return good;
        },
      ],
      {
        signal: controller.signal,
      },
    );
    expect(outcome).toMatchObject({
      reason: 'aborted',
      best: { attempt: 1 },
      attempts: { length: 2 },
    });
    const deaf = {
      ...createScriptedClient([]),
      generate: () => new Promise<never>(() => undefined),
    };
    const later = new AbortController();
    const pending = runGate(adviceGate, {
      client: deaf,
      context,
      messages: task,
      signal: later.signal,
    });
    later.abort();
    await expect(pending).resolves.toMatchObject({ reason: 'aborted' });
  });
});

describe('a rule that throws', () => {
  const cause = new Error('my bug');
  const lengths = defineRule({
    id: 'lengths',
    messages: { long: '{place} is too long' },
    select: ['/title', '/note'],
    decidable: 'node',
    check(text: unknown, _context: undefined, report) {
      if (typeof text !== 'string') throw cause;
      if (text.length > 3) report('long');
    },
  });
  const schema = z.object({ title: z.string(), note: z.unknown() });
  const gate = defineGate({ name: 'g', schema, rules: [lengths] });
  const answered = async (answers: readonly string[], stream = false) => {
    const client = createScriptedClient(answers.map((text) => ({ text, chunks: [...text] })));
    const outcome = await runGate(gate, { client, messages: task, stream });
    return { outcome, client };
  };

  it.each([false, true])('ends the run with its error (stream: %j)', async (stream) => {
    const { outcome, client } = await answered(['{"title":"a","note":1}'], stream);
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'unreviewed', best: {} });
    expect(outcome.status === 'rejected' && outcome.cause).toBe(cause);
    expect(client.calls).toHaveLength(1);
    expect(comparable(await replayGate(gate, outcome.events))).toEqual(comparable(outcome));
  });

  it.each([false, true])('leaves other findings to the model (stream: %j)', async (stream) => {
    const answers = ['{"title":1,"note":"b"}', '{"title":"a","note":"b"}'];
    const { outcome, client } = await answered(answers, stream);
    expect(outcome.status).toBe('passed');
    const prompt = JSON.stringify(client.calls[1]?.messages.at(-1));
    expect(prompt).toContain('must be of type string');
    expect(prompt).not.toContain('lengths');
  });
});

describe('a run rejects its promise for misuse only', () => {
  const client = createScriptedClient([good]);
  it.each([
    ['no client', { client: nonsense('{}') }],
    ['no messages', { messages: [] }],
    ['a budget of NaN', { budget: { maxMs: Number.NaN } }],
    ['a negative time limit', { budget: { maxMs: -1 } }],
    ['a cost limit without a price', { budget: { maxCost: 1 } }],
    ['a mode that is none', { correction: { mode: nonsense('"patches"') } }],
  ])('%s', async (_name, options) => {
    const started = runGate(adviceGate, { client, context, messages: task, ...options });
    await expect(started).rejects.toThrow(InvalidArgumentError);
  });

  it('no options, and no gate', async () => {
    await expect(runGate(adviceGate, undefined as never)).rejects.toThrow(
      'expected an options object for runGate, got undefined',
    );
    await expect(runGate(undefined as never, { client, messages: task })).rejects.toThrow(
      'expected a gate of defineGate, got undefined',
    );
  });
});

describe('events', () => {
  it('are the same for the same input, clock and ids', async () => {
    const runs = await Promise.all([
      run([unknownTarget, targetPatch]),
      run([unknownTarget, targetPatch]),
    ]);
    const [first, second] = runs.map(({ events }) => serializeRun(events));
    expect(first).toBe(second);
    expect(first?.split('\n')[0]).toBe(
      '{"at":"2026-01-01T00:00:00.000Z","attempt":0,"budget":{"maxAttempts":3},"gate":"advice","runId":"run_1","type":"run-started"}',
    );
  });

  it('are reported as they happen, and a listener that throws changes nothing', async () => {
    const told: GateEvent[] = [];
    const logger = { ...silentLogger, warn: vi.fn<LogMethod>() };
    const { outcome, events } = await run([unknownTarget, targetPatch], {
      logger,
      onEvent: (event) => {
        told.push(event);
        throw new Error('listener');
      },
    });
    expect(outcome.status).toBe('passed');
    expect(told).toEqual(events);
    expect(logger.warn.mock.calls).toEqual([
      [{ error: new Error('listener') }, 'onEvent failed; the run goes on without it'],
    ]);
    expect(() => Object.assign(told[0] ?? {}, { type: 'other' })).toThrow(TypeError);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => fail('log pipe closed')],
    ['rejects', async () => fail('log pipe closed')],
  ])('are reported to a listener whose warning goes to a logger that %s', async (_name, warn) => {
    const listeners: readonly (() => unknown)[] = [
      () => fail('listener'),
      async () => fail('listener'),
    ];
    for (const onEvent of listeners) {
      const { outcome } = await run([unknownTarget, targetPatch], {
        logger: { ...silentLogger, warn },
        onEvent,
        price: () => fail('price'),
      });
      expect(outcome.status).toBe('passed');
    }
    // Vitest fails for a promise that rejects without a listener.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('hold no text of the model in a digest', async () => {
    const secret = 'n-secret-9';
    const patch = '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}';
    const { events } = await run(
      [JSON.stringify(advice({ target: secret, summary: 'my words' })), patch],
      { log: 'digest' },
    );
    const log = serializeRun(events);
    expect(log).not.toContain(secret);
    expect(log).not.toContain('my words');
    expect(log).not.toContain('"n2"');
    expect(events.find((event) => event.type === 'response-received')).toMatchObject({
      textHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown,
    });
  });
});

describe('replay', () => {
  it('ends where the run ended', async () => {
    const short = await run([good]);
    const long = await run([unknownTarget, targetPatch]);
    const second = long.events.filter(
      ({ attempt, type }) => attempt === 2 && type !== 'run-finished',
    );
    const log = [...short.events.slice(0, -1), ...second, ...long.events.slice(-1)];
    await expect(replayGate(adviceGate, log, { context })).rejects.toThrow('the end of the run');
  });

  const half = '😀'.charAt(0);
  const loose = defineGate({
    name: 'loose',
    schema: z.looseObject({ title: z.string().min(2), body: z.string().optional() }),
  });

  it.each([
    ['a text', [`{"title":"ab ${half}"}`]],
    ['a text that ends there', [`{"title":"ab ${half}`]],
    ['a key', [`{"title":"ab","${half}":1}`]],
    ['the escape of a key', [String.raw`{"title":"ab","\udc00":1}`]],
    [
      'the value of a patch',
      ['{"title":""}', String.raw`[{"op":"replace","path":"/title","value":"ab\ud83d"}]`],
    ],
    [
      'the path of a patch',
      ['{"title":""}', `[{"op":"add","path":"/${half}","value":1}]`, '{"title":"ab"}'],
    ],
  ])('can be stored and repeated when half a pair is in %s', async (_, script) => {
    const client = createScriptedClient([...script, '{"title":"ab"}']);
    const outcome = await runGate(loose, { client, messages: task });
    const store = createMemoryEventStore();
    await store.append('run', toEvents(outcome.events), { expectedVersion: 0 });
    const again = await replayGate(loose, await fromEvents(store.read('run')));
    expect(again.status).toBe(outcome.status);
  });

  it('leads every kind of run to the same outcome', async () => {
    const cut = { text: good.slice(0, 40), finish: 'length' } as const;
    const failing = new LlmError('x', { kind: 'server', usage: { inputTokens: 3 } });
    const scripts = [
      { script: [good] },
      { script: [unknownTarget, targetPatch] },
      { script: [unknownTarget, '{"patch":[{"op":"remove","path":"/summary"}]}', good] },
      { script: [cut, good.slice(40)] },
      { script: [cut, 'something else entirely', good] },
      { script: ['no json', 'none', 'still none'] },
      {
        script: [unknownTarget, blankSummary, unknownTarget],
        options: { budget: limits, correction: { mode: 'full' } },
      },
      { script: [unknownTarget, failing] },
      { script: [{ text: '', finish: 'refusal' }] },
      {
        script: [{ text: unknownTarget, usage: { inputTokens: 5, outputTokens: 50 } }],
        options: { budget: { maxCost: 1 }, price: () => 2 },
      },
      { script: ['{"target":"\\uD83D"}', 'lone \uD83D'], options: { budget: { maxAttempts: 2 } } },
    ] as const;
    const check = async ({ script, ...rest }: (typeof scripts)[number]): Promise<void> => {
      const { outcome, events } = await run(script, 'options' in rest ? rest.options : {});
      const again = await replayed(adviceGate, events, context);
      expect(comparable(again)).toEqual(comparable(outcome));
      expect(isGated(again.status === 'passed' && again.value)).toBe(outcome.status === 'passed');
    };
    await Promise.all(scripts.map(check));
  });
});
