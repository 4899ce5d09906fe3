import { LlmError, type LlmRequest } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { asJson, createMockClient } from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

describe('createMockClient', () => {
  it('gives text, objects as JSON, and partial responses', async () => {
    const client = createMockClient([
      'plain',
      { answer: 42 },
      { text: 'cut', finish: 'length' },
      asJson({ text: 'an object that looks like a response' }),
      { text: 'an object with', another: 'key' },
    ]);
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => client.generate(ask('x'))));
    const texts = responses.map(({ text, finish }) => [text, finish]);
    expect(texts).toEqual([
      ['plain', 'stop'],
      ['{"answer":42}', 'stop'],
      ['cut', 'length'],
      ['{"text":"an object that looks like a response"}', 'stop'],
      ['{"text":"an object with","another":"key"}', 'stop'],
    ]);
  });

  it('estimates usage from the texts, a token for a character that is not ASCII', async () => {
    const { usage } = await createMockClient(['🎌🎌🎌🎌🎌']).generate(ask('abcd'));
    expect(usage).toEqual({ inputTokens: 1, outputTokens: 5 });
  });

  it('consumes one script for generate and stream, and counts from 1', async () => {
    const client = createMockClient((_request, n) => `reply ${n}`);
    expect((await client.generate(ask('x'))).text).toBe('reply 1');
    const events = await collect(client, ask('x'));
    expect(events.at(-1)).toMatchObject({ response: { text: 'reply 2' } });
  });

  it('cuts streams into code points, 8 by default', async () => {
    const client = createMockClient(['12345678🎌2345678', 'ab'], {});
    const deltas = (await collect(client, ask('x'))).slice(0, -1);
    expect(deltas).toEqual([
      { type: 'delta', text: '12345678' },
      { type: 'delta', text: '🎌2345678' },
    ]);
    const fine = createMockClient(['🎌🎌'], { chunkSize: 1 });
    expect(await collect(fine, ask('x'))).toHaveLength(3);
  });

  it('throws scripted errors, at once or after deltas', async () => {
    const busy = new LlmError('busy', { kind: 'overloaded' });
    const client = createMockClient([busy, { deltas: ['a', 'b', 'c'], failAfter: 2, error: busy }]);
    expect(await failure(client.generate(ask('x')))).toBe(busy);
    const seen: string[] = [];
    const drain = async (): Promise<void> => {
      for await (const event of client.stream?.(ask('x')) ?? []) {
        if (event.type === 'delta') seen.push(event.text);
      }
    };
    expect(await failure(drain())).toBe(busy);
    expect(seen).toEqual(['a', 'b']);
  });

  it('delays under the injected timer', async () => {
    const clock = createManualClock();
    const client = createMockClient([{ delayMs: 500, reply: 'late' }], { clock, timer: clock });
    const { result, elapsedMs } = await advanceUntil(clock, client.generate(ask('x')));
    expect(result).toMatchObject({ text: 'late', latencyMs: 500 });
    expect(elapsedMs).toBe(500);
  });

  it('records an aborted call and uses its reply up', async () => {
    const client = createMockClient([{ delayMs: 5000, reply: 'one' }, 'two']);
    const controller = new AbortController();
    const call = failure(client.generate(ask('x'), { signal: controller.signal }));
    await settle();
    controller.abort();
    expect(await call).toMatchObject({ kind: 'aborted' });
    expect((await client.generate(ask('y'))).text).toBe('two');
    expect(client.calls).toHaveLength(2);
    await failure(client.generate(ask('z'), { signal: AbortSignal.abort() }));
    expect(client.calls).toHaveLength(3);
  });

  it('keeps frozen copies of requests', async () => {
    const request: { messages: { role: 'user'; content: string }[] } = {
      messages: [{ role: 'user', content: 'before' }],
    };
    const client = createMockClient(['x']);
    await client.generate(request);
    request.messages[0] = { role: 'user', content: 'after' };
    expect(client.calls[0]?.messages[0]?.content).toBe('before');
    expect(Object.isFrozen(client.calls[0]?.messages)).toBe(true);
  });

  it('counts the calls in the error of a script that is over', async () => {
    const client = createMockClient(['a']);
    await client.generate(ask('x'));
    const error = await failure(client.generate(ask('x')));
    expect(error.message).toContain('1 replies');
    expect(error.message).toContain('call 2');
  });

  it.each([
    ['repeat-last', ['a', 'b', 'b', 'b']],
    ['cycle', ['a', 'b', 'a', 'b']],
  ] as const)('goes on with %s', async (onExhausted, expected) => {
    const client = createMockClient(['a', 'b'], { onExhausted });
    const responses = await Promise.all(expected.map(() => client.generate(ask('x'))));
    const texts = responses.map((response) => response.text);
    expect(texts).toEqual(expected);
  });

  it.each([
    [{ messages: [] }],
    [{ messages: [{ role: 'user', content: ' \n ' }] }],
    [JSON.parse('{"messages":[{"role":"tool","content":"x"}]}')],
    [JSON.parse('{"messages":[{"role":"user","content":7}]}')],
    [JSON.parse('{"messages":"x"}')],
  ])('refuses %j before it answers', async (request: LlmRequest) => {
    const client = createMockClient(['x']);
    expect(await failure(client.generate(request))).toMatchObject({ kind: 'bad-request' });
    expect(client.calls).toHaveLength(0);
  });

  it('replaces lone surrogates with a warning', async () => {
    const { warnings } = await createMockClient(['x']).generate(ask('a\uD800b'));
    expect(warnings).toEqual(['lone-surrogates-replaced']);
  });
});
