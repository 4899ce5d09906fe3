import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOpenAiCompatibleClient, createOpenAiCompatibleEmbedder } from '../src/index.ts';
import { fromOpenAI } from '../src/openai.ts';
import {
  type ChaosServer,
  eventStream,
  flood,
  json,
  startChaosServer,
} from './support/chaos-server.ts';
import { chatAnswer, chatStream } from './support/chat.ts';
import { ask, collect, failure } from './support/collect.ts';
import { lateMs } from './support/patience.ts';

const delta = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(1000) } }] })}\n\n`;

describe('an answer without end', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const client = (maxResponseBytes?: number) =>
    createOpenAiCompatibleClient({
      baseUrl: `${server.url}/v1`,
      model: 'm',
      ...(maxResponseBytes === undefined ? {} : { defaults: { maxResponseBytes } }),
    });
  const gone = (): Promise<void> =>
    vi.waitFor(() => {
      expect(server.journal[0]?.disconnected).toBe(true);
    }, lateMs);

  it.each([undefined, 100_000])('is refused as a body: limit %s', async (limit) => {
    server.behave(flood('{"choices":"'));
    const error = await failure(client(limit).generate(ask('x')));
    expect(error).toMatchObject({ kind: 'protocol', retryable: false });
    expect(error.message).toContain(
      `sent more than ${limit ?? 33_554_432} bytes; raise maxResponseBytes`,
    );
    await gone();
  });

  it.each([
    ['deltas', delta.repeat(50)],
    ['comments', `: ${'x'.repeat(1000)}\n\n`.repeat(50)],
    ['one event', 'data: x\n'.repeat(5000)],
  ])('is refused as a stream of %s', async (_name, more) => {
    server.behave(flood('', more, 'text/event-stream'));
    const error = await failure(collect(client(200_000), ask('x')));
    expect(error).toMatchObject({ kind: 'protocol', retryable: false });
    expect(error.message).toContain('maxResponseBytes');
    await gone();
  });

  it('is refused as an embedding', async () => {
    server.behave(flood('{"data":[', '0,'.repeat(10_000)));
    const options = { baseUrl: `${server.url}/v1`, model: 'm', dimensions: 2 };
    const embedder = createOpenAiCompatibleEmbedder({ ...options, maxResponseBytes: 50_000 });
    expect((await failure(embedder.embed(['x']))).message).toContain('maxResponseBytes');
    await gone();
  });

  it('is refused as a stream of an SDK', async () => {
    let left = false;
    async function* endless() {
      try {
        for (;;) yield { choices: [{ delta: { content: 'x'.repeat(1000) } }] };
      } finally {
        left = true;
      }
    }
    const create = async (): Promise<unknown> => endless();
    const sdk = fromOpenAI(
      { chat: { completions: { create } } },
      { model: 'm', defaults: { maxResponseBytes: 10_000 } },
    );
    expect((await failure(collect(sdk, ask('x')))).message).toContain('maxResponseBytes');
    await vi.waitFor(() => {
      expect(left).toBe(true);
    }, lateMs);
  });

  it('is taken up to the limit', async () => {
    const body = JSON.stringify(chatAnswer('東京'));
    const size = Buffer.byteLength(body);
    server.behave(json(200, chatAnswer('東京')));
    expect((await client(size).generate(ask('x'))).text).toBe('東京');
    expect(await failure(client(size - 1).generate(ask('x')))).toMatchObject({ kind: 'protocol' });
    const stream = chatStream(['東', '京']);
    server.behave(eventStream(stream, { split: 1 }));
    expect(await collect(client(Buffer.byteLength(stream)), ask('x'))).toHaveLength(3);
  });

  it.each([0, -1, Number.NaN, '5'])('has a limit of at least 1, not %s', (maxResponseBytes) => {
    // @ts-expect-error Text is not a number.
    expect(() => client(maxResponseBytes)).toThrow(
      'expected maxResponseBytes to be a number of at least 1',
    );
  });
});
