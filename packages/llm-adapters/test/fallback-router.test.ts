import { LlmError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import {
  createBudgetLedger,
  createMockClient,
  decoratorOrder,
  composeClient,
  pipe,
  withBudget,
  withFallback,
  withJsonOutput,
  withRetry,
  withRouter,
} from '../src/index.ts';
import { unwrapClient } from '../src/kit.ts';
import { ask, collect, failure } from './support/collect.ts';

const down = new LlmError('down', { kind: 'overloaded' });

describe('withFallback', () => {
  it('asks in order until one answers, each with the neutral request', async () => {
    const first = createMockClient([down], { provider: 'first' });
    const second = createMockClient(['fine'], { provider: 'second' });
    const response = await withFallback([first, second]).generate(ask('x', { model: 'm' }));
    expect(response).toMatchObject({ text: 'fine', provider: 'second' });
    expect(first.calls[0]).toHaveProperty('model', 'm');
    expect(second.calls[0]).not.toHaveProperty('model');
  });

  it.each(['aborted', 'bad-request', 'context-length', 'content-filter'] as const)(
    'does not ask another client after %s',
    async (kind) => {
      const second = createMockClient(['fine']);
      const client = withFallback([createMockClient([new LlmError('x', { kind })]), second]);
      expect(await failure(client.generate(ask('x')))).toMatchObject({ kind });
      expect(second.calls).toHaveLength(0);
    },
  );

  it('lets on(error) decide instead', async () => {
    const refused = new LlmError('x', { kind: 'context-length' });
    const client = withFallback([createMockClient([refused]), createMockClient(['fine'])], {
      on: (error) => error.kind === 'context-length',
    });
    expect((await client.generate(ask('x'))).text).toBe('fine');
  });

  it('ends with the last error, and all of them in order', async () => {
    const last = new LlmError('no key', { kind: 'auth' });
    const client = withFallback([createMockClient([down]), createMockClient([last])]);
    const error = await failure(client.generate(ask('x')));
    expect(error).toMatchObject({
      kind: 'auth',
      errors: [{ kind: 'overloaded' }, { kind: 'auth' }],
    });
  });

  it('falls over in a stream only before its first delta', async () => {
    const early = withFallback([
      createMockClient([{ deltas: ['a'], failAfter: 0 }]),
      createMockClient(['fine']),
    ]);
    expect((await collect(early, ask('x'))).at(-1)).toMatchObject({ response: { text: 'fine' } });
    const second = createMockClient(['fine']);
    const late = withFallback([createMockClient([{ deltas: ['a', 'b'], failAfter: 1 }]), second]);
    expect(await failure(collect(late, ask('x')))).toMatchObject({ kind: 'network' });
    expect(second.calls).toHaveLength(0);
  });

  describe('usage of the clients that failed', () => {
    const usage = { inputTokens: 900, outputTokens: 100 };
    const paid = new LlmError('unreadable', { kind: 'protocol', retryable: true, usage });
    const fine = { text: 'ok', usage: { inputTokens: 1, outputTokens: 1, reasoningTokens: 1 } };
    const sum = { inputTokens: 901, outputTokens: 101, reasoningTokens: 1 };

    it('is added to that of the answer', async () => {
      const answer = withFallback([createMockClient([paid, paid]), createMockClient([fine, fine])]);
      expect((await answer.generate(ask('x'))).usage).toEqual(sum);
      expect((await collect(answer, ask('x'))).at(-1)).toMatchObject({ response: { usage: sum } });
    });

    it('is added to that of the final error, also of a stream that breaks', async () => {
      const broken = withFallback([createMockClient([paid]), createMockClient([paid])]);
      const twice = { inputTokens: 1800, outputTokens: 200 };
      const error = await failure(broken.generate(ask('x')));
      expect(error).toMatchObject({ usage: twice, errors: [{ usage }, { usage }] });

      const breaks = { deltas: ['a', 'b'], failAfter: 1, error: paid };
      for (const client of [
        withFallback([createMockClient([paid]), createMockClient([breaks])]),
        pipe(createMockClient([paid, breaks]), withRetry({ baseMs: 1 })),
      ]) {
        expect(await failure(collect(client, ask('x')))).toMatchObject({ usage: twice });
      }
    });

    it('binds the budget around them', async () => {
      const ledger = createBudgetLedger();
      const client = composeClient(createMockClient([paid, paid]), {
        fallback: [createMockClient([fine, fine])],
        budget: { maxTotalTokens: 1000, ledger },
      });
      await client.generate(ask('x'));
      expect(ledger.snapshot()).toMatchObject({ totalTokens: 1002, estimated: false });
      expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'budget' });
    });
  });

  it('can follow another client in a pipe', async () => {
    const client = pipe(createMockClient([down]), withFallback([createMockClient(['fine'])]));
    expect((await client.generate(ask('x'))).text).toBe('fine');
  });

  it('refuses an empty list', () => {
    expect(() => withFallback([])).toThrow(/at least one client/);
  });
});

describe('withRouter', () => {
  const strict = createMockClient(['strict', 'strict']);
  const cheap = createMockClient(['cheap', 'cheap']);
  const routed = withRouter((request) => request.metadata?.['route'] ?? 'cheap', { cheap, strict });

  it('asks the client a route names', async () => {
    const call = ask('x', { metadata: { route: 'strict' } });
    expect((await routed.generate(call)).text).toBe('strict');
    expect((await collect(routed, call)).at(-1)).toMatchObject({ response: { text: 'strict' } });
    expect((await routed.generate(ask('x'))).text).toBe('cheap');
  });

  it.each(['unknown', 'constructor', '__proto__'])('names the routes for %s', async (route) => {
    const error = await failure(routed.generate(ask('x', { metadata: { route } })));
    expect(error).toMatchObject({ code: 'invalid-argument' });
    expect(error.message).toContain('cheap, strict');
  });
});

describe('composition', () => {
  it('keeps what the inner client is, and finds it again', () => {
    const inner = createMockClient(['x'], {
      provider: 'p',
      model: 'm',
      capabilities: { stream: false },
    });
    const client = pipe(inner, withRetry(), withBudget({ maxCalls: 1 }));
    expect(client).toMatchObject({ provider: 'p', model: 'm', capabilities: inner.capabilities });
    expect('stream' in client).toBe(false);
    expect(unwrapClient(client)).toBe(inner);
    expect(unwrapClient(inner)).toBe(inner);
  });

  it('composes in the recommended order', async () => {
    expect(decoratorOrder.join(' > ')).toBe(
      'trace > budget > cache > cassette > fallback > router > retry > timeout > rateLimit',
    );
    const seen: string[] = [];
    const client = composeClient(createMockClient([down, 'fine']), {
      retry: { baseMs: 0 },
      budget: { maxCalls: 1 },
      trace: ({ type }) => {
        seen.push(type);
      },
    });
    // Budget outside retry: two attempts are one call.
    expect((await client.generate(ask('x'))).text).toBe('fine');
    expect(await failure(client.generate(ask('x')))).toMatchObject({ code: 'budget-exceeded' });
    expect(seen).toEqual(['call-started', 'call-finished', 'call-started', 'call-failed']);
  });

  it('never changes a request', async () => {
    const request = Object.freeze(ask('mail a@example.com', { output: { type: 'json' } }));
    const client = pipe(
      createMockClient(['{}'], { capabilities: { jsonSchema: 'prompt' } }),
      withJsonOutput({ inject: 'schema-in-prompt' }),
      withBudget({ maxOutputTokens: 10 }),
    );
    await client.generate(request);
    expect(request).toEqual(ask('mail a@example.com', { output: { type: 'json' } }));
  });
});

describe('withJsonOutput', () => {
  const schema = { type: 'object', properties: { b: {}, a: {} } } as const;

  it('puts the schema into the last system message as canonical JSON', async () => {
    const inner = createMockClient(['{}'], { capabilities: { jsonSchema: 'json-object' } });
    const client = pipe(inner, withJsonOutput({ inject: 'schema-in-prompt' }));
    await client.generate({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'x' },
      ],
      output: { type: 'json', schema },
    });
    const [system, user] = inner.calls[0]?.messages ?? [];
    expect(system?.content).toMatch(/^Be brief\.\n\nAnswer with JSON only/);
    expect(system?.content).toContain('{"properties":{"a":{},"b":{}},"type":"object"}');
    expect(user?.content).toBe('x');
    expect(inner.calls[0]?.output).toEqual({ type: 'json' });
  });

  it('leaves native clients and text requests alone', async () => {
    const inner = createMockClient(['{}', 'x']);
    const client = pipe(inner, withJsonOutput({ inject: 'schema-in-prompt' }));
    await client.generate(ask('x', { output: { type: 'json', schema } }));
    await client.generate(ask('y'));
    expect(inner.calls.map((call) => call.messages.length)).toEqual([1, 1]);
  });
});
