import {
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmRequest,
  MissingConfigurationError,
} from '@kanmon/core';
import { defineGate, type GateOutcome, runGate } from '@kanmon/core/gate';
import { createScriptedClient, type ScriptedReply } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  answerStep,
  BudgetExceededError,
  pipe,
  type StepRunner,
  withBudget,
  withSteps,
} from '../src/index.ts';
import { ask, collect, failure } from './support/collect.ts';

const gate = defineGate({ name: 'task', schema: z.object({ title: z.string().min(1) }) });
const messages = [{ role: 'user', content: 'Name a task.' }] as const;
const usage = { inputTokens: 10, outputTokens: 20 };

/**
 * An engine like Inngest: it runs a function up to its first new step, runs that step, stores the result as JSON and
 * runs the function again from the start. A step that throws is tried again; its last error is thrown as another class.
 */
function createEngine() {
  const stored = new Map<string, string>();
  const ran: string[] = [];
  let entered = 0;

  const runStep = async (name: string, call: () => Promise<unknown>): Promise<void> => {
    let text = '';
    for (let tries = 1; tries <= 3; tries += 1) {
      ran.push(name);
      try {
        stored.set(name, JSON.stringify({ value: await call() }));
        return;
      } catch (error) {
        const { message } = error as Error;
        text = JSON.stringify({ failed: { name: 'LlmError', message } });
      }
    }
    stored.set(name, text);
  };

  const execute = async <T>(body: (run: StepRunner) => Promise<T>): Promise<T> => {
    for (;;) {
      entered += 1;
      let found: ((step: () => Promise<void>) => void) | undefined;
      const paused = new Promise<() => Promise<void>>((resolve) => {
        found = resolve;
      });
      const run: StepRunner = (name, call) => {
        const known = stored.get(name);
        if (known === undefined) {
          found?.(() => runStep(name, call));
          return new Promise(() => undefined);
        }
        const { value, failed } = JSON.parse(known) as {
          readonly value?: unknown;
          readonly failed?: { readonly message: string };
        };
        if (failed === undefined) return Promise.resolve(value);
        return Promise.reject(new Error('the step failed', { cause: new Error(failed.message) }));
      };
      const result = await Promise.race([
        body(run).then((value) => ({ value })),
        paused.then((step) => ({ step })),
      ]);
      if ('value' in result) return result.value;
      await result.step();
    }
  };
  return { execute, ran, stored, entered: () => entered };
}

function titleOf(outcome: GateOutcome<{ title: string }>): string {
  return outcome.status === 'passed' ? outcome.value.title : outcome.reason;
}

describe('withSteps', () => {
  it('asks the model once for each attempt, however often the function is entered', async () => {
    const engine = createEngine();
    const model = createScriptedClient([
      { text: '{"title":""}', usage },
      { text: '{"title":"Write"}', usage, finish: 'length', id: 'r2', raw: { big: 1n } },
    ]);
    const outcome = await engine.execute((run) =>
      runGate(gate, { client: pipe(model, withSteps(run)), messages }),
    );
    expect(outcome).toMatchObject({
      status: 'passed',
      value: { title: 'Write' },
      usage: { calls: 2, inputTokens: 20, outputTokens: 40, estimated: false },
    });
    expect(outcome.attempts[1]?.finish).toBe('length');
    expect(engine.ran).toEqual(['task-1', 'task-2']);
    expect(engine.entered()).toBe(3);
    expect(model.calls).toHaveLength(2);
    const direct = await runGate(gate, {
      client: createScriptedClient([
        { text: '{"title":""}', usage },
        { text: '{"title":"Write"}', usage, finish: 'length' },
      ]),
      messages,
    });
    expect(direct.usage).toEqual(outcome.usage);
    expect(direct.attempts).toEqual(outcome.attempts);
  });

  it('gives two runs in one function distinct names', async () => {
    const engine = createEngine();
    const model = createScriptedClient(['{"title":"A"}', '{"title":""}', '{"title":"B"}']);
    const titles = await engine.execute(async (run) => {
      const client = pipe(model, withSteps(run));
      const first = await runGate(gate, { client, messages });
      const second = await runGate(gate, { client, messages });
      return [titleOf(first), titleOf(second)];
    });
    expect(titles).toEqual(['A', 'B']);
    expect(engine.ran).toEqual(['task-1', 'task-2', 'task-3']);
  });

  it('gives runs at the same time names of their own, and each its own answers', async () => {
    const engine = createEngine();
    const model = createScriptedClient((request, index) =>
      index < 2 ? '{"title":""}' : `{"title":${JSON.stringify(request.messages[0]?.content)}}`,
    );
    const titles = await engine.execute((run) =>
      Promise.all(
        ['left', 'right'].map(async (name) => {
          const client = pipe(model, withSteps(run, { name }));
          return titleOf(
            await runGate(gate, { client, messages: [{ role: 'user', content: name }] }),
          );
        }),
      ),
    );
    expect(titles).toEqual(['left', 'right']);
    expect(new Set(engine.ran)).toEqual(new Set(['left-1', 'left-2', 'right-1', 'right-2']));
  });

  it('refuses the answer to another request, which names that are not distinct would mix up', async () => {
    const engine = createEngine();
    const model = createScriptedClient(['one', 'two']);
    const error = await failure(
      engine.execute(async (run) => {
        await pipe(model, withSteps(run)).generate(ask('first'));
        return pipe(model, withSteps(run)).generate(ask('second'));
      }),
    );
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error.message).toContain('"llm-1" holds the answer to another request');
  });

  it('passes a stream as one step, and has none where the client has none', async () => {
    const engine = createEngine();
    const model = createScriptedClient([{ text: 'a long answer', chunks: ['a long', ' answer'] }]);
    const events = await engine.execute((run) => collect(pipe(model, withSteps(run)), ask('x')));
    expect(events).toEqual([
      { type: 'delta', text: 'a long answer' },
      { type: 'end', response: expect.objectContaining({ text: 'a long answer' }) },
    ]);
    const bare = createScriptedClient([], { stream: false });
    expect(
      pipe(
        bare,
        withSteps(async () => null),
      ).stream,
    ).toBeUndefined();
  });
});

/** The error of a call whose step fails with `reply`, and how often it was tried. */
async function failing(reply: ScriptedReply | LlmClient) {
  const engine = createEngine();
  const model =
    typeof reply === 'object' && 'generate' in reply ? reply : createScriptedClient(() => reply);
  const error = await failure(
    engine.execute((run) => pipe(model, withSteps(run)).generate(ask('x'))),
  );
  return { error, tries: engine.ran.length };
}

describe('an error of a step', () => {
  it('is stored when another try would not change it, and keeps its members', async () => {
    const details = {
      kind: 'context-length',
      status: 400,
      usage,
      provider: 'openai',
      requestId: 'req_1',
    } as const;
    const { error, tries } = await failing(new LlmError('too long', details));
    expect(LlmError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: 'too long', retryable: false, ...details });
    expect(tries).toBe(1);
  });

  it('is thrown to the engine when it may pass, and is an LlmError after the last try', async () => {
    const { error, tries } = await failing(new LlmError('slow down', { kind: 'rate-limit' }));
    expect(LlmError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ kind: 'rate-limit', retryable: true, message: 'slow down' });
    expect(tries).toBe(3);
  });

  it('keeps the class of misuse, of a missing configuration and of a used-up budget', async () => {
    const throwing = (error: Error): LlmClient => ({
      ...createScriptedClient([]),
      async generate() {
        throw error;
      },
    });
    const misuse = await failing(throwing(new InvalidArgumentError('no such model')));
    expect(misuse.error).toBeInstanceOf(InvalidArgumentError);
    const missing = await failing(throwing(new MissingConfigurationError('KEY is not set')));
    expect(missing.error).toBeInstanceOf(MissingConfigurationError);
    const spent = await failing(pipe(createScriptedClient(['x']), withBudget({ maxAttempts: 0 })));
    expect(BudgetExceededError.isInstance(spent.error)).toBe(true);
    expect(spent.error).toMatchObject({
      limit: 'maxAttempts',
      allowed: 0,
      spent: 0,
      kind: 'budget',
    });
    expect([misuse.tries, missing.tries, spent.tries]).toEqual([1, 1, 1]);
  });

  it('of another kind is what the engine makes of it', async () => {
    const { error } = await failing({
      ...createScriptedClient([]),
      generate: () => Promise.reject(new TypeError('x is undefined')),
    });
    expect(error).toMatchObject({
      message: 'the step failed',
      cause: { message: 'x is undefined' },
    });
  });

  it('never stores an abort', async () => {
    const controller = new AbortController();
    controller.abort();
    const stored: unknown[] = [];
    const run: StepRunner = async (_name, call) => stored.push(await call());
    const client = pipe(createScriptedClient(['x']), withSteps(run));
    const error = await failure(client.generate(ask('x'), { signal: controller.signal }));
    expect(error).toMatchObject({ kind: 'aborted', message: 'the call was aborted' });
    expect(stored).toEqual([]);
  });
});

describe('a step elsewhere', () => {
  it('gets the request and stores what answerStep returns', async () => {
    const worker = createScriptedClient([{ text: 'done', usage }]);
    const activity = async (request: LlmRequest): Promise<string> =>
      JSON.stringify(await answerStep(worker, request));
    const client = pipe(
      createScriptedClient([]),
      withSteps(async (_name, _call, request): Promise<unknown> => {
        const stored: unknown = JSON.parse(await activity(request));
        return stored;
      }),
    );
    expect(await client.generate(ask('x'))).toMatchObject({ text: 'done', usage });
  });

  it('is refused when it returns something else', async () => {
    for (const answer of [undefined, 'done', { text: 'done' }, { response: {} }]) {
      const client = pipe(
        createScriptedClient([]),
        withSteps(async () => answer),
      );
      const error = await failure(client.generate(ask('x')));
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect(error.message).toContain('"llm-1"');
    }
    expect(() => withSteps(undefined as never)).toThrow(InvalidArgumentError);
  });
});
