import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChaosServer,
  eventStream,
  hang,
  hangInBody,
  json,
  page,
  reset,
  slowly,
  startChaosServer,
} from './support/chaos-server.ts';
import { settle } from './support/advance.ts';
import { chatStream } from './support/chat.ts';
import { ask, collect, failure } from './support/collect.ts';
import { lateMs } from './support/patience.ts';
import { canaryKey, type ProviderUnderTest, providers } from './support/providers.ts';
import { frames, playReply } from './support/wire-replies.ts';

const named = (name: string): ProviderUnderTest => {
  const provider = providers.find((candidate) => candidate.name === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
};
const withoutConverse = providers.filter(({ format }) => format !== 'converse');

let server: ChaosServer;
beforeAll(async () => {
  server = await startChaosServer();
});
afterAll(() => server.close());

describe.each(providers)('$name over a server that misbehaves', (provider) => {
  const client = () => provider.make(server.url);
  const broken = { kind: 'protocol', retryable: true };

  it.each([
    ['HTML with 200', page(200, '<html><body>sign in</body></html>')],
    ['an empty object', json(200, {})],
    ['null', json(200, null)],
    ['a list', json(200, [1, 2])],
  ])('%s is unreadable', async (_name, behaviour) => {
    server.behave(behaviour);
    expect(await failure(client().generate(ask('x')))).toMatchObject(broken);
  });

  it('half a JSON is unreadable', async () => {
    server.behave(page(200, '{"id":"x","cho', 'application/json'));
    expect(await failure(client().generate(ask('x')))).toMatchObject(broken);
  });

  it('an error page of 1 MB keeps its status and a short message', async () => {
    server.behave(page(502, `<html>${'x'.repeat(1_000_000)}</html>`));
    const error = await failure(client().generate(ask('x')));
    expect(error).toMatchObject({ kind: 'server', status: 502, retryable: true });
    expect(error.message.length).toBeLessThan(700);
  });

  it('a connection that is closed before the answer is the network', async () => {
    server.behave(reset());
    expect(await failure(client().generate(ask('x')))).toMatchObject({
      kind: 'network',
      retryable: true,
    });
  });

  it.each([
    ['never answers', hang()],
    ['stops in the middle of its body', hangInBody('{"id":')],
    ['answers too late', slowly(lateMs, playReply(provider.format, 'late'))],
  ])('a server that %s ends at the deadline', async (_name, behaviour) => {
    server.behave(behaviour);
    const error = await failure(client().generate(ask('x'), { deadline: Date.now() + 60 }));
    expect(error).toMatchObject({ kind: 'timeout' });
  });

  it('an abort ends the call and the request', async () => {
    server.behave(hang());
    const controller = new AbortController();
    const call = failure(client().generate(ask('x'), { signal: controller.signal }));
    await waitFor(() => server.journal.length === 1);
    controller.abort(new Error('left'));
    expect(await call).toMatchObject({ kind: 'aborted', retryable: false });
    await waitFor(() => server.journal[0]?.disconnected === true);
  });

  it('a key in an error body gets into nothing', async () => {
    const error = { type: 'told', code: canaryKey, message: `wrong key ${canaryKey}` };
    server.behave(json(401, { type: 'error', error }, { 'x-secret': canaryKey }));
    const thrown = await failure(
      provider.make(server.url, { secrets: [canaryKey] }).generate(ask('x')),
    );
    expect(inspect(thrown, { depth: 12, showHidden: true })).not.toContain(canaryKey);
    expect(JSON.stringify(thrown) + String(thrown.stack)).not.toContain(canaryKey);
  });
});

describe.each(withoutConverse)('$name streams over a server that misbehaves', (provider) => {
  const client = () => provider.make(server.url);
  const whole: Promise<string> = (async () => {
    const chunks: string[] = [];
    const response = {
      writeHead: () => 0,
      end: () => 0,
      write: (bytes: Buffer) => chunks.push(String(bytes)),
    };
    const entry = {
      method: '',
      path: '',
      headers: {},
      body: { stream: true },
      disconnected: false,
    };
    // @ts-expect-error the few methods of a response that the behaviour uses
    await playReply(provider.format, 'one two three four five six')(response, entry);
    return chunks.join('');
  })();

  it('a stream that ends before its end mark is no answer', async () => {
    const events = (await whole).split('\n\n');
    server.behave(eventStream(`${events.slice(0, 3).join('\n\n')}\n\n`));
    const error = await failure(collect(client(), ask('x')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
  });

  it('a stream that is cut is no answer', async () => {
    server.behave(reset((await whole).slice(0, -120), 'text/event-stream'));
    const error = await failure(collect(client(), ask('x')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
  });

  it('a stream that stops ends at the deadline', async () => {
    server.behave(hangInBody((await whole).slice(0, -120), 'text/event-stream'));
    const error = await failure(collect(client(), ask('x'), { deadline: Date.now() + 80 }));
    expect(error).toMatchObject({ kind: 'timeout' });
  });

  it('leaving the loop ends the request', async () => {
    server.behave(hangInBody((await whole).slice(0, -120), 'text/event-stream'));
    for await (const event of client().stream?.(ask('x')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    await waitFor(() => server.journal[0]?.disconnected === true);
  });
});

describe('errors inside a stream', () => {
  it.each(['openai chat', 'openai-compatible'])(
    '%s: an error object in a data line',
    async (name) => {
      const start = chatStream(['a'], { finish: null, done: false, usage: false });
      const error = {
        error: { message: 'busy', type: 'server_error', code: 'rate_limit_exceeded' },
      };
      server.behave(eventStream(`${start}data: ${JSON.stringify(error)}\n\n`));
      const thrown = await failure(collect(named(name).make(server.url), ask('x')));
      expect(thrown).toMatchObject({ kind: 'rate-limit', retryable: true });
    },
  );

  it('claude: an overloaded event', async () => {
    const start = { type: 'message_start', message: { id: 'm', usage: { input_tokens: 3 } } };
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const lines = [start, error].map(
      (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    server.behave(eventStream(lines.join('')));
    const thrown = await failure(collect(named('claude').make(server.url), ask('x')));
    expect(thrown).toMatchObject({ kind: 'overloaded', usage: { inputTokens: 3 } });
  });

  it('responses: a response that failed', async () => {
    const response = {
      error: { code: 'server_error', message: 'sorry' },
      usage: { input_tokens: 3, output_tokens: 1 },
    };
    const event = { type: 'response.failed', response };
    server.behave(eventStream(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
    const thrown = await failure(collect(named('openai responses').make(server.url), ask('x')));
    expect(thrown).toMatchObject({ kind: 'server', usage: { inputTokens: 3, outputTokens: 1 } });
  });

  it('converse: an exception event', async () => {
    server.behave(
      frames([
        ['messageStart', { role: 'assistant' }],
        ['throttlingException', { message: 'slow down' }],
      ]),
    );
    const client = named('aws-claude converse').make(server.url);
    expect(await failure(collect(client, ask('x')))).toMatchObject({ kind: 'rate-limit' });
  });

  it('converse: no end mark', async () => {
    server.behave(
      frames([
        ['messageStart', { role: 'assistant' }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'half' } }],
      ]),
    );
    const client = named('aws-claude converse').make(server.url);
    expect(await failure(collect(client, ask('x')))).toMatchObject({
      kind: 'network',
      retryable: true,
    });
  });

  it('is retryable before the first delta and not after it where it cannot be read', async () => {
    const compatible = named('openai-compatible').make(server.url);
    server.behave(eventStream('data: {"id":\n\n'));
    expect(await failure(collect(compatible, ask('x')))).toMatchObject({
      kind: 'protocol',
      retryable: true,
    });
    const start = chatStream(['a'], { finish: null, done: false, usage: false });
    server.behave(eventStream(`${start}data: {"id":\n\n`));
    expect(await failure(collect(compatible, ask('x')))).toMatchObject({
      kind: 'protocol',
      retryable: false,
    });
  });

  it('skips unknown events and comments', async () => {
    const noise = `: hi\nevent: noise\ndata: {"object":"unknown"}\n\n${': x\n'.repeat(1000)}`;
    server.behave(eventStream(noise + chatStream(['a', 'b'])));
    const events = await collect(named('openai-compatible').make(server.url), ask('x'));
    expect(events.at(-1)).toMatchObject({ type: 'end', response: { text: 'ab', finish: 'stop' } });
  });

  it('refuses 2 MB without a line end', async () => {
    server.behave(eventStream(`data: ${'x'.repeat(2_000_000)}`));
    const thrown = await failure(collect(named('openai-compatible').make(server.url), ask('x')));
    expect(thrown).toMatchObject({ kind: 'protocol' });
  });
});

/** Looks again each turn of the event loop; the time limit of the test ends what never comes. */
async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}
