import { describe, expect, it } from 'vitest';
import { type LlmClient, LlmError, type LlmEvent, type LlmRequest } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { rejectionOf } from '../support.ts';

const request: LlmRequest = { messages: [{ role: 'user', content: 'hello' }] };

async function stream(client: LlmClient, signal?: AbortSignal): Promise<readonly LlmEvent[]> {
  if (client.stream === undefined) throw new Error('this client cannot stream');
  const events: LlmEvent[] = [];
  for await (const event of client.stream(request, signal === undefined ? {} : { signal })) {
    events.push(event);
  }
  return events;
}

describe('createScriptedClient', () => {
  it('answers one reply a call and keeps the requests', async () => {
    const client = createScriptedClient(['one', { text: 'two', finish: 'length', model: 'm2' }]);
    expect(await client.generate(request)).toEqual({
      text: 'one',
      finish: 'stop',
      usage: {},
      provider: 'scripted',
      model: 'scripted',
      latencyMs: 0,
      warnings: [],
    });
    const second = { ...request, model: 'asked' };
    expect(await client.generate(second)).toMatchObject({
      text: 'two',
      finish: 'length',
      model: 'm2',
    });
    expect(client.calls).toEqual([request, second]);
  });

  it('throws a protocol error when the script has run out', async () => {
    const client = createScriptedClient([]);
    const error = await rejectionOf(() => client.generate(request));
    expect(error).toMatchObject({ code: 'llm-protocol', kind: 'protocol', retryable: false });
    expect(client.calls).toHaveLength(1);
  });

  it('throws scripted errors as they are', async () => {
    const error = new LlmError('slow down', { kind: 'rate-limit' });
    const client = createScriptedClient([error, 'then']);
    expect(await rejectionOf(() => client.generate(request))).toBe(error);
    expect(await client.generate(request)).toHaveProperty('text', 'then');
  });

  it('asks functions, in the list or instead of it, with request and index', async () => {
    const listed = createScriptedClient([
      'a',
      ({ messages }, index) => `${messages.length}/${index}`,
    ]);
    await listed.generate(request);
    expect(await listed.generate(request)).toHaveProperty('text', '1/1');
    const whole = createScriptedClient(
      async (_request, index) => () => ({ text: `call ${index}` }),
      {
        provider: 'p',
        model: 'm',
      },
    );
    await whole.generate(request);
    expect(await whole.generate({ ...request, model: 'other' })).toMatchObject({
      text: 'call 1',
      provider: 'p',
      model: 'other',
    });
  });

  it('streams the chunks, or the text as one, and then the response', async () => {
    const client = createScriptedClient([{ text: 'abc', chunks: ['a', 'bc'] }, 'plain']);
    expect(await stream(client)).toMatchObject([
      { type: 'delta', text: 'a' },
      { type: 'delta', text: 'bc' },
      { type: 'end', response: { text: 'abc', finish: 'stop' } },
    ]);
    expect(await stream(client)).toMatchObject([{ text: 'plain' }, { type: 'end' }]);
    expect(client.capabilities.stream).toBe(true);
  });

  it('has no stream when the options turn it off', () => {
    const client = createScriptedClient(['a'], { stream: false });
    expect('stream' in client).toBe(false);
    expect(client.capabilities.stream).toBe(false);
  });

  it('stops with an aborted error, before a call and between chunks', async () => {
    const reason = new Error('enough');
    const client = createScriptedClient(['a', { text: 'ab', chunks: ['a', 'b'] }]);
    const early = await rejectionOf(() =>
      client.generate(request, { signal: AbortSignal.abort(reason) }),
    );
    expect(early).toMatchObject({ kind: 'aborted', cause: reason });
    const controller = new AbortController();
    const seen: LlmEvent[] = [];
    const midway = await rejectionOf(async () => {
      for await (const event of client.stream?.(request, { signal: controller.signal }) ?? []) {
        seen.push(event);
        controller.abort(reason);
      }
    });
    expect(midway).toMatchObject({ kind: 'aborted', cause: reason });
    expect(seen).toEqual([{ type: 'delta', text: 'a' }]);
  });

  it('gives the error of a stream to the one who iterates', async () => {
    const error = new LlmError('no', { kind: 'server' });
    expect(await rejectionOf(() => stream(createScriptedClient([error])))).toBe(error);
  });
});
