import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { openStudio } from './open-studio.ts';

interface Message {
  readonly id: number;
  readonly data: string;
}

/** Reads a number of events of a stream, and leaves it. */
async function readEvents(response: Response, count: number): Promise<readonly Message[]> {
  const messages: Message[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, id, data] = /^id: (\d+)\nevent: event\ndata: (.*)$/.exec(part) ?? [];
      if (id !== undefined && data !== undefined) messages.push({ id: Number(id), data });
    }
    if (messages.length >= count) break;
  }
  return messages;
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}

async function append(store: EventStore, stream: string, count = 1): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({ type: 'x', data: { index } }));
  await store.append(stream, events, { expectedVersion: 'any' });
}

describe('the live stream', () => {
  it('goes on behind Last-Event-ID, without a gap or a repetition', async () => {
    const store = createMemoryEventStore();
    const { send } = await openStudio({ store });
    await append(store, 'session/a', 5);
    const first = await readEvents(await send('GET', '/api/live?after=0'), 3);
    await append(store, 'session/a', 4);
    const rest = await send('GET', '/api/live', undefined, {
      'last-event-id': String(first.at(-1)?.id),
    });
    const second = await readEvents(rest, 6);
    const positions = [...first, ...second].map(({ id }) => id);
    expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('sends new events only when no position is given, and never their data', async () => {
    const store = createMemoryEventStore();
    const { send } = await openStudio({ store });
    await append(store, 'session/a', 70);
    const response = await send('GET', '/api/live');
    // What is appended once the answer has begun is new, even before its first byte is read.
    await append(store, 'session/b');
    const [message] = await readEvents(response, 1);
    expect(message?.id).toBe(71);
    expect(JSON.parse(message?.data ?? '{}')).toEqual({
      stream: 'session/b',
      kind: 'session',
      version: expect.any(Number),
      type: 'x',
      at: expect.any(String),
      actor: null,
    });
  });

  it('shows a caller the streams of its scopes alone', async () => {
    const store = createMemoryEventStore();
    const { sendAs } = await openStudio({ store });
    for (const stream of [
      'dialog/a/1',
      'content-cards/a',
      'audit/1',
      'session/a',
      'content-cards/b',
    ])
      await append(store, stream);
    const reviewer = await sendAs('sato', ['cards:read']);
    const messages = await readEvents(await reviewer('GET', '/api/live?after=0'), 2);
    expect(messages.map(({ data }) => (JSON.parse(data) as { stream: string }).stream)).toEqual([
      'content-cards/a',
      'content-cards/b',
    ]);
    const stranger = await sendAs('taro', ['plans:check']);
    expect((await stranger('GET', '/api/live')).status).toBe(403);
  });

  it('drops a reader that does not read, which goes on where it was', async () => {
    const store = createMemoryEventStore();
    const { send } = await openStudio({ store });
    const metrics = async (): Promise<string> => (await send('GET', '/metrics')).text();
    const slow = (await send('GET', '/api/live?after=0')).body?.getReader();
    await append(store, 'session/a');
    // It has read the history, and stops.
    for (let text = ''; !text.includes('id: 1\n');) {
      const { value } = (await slow?.read()) ?? {};
      text += new TextDecoder().decode(value);
    }
    for (let round = 0; round < 4; round += 1) await append(store, 'session/a', 900);
    while (!(await metrics()).includes('studio_live_readers 0')) await pause();
    await expect(slow?.read()).rejects.toThrow('too slow');
    const resumed = await send('GET', '/api/live?after=3600');
    expect(await readEvents(resumed, 1)).toMatchObject([{ id: 3601 }]);
  });

  it('ends when the studio stops', async () => {
    const store = createMemoryEventStore();
    const { studio, send } = await openStudio({ store });
    const response = await send('GET', '/api/live');
    const ended = readEvents(response, Number.POSITIVE_INFINITY);
    await studio.stop();
    expect(await ended).toEqual([]);
  });
});
