import { type DialogEvent, type DialogResponse } from '@kanmon/multistep-planner';
import { dialogResponseSchema } from '@kanmon/multistep-planner/schemas';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { freshData, run, type Running, startServer } from './processes.ts';

const running: Running[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

async function served(args: readonly string[] = []): Promise<string> {
  const server = await startServer(['serve', ...args]);
  running.push(server);
  return server.url;
}

interface Asked {
  readonly sessionId?: string;
  readonly message: string;
  readonly options?: object;
}

function post(
  url: string,
  body: Asked | { readonly query: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function dialog(
  url: string,
  body: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<DialogResponse> {
  const response = await post(`${url}/agent.dialog`, body, headers);
  expect(response.status).toBe(200);
  return dialogResponseSchema.parse(await response.json());
}

async function eventsOf(response: Response): Promise<readonly DialogEvent[]> {
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => z.custom<DialogEvent>().parse(JSON.parse(line.slice('data: '.length))));
}

describe('the server', () => {
  it('answers in JSON and as a stream of events, with the same response', async () => {
    const url = await served();
    const asked = { message: '北海道への送料を教えてください', options: { topK: 3 } };
    const json = await dialog(url, { sessionId: 'json', ...asked });
    expect(json).toMatchObject({
      needsClarification: false,
      steps: [{ type: 'search', query: '北海道 送料', topK: 3 }],
      meta: { orchestratorMode: 'local', sources: [{ id: 'shipping-fee' }] },
    });

    const stream = await post(
      `${url}/agent.dialog`,
      { sessionId: 'sse', ...asked },
      { accept: 'text/event-stream' },
    );
    const events = await eventsOf(stream);
    expect(events.map(({ type }) => type)).toEqual([
      'turn-started',
      'plan-made',
      'search-started',
      'search-finished',
      'answer-delta',
      'turn-finished',
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    const last = events.at(-1);
    expect(last?.type === 'turn-finished' ? last.response.answer : '').toBe(json.answer);
  });

  it('searches, describes itself, and refuses what is no request', async () => {
    const url = await served();
    const found = await post(`${url}/agent.search`, { query: 'gift wrapping' });
    expect(await found.json()).toMatchObject({
      topK: 8,
      results: expect.arrayContaining([
        expect.objectContaining({ id: 'gift-wrapping', metadata: { category: 'gift' } }),
      ]),
    });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toHaveProperty([
      'paths',
      '/agent.dialog',
    ]);
    const refused = await post(`${url}/agent.dialog`, { message: ' ' }, { 'x-request-id': 'r-1' });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-request-id')).toBe('r-1');
    expect(await refused.json()).toMatchObject({ error: 'validation_error', request_id: 'r-1' });
  });

  it('stops at SIGTERM with 0, and does not start on a port that is taken', async () => {
    const server = await startServer(['serve']);
    const { port } = new URL(server.url);
    const second = await run(['serve', '--port', port]);
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toContain(`cannot listen on 127.0.0.1:${port}`);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});

describe('a server that is killed in the middle of a streamed turn', () => {
  it('goes on with the dialog after a restart; the turn that was cut is asked again', async () => {
    const data = freshData();
    const crew = await startServer(['crew', '--behave', 'slow']);
    running.push(crew);
    const slow = ['--mode', 'crew', '--crew-url', crew.url, '--crew-timeout', '60000'];
    const first = await startServer(['serve', '--data', data, ...slow]);
    const sessionId = 'sess-1';
    await dialog(first.url, {
      sessionId,
      message: '北海道への送料はいくらですか？',
      options: { mode: 'local' },
    });

    const cut = { sessionId, message: 'じゃあ離島は？' };
    const headers = { 'x-request-id': 'turn-2', accept: 'text/event-stream' };
    const stream = await post(`${first.url}/agent.dialog`, cut, headers);
    const reader = (stream.body ?? new ReadableStream()).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('event: turn-started');
    first.child.kill('SIGKILL');
    await expect(reader.read()).rejects.toThrow('terminated');
    await first.ended;

    const url = await served(['--data', data]);
    const again = await eventsOf(await post(`${url}/agent.dialog`, cut, headers));
    const last = again.at(-1);
    const response = last?.type === 'turn-finished' ? last.response : null;
    expect(response?.steps).toMatchObject([{ query: '送料 離島' }]);
    // The same request once more is answered from the journal.
    expect(await dialog(url, cut, { 'x-request-id': 'turn-2' })).toEqual(response);

    const replayed = await run(['replay', '--data', data]);
    expect(replayed.stdout).toMatch(/^sess-1: 2 turns, 10 events, chain whole, byte-equal/);
  });
});
