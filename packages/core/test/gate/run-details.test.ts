import { describe, expect, it } from 'vitest';
import { type LlmClient, type LlmResponse, silentLogger } from '@kanmon/core';
import { type GateEvent, replayGate, runGate } from '@kanmon/core/gate';
import { createManualClock, createScriptedClient, createSequentialIds } from '@kanmon/core/testing';
import { advice, adviceGate, context, task } from './advice-gate.ts';
import { comparable, nonsense, replayed, reply, run } from './run-helpers.ts';

const good = JSON.stringify(advice());
const unknownTarget = JSON.stringify(advice({ target: 'n9' }));
const targetPatch = '{"patch":[{"op":"replace","path":"/target","value":"n2"}]}';

/** A client that answers with this value of any type. */
function answering(response: object): LlmClient {
  return {
    ...createScriptedClient([]),
    generate: () => Promise.resolve(nonsense(JSON.stringify(response))),
  };
}

describe('what a client returns', () => {
  const runWith = async (response: object) => {
    const prices: string[] = [];
    const outcome = await runGate(adviceGate, {
      client: answering({ text: good, ...response }),
      context,
      messages: task,
      price: (_usage, model) => {
        prices.push(model);
        return 1;
      },
    });
    return { attempt: outcome.attempts[0], prices };
  };

  it.each(['stop', 'length', 'tool-calls', 'other'])('may end by %s', async (finish) => {
    expect((await runWith({ finish })).attempt).toMatchObject({ finish });
  });

  it.each([{}, { finish: 'eos' }, { finish: 5 }])('that ended otherwise: %j', async (response) => {
    expect((await runWith(response)).attempt).toMatchObject({ finish: 'other' });
  });

  it('counts only what can be a count', async () => {
    const usage = {
      inputTokens: 1,
      outputTokens: 2,
      cachedInputTokens: 0,
      reasoningTokens: 4,
      extraTokens: 5,
    };
    expect((await runWith({ usage })).attempt?.usage).toEqual({
      inputTokens: 1,
      outputTokens: 2,
      cachedInputTokens: 0,
      reasoningTokens: 4,
    });
    const odd = { inputTokens: -1, outputTokens: '7', reasoningTokens: null };
    expect((await runWith({ usage: odd })).attempt?.usage).toEqual({});
    expect((await runWith({})).attempt?.usage).toEqual({});
  });

  it.each([
    [{}],
    [{ inputTokens: -1, outputTokens: 1.5 }],
    [{ inputTokens: '9', outputTokens: 1e308 }],
  ])('is charged by estimate where the usage is %j', async (usage) => {
    const client = answering({ text: unknownTarget, usage });
    const budget = { maxTotalTokens: 30 };
    const outcome = await runGate(adviceGate, { client, context, messages: task, budget });
    const inputTokens = 4;
    const outputTokens = Math.ceil(unknownTarget.length / 4);
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'total-tokens' });
    expect(outcome.usage).toMatchObject({ calls: 1, inputTokens, outputTokens, estimated: true });
    const received = outcome.events.find((event) => event.type === 'response-received');
    expect(received).toMatchObject({ estimate: { inputTokens, outputTokens } });
    expect(comparable(await replayGate(adviceGate, outcome.events, { context }))).toEqual(
      comparable(outcome),
    );
  });

  it('is charged nothing when it comes from a cache', async () => {
    const client = answering({ text: good, usage: {}, cachedUsage: { inputTokens: 5 } });
    const outcome = await runGate(adviceGate, { client, context, messages: task });
    expect(outcome.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  it('replays from a log of before estimates were recorded', async () => {
    const { events, outcome } = await run([{ text: good, usage: {} }]);
    const before = events.map((event): GateEvent => {
      if (event.type === 'run-finished') {
        return { ...event, usage: { ...event.usage, inputTokens: 0, outputTokens: 0 } };
      }
      if (event.type !== 'response-received') return event;
      const { estimate: _estimate, ...rest } = event;
      return rest;
    });
    const again = await replayGate(adviceGate, before, { context });
    expect(again).toMatchObject({ status: outcome.status, usage: { inputTokens: 0 } });
  });

  it('is priced by the model that answered, if the answer names it', async () => {
    expect((await runWith({ model: 'm-1' })).prices).toEqual(['m-1']);
    expect((await runWith({ model: 5 })).prices).toEqual(['']);
  });

  it('without text is reported as a protocol error', async () => {
    const outcome = await runGate(adviceGate, {
      client: answering({ text: 5 }),
      context,
      messages: task,
    });
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: 'generate-failed',
      cause: {
        name: 'LlmError',
        kind: 'protocol',
        message: 'the client returned a response without text',
      },
    });
  });
});

describe('streaming', () => {
  it('is for whole answers: a patch is asked for in one piece', async () => {
    const calls: string[] = [];
    const [first, ...others] = advice().options;
    // A missing risk is seen at the end only, so that the first answer is read to its end.
    const riskless = advice({ options: [{ label: first?.label ?? '', risks: [] }, ...others] });
    const patch = '{"patch":[{"op":"add","path":"/options/0/risks/-","value":"late"}]}';
    const scripted = createScriptedClient([reply(JSON.stringify(riskless)), patch]);
    const client: LlmClient = {
      ...scripted,
      generate: (...parameters): Promise<LlmResponse> => {
        calls.push('generate');
        return scripted.generate(...parameters);
      },
      stream: (...parameters) => {
        calls.push('stream');
        if (scripted.stream === undefined) throw new Error('expected a client that streams');
        return scripted.stream(...parameters);
      },
    };
    const outcome = await runGate(adviceGate, { client, context, messages: task, stream: true });
    expect(outcome.attempts.map(({ mode }) => mode)).toEqual(['initial', 'patch']);
    expect(outcome.status).toBe('passed');
    expect(calls).toEqual(['stream', 'generate']);
  });

  it('ignores parts of an unknown kind', async () => {
    const client: LlmClient = {
      ...createScriptedClient([]),
      async *stream() {
        yield nonsense('null');
        yield nonsense('{"type":"ping"}');
        yield { type: 'delta' as const, text: good };
        yield await Promise.resolve({ type: 'end' as const, response: nonsense('{"text":"{}"}') });
      },
    };
    const budget = { maxAttempts: 1 };
    const options = { client, context, messages: task, stream: true, budget };
    const outcome = await runGate(adviceGate, options);
    expect(outcome).toMatchObject({ reason: 'attempts', attempts: [{ extracted: true }] });
  });

  it('that ends without its last event is reported as a protocol error', async () => {
    const client: LlmClient = {
      ...createScriptedClient([]),
      async *stream() {
        yield await Promise.resolve({ type: 'delta' as const, text: good });
      },
    };
    const outcome = await runGate(adviceGate, { client, context, messages: task, stream: true });
    expect(outcome).toMatchObject({
      cause: { kind: 'protocol', message: 'the stream ended without its last event' },
    });
  });

  it('receives the abort of the run with its reason', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    let told: unknown;
    const client: LlmClient = {
      ...createScriptedClient([]),
      async *stream(_request, options) {
        options?.signal?.addEventListener('abort', () => {
          told = options.signal?.reason;
        });
        yield await Promise.resolve({ type: 'delta' as const, text: '{' });
        controller.abort(reason);
        await new Promise(() => undefined);
      },
    };
    const outcome = await runGate(adviceGate, {
      client,
      context,
      messages: task,
      stream: true,
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({
      reason: 'aborted',
      cause: { kind: 'aborted', message: 'the run was aborted', cause: reason },
    });
    expect(told).toBe(reason);
  });
});

describe('a deadline', () => {
  const deadlineOf = async (options: Partial<Parameters<typeof run>[1]>): Promise<unknown> => {
    let deadline: unknown = 'none was asked';
    const scripted = createScriptedClient([good]);
    const client: LlmClient = {
      ...scripted,
      generate: (request, call) => {
        deadline = call?.deadline;
        return scripted.generate(request, call);
      },
    };
    await run([], { ...options, client, clock: createManualClock(1000) });
    return deadline;
  };

  it('is the end of the budget, the one given, or none', async () => {
    expect(await deadlineOf({})).toBeUndefined();
    expect(await deadlineOf({ budget: { maxMs: 500 } })).toBe(1500);
    expect(await deadlineOf({ deadline: 1200 })).toBe(1200);
  });
});

describe('a log that was changed does not replay', () => {
  const change = (
    events: readonly GateEvent[],
    type: GateEvent['type'],
    edit: (event: GateEvent) => object | null,
  ): readonly GateEvent[] => {
    let isDone = false;
    return events.flatMap((event) => {
      if (isDone || event.type !== type) return [event];
      isDone = true;
      const edited = edit(event);
      return edited === null ? [] : [nonsense(JSON.stringify(edited))];
    });
  };
  const refused = (log: readonly GateEvent[]): Promise<unknown> =>
    replayGate(adviceGate, log, { context }).then(
      () => 'replayed',
      (error: unknown) => (error instanceof Error ? error.message : error),
    );

  it('for any event that is missing, and any two that changed places', async () => {
    const { events } = await run([unknownTarget, targetPatch]);
    const logs = events.flatMap((event, at) => [
      events.toSpliced(at, 1),
      events.toSpliced(at, 2, ...[event, events[at + 1] ?? event].toReversed()),
    ]);
    expect(logs).toHaveLength(26);
    for (const log of logs) expect(await refused(log)).toMatch(/^event \d+ of 1[234]: expected /);
    expect(await refused([])).toMatch(/^event 1 of 0: expected /);
  });

  it.each<[string, GateEvent['type'], (event: GateEvent) => object | null, string]>([
    [
      'another gate',
      'run-started',
      (event) => ({ ...event, gate: 'other' }),
      'event 1 of 13: expected "run-started" of attempt 0 with gate "advice" as it follows, got "run-started" of attempt 0; the log was changed',
    ],
    [
      'another first mode',
      'attempt-started',
      (event) => ({ ...event, mode: 'full' }),
      'event 2 of 13: expected an initial attempt, got "attempt-started" of attempt 1',
    ],
    [
      'no answer',
      'response-received',
      () => null,
      'event 3 of 12: expected "attempt-finished", got "value-extracted" of attempt 1',
    ],
    [
      'another answer',
      'response-received',
      (event) => ({ ...event, text: good }),
      'event 4 of 13: expected "value-extracted" of attempt 1 with valueHash "sha256:',
    ],
    [
      'fewer findings',
      'findings-reported',
      (event) => ({ ...event, findings: [] }),
      'event 5 of 13: expected "findings-reported" of attempt 1 with findings [{',
    ],
    [
      'another count',
      'attempt-finished',
      (event) => ({ ...event, musts: 0 }),
      'event 6 of 13: expected "attempt-finished" of attempt 1 with musts 1 as it follows',
    ],
    [
      'another patch',
      'patch-applied',
      (event) => ({ ...event, operations: [] }),
      'event 10 of 13: expected "patch-applied" of attempt 2 with operations [{',
    ],
    [
      'another end',
      'run-finished',
      (event) => ({ ...event, status: 'rejected' }),
      'event 13 of 13: expected "run-finished" of attempt 2 with status "passed" as it follows',
    ],
    [
      'no end',
      'run-finished',
      () => null,
      'event 13 of 12: expected "run-finished", got the end of the log; the log was changed, or the gate, its context or an option is not the one of the run',
    ],
  ])('%s', async (_name, type, edit, message) => {
    const { events } = await run([unknownTarget, targetPatch]);
    expect(await refused(change(events, type, edit))).toContain(message);
  });

  it('because it goes on after its end, or begins nowhere', async () => {
    const { events } = await run([good]);
    expect(await refused([...events, ...events])).toContain(
      'event 8 of 14: expected the end of the log, got "run-started" of attempt 0',
    );
    expect(await refused([])).toContain('event 1 of 0: expected "run-started", got the end');
  });

  it('because it made more attempts than its budget', async () => {
    const { events } = await run([unknownTarget, targetPatch]);
    const poorer = change(events, 'run-started', (event) => ({
      ...event,
      budget: { maxAttempts: 1 },
    }));
    expect(await refused(poorer)).toContain('expected an attempt within the budget');
  });

  it('because a correction came first, or a first answer second', async () => {
    const { events } = await run([unknownTarget, targetPatch]);
    const second = events.map((event) =>
      event.type === 'attempt-started' && event.attempt === 2
        ? nonsense(JSON.stringify({ ...event, mode: 'initial' }))
        : event,
    );
    expect(await refused(second)).toContain('expected another mode of attempt');
  });

  it('because it is a digest, with a remedy', async () => {
    const { events } = await run([good], { log: 'digest' });
    expect(await refused(events)).toBe(
      "expected a log with the texts of the model, got a digest; record runs that are to be replayed with log: 'full'",
    );
  });

  it.each<[string, object]>([
    ['attempts', { maxAttempts: 1 }],
    ['output-tokens', { maxOutputTokens: 50 }],
    ['total-tokens', { maxTotalTokens: 50 }],
    ['time', { maxMs: 600 }],
    ['cost', { maxCost: 1 }],
  ])('because it ended by %s for no reason', async (reason, budget) => {
    const clock = createManualClock(0);
    const slow = () => {
      clock.advance(600);
      return { text: unknownTarget, usage: { inputTokens: 5, outputTokens: 50 } };
    };
    const { outcome, events } = await run([slow], { clock, budget, price: () => 2 });
    expect(outcome).toMatchObject({ status: 'rejected', reason });
    expect(comparable(await replayGate(adviceGate, events, { context }))).toEqual(
      comparable(outcome),
    );
    for (const other of ['attempts', 'output-tokens', 'total-tokens', 'cost', 'no-progress']) {
      if (other === reason) continue;
      const log = change(events, 'run-finished', (event) => ({ ...event, reason: other }));
      expect(await refused(log)).toContain('expected another reason for the end');
    }
  });

  it('unless the caller ended it', async () => {
    const { events } = await run([unknownTarget], { budget: { maxAttempts: 1 } });
    const aborted = change(events, 'run-finished', (event) => ({ ...event, reason: 'aborted' }));
    const outcome = await replayGate(adviceGate, aborted, { context });
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'aborted' });
  });
});

describe('a price that fails', () => {
  const options = (price: () => number) => {
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (entry: unknown) => warnings.push(entry) };
    return { given: { price, logger, ids: createSequentialIds() }, warnings };
  };
  const cause = new Error('no such model');
  const throwing = (): never => {
    throw cause;
  };

  it('is a warning where the answer passes: what was paid is delivered', async () => {
    const { given, warnings } = options(throwing);
    const { outcome, events } = await run([good], { ...given, budget: { maxCost: 5 } });
    expect(outcome).toMatchObject({ status: 'passed', usage: { cost: 5, estimated: true } });
    expect(warnings).toEqual([{ error: cause }]);
    expect(comparable(await replayed(adviceGate, events, context))).toEqual(comparable(outcome));
  });

  it('ends the run where another call would follow, with the answer and the cause', async () => {
    const { given, warnings } = options(throwing);
    const { outcome, events } = await run([unknownTarget, good], {
      ...given,
      budget: { maxCost: 5 },
    });
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: 'cost',
      cause,
      best: { attempt: 1 },
    });
    expect(outcome.usage).toMatchObject({ calls: 1, cost: 5, estimated: true });
    expect(warnings).toHaveLength(1);
    expect(comparable(await replayed(adviceGate, events, context))).toEqual(comparable(outcome));
  });

  it.each([Number.NaN, -1, nonsense('"1"'), nonsense('null')])(
    'may also return %s',
    async (amount) => {
      const { given } = options(() => amount);
      const { outcome } = await run([unknownTarget], { ...given, budget: { maxCost: 5 } });
      expect(outcome).toMatchObject({
        reason: 'cost',
        cause: {
          message: expect.stringContaining('expected the price function to return an amount'),
        },
      });
    },
  );

  it('ends no run without a limit of the cost', async () => {
    const { given, warnings } = options(throwing);
    const { outcome } = await run([unknownTarget, targetPatch], given);
    expect(outcome).toMatchObject({ status: 'passed', usage: { cost: 0, estimated: true } });
    expect(warnings).toHaveLength(2);
  });
});
