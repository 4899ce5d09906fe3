import { inspect } from 'node:util';
import type { LlmClient } from '@kanmon/core';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretRedactor } from '@kanmon/core/kit';
import {
  createMemoryCassetteStore,
  createOpenAiCompatibleClient,
  createOpenAiCompatibleEmbedder,
  type OpenAiCompatibleOptions,
  pipe,
  type TraceEvent,
  withCassette,
  withTrace,
} from '../src/index.ts';
import { mapProviderError } from '../src/kit.ts';
import { fromOpenAI } from '../src/openai.ts';
import {
  type Behaviour,
  type ChaosServer,
  eventStream,
  json,
  page,
  startChaosServer,
} from './support/chaos-server.ts';
import { chatAnswer, chatStream } from './support/chat.ts';
import { ask, collect, failure } from './support/collect.ts';
import { providers } from './support/providers.ts';

/** No shape is known of it, and every spelling differs from it. */
const key = 'Canary/Key+7"x\\~0123456789==';

const bytes = Buffer.from(key, 'utf8');
const spellings: readonly (readonly [string, string])[] = [
  ['as it is', key],
  ['in lower case', key.toLowerCase()],
  ['in upper case', key.toUpperCase()],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['percent-encoded whole', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in a form', new URLSearchParams({ k: key }).toString().slice(2)],
  ['as JSON', JSON.stringify(key).slice(1, -1)],
  ['as JSON in JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
  ['as JSON with escaped slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
  [
    'as JSON in ASCII',
    Array.from(key, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in HTML', key.replaceAll('"', '&quot;')],
  ['in base64', bytes.toString('base64')],
  ['in base64url', bytes.toString('base64url')],
  ['as the password of basic credentials', Buffer.from(`user:${key}`).toString('base64')],
  ['in base64 at another offset', Buffer.from(`ab${key}cd`).toString('base64')],
];

/** Long enough to find what is left of any spelling. */
const remains = (text: string, spelling: string): boolean =>
  Array.from({ length: spelling.length - 11 }, (_, at) => spelling.slice(at, at + 12)).some(
    (piece) => text.includes(piece),
  );

describe('createSecretRedactor', () => {
  it.each(spellings)('removes a value %s', (_name, spelling) => {
    const safe = createSecretRedactor([key])(`before ${spelling} after`);
    expect(safe).toMatch(/^before .*\[redacted\].* after$/);
    expect(remains(safe, spelling)).toBe(false);
  });
});

describe('a part of a secret', () => {
  const secret = 'zq9Xk3vT7mW2pL8rN5bY1cD4';
  const redact = createSecretRedactor([secret]);

  it.each([
    ['cut off', `key ${secret.slice(0, 22)}...`, 'key [redacted]...'],
    ['masked at its end', `key ${secret.slice(0, 12)}************.`, 'key [redacted]************.'],
    ['masked at its start', `key ****${secret.slice(4)}.`, 'key ****[redacted].'],
    ['its last half', `key ...${secret.slice(12)}.`, 'key ...[redacted].'],
    ['in other letters', `key ${secret.slice(0, 20).toUpperCase()}.`, 'key [redacted].'],
    [
      'broken over lines',
      `key ${secret.slice(0, 12)}\r\n  ${secret.slice(12)}.`,
      'key [redacted].',
    ],
    ['with invisible spaces', `key ${[...secret].join('\u200b')}.`, 'key [redacted].'],
    ['with tag characters', `key ${[...secret].join('\u{e0041}')}.`, 'key [redacted].'],
    ['with spaces', `key ${secret.slice(0, 16).split('').join(' ')}.`, 'key [redacted].'],
    ['twice', `${secret.slice(0, 13)}${secret.slice(3)}`, '[redacted]'],
    ['both ends', `${secret.slice(0, 12)}*${secret.slice(12)}`, '[redacted]*[redacted]'],
  ])('is removed: %s', (_name, text, safe) => {
    expect(redact(text)).toBe(safe);
  });

  it.each([
    ['less than half', `key ${secret.slice(0, 11)}...`],
    ['its middle', `key ...${secret.slice(5, 18)}...`],
    ['far apart', `key ${secret.slice(0, 11)}${' '.repeat(17)}${secret.slice(11, 20)}`],
  ])('stays: %s', (_name, text) => {
    expect(redact(text)).toBe(text);
  });

  it('has at least 8 characters', () => {
    const short = createSecretRedactor(['abcdefgh12', 'word']);
    expect(short('abcdefg, abcdefgh, w o r d')).toBe('abcdefg, [redacted], w o r d');
  });

  it('is found where the secret repeats itself', () => {
    const repeats = createSecretRedactor(['abcabcabcabcabcabcx']);
    expect(repeats(`-${'abc'.repeat(9)}-`)).toBe('-[redacted]-');
    expect(repeats('-bcabcabcabcx-')).toBe('-[redacted]-');
  });
});

it('quotes a message of a server on one line, with its invisible characters escaped', () => {
  const message = 'not\u200bfound\r\n2026-01-01 ERROR forged\tline \u202eevil\u0007';
  const error = mapProviderError({ message, status: 404 }, { provider: 'p' });
  expect(error.message).toContain(
    'not\\u200bfound 2026-01-01 ERROR forged line \\u202eevil\\u0007',
  );
});

describe('mapProviderError', () => {
  it.each(spellings)('removes a key %s from message, request id and cause', (_name, spelling) => {
    const thrown = Object.assign(new Error(`refused ${spelling}`), {
      status: 401,
      code: spelling,
      headers: new Headers({ 'x-request-id': encodeURI(spelling) }),
    });
    const shown = inspect(mapProviderError(thrown, { provider: 'p', secrets: [key] }), {
      depth: 9,
    });
    expect(remains(shown, spelling)).toBe(false);
  });

  it.each([0, 470, 480, 490, 495, 499, 600])(
    'leaves no part of a key where it cuts: %d',
    (place) => {
      const long = `k${'0123456789abcdef'.repeat(20)}`;
      const thrown = new Error(`${'.'.repeat(place)}${long} ${long}`);
      const { message } = mapProviderError(thrown, { provider: 'p', secrets: [long] });
      expect(message).not.toMatch(/k0123|89abcdef/);
    },
  );
});

type Settings = Omit<OpenAiCompatibleOptions, 'baseUrl' | 'model'>;

describe('an error of a compatible server', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const secret = 'canary-plain-key-0123456789';
  const base = (): string => `${server.url}/v1`;
  const settings: readonly (readonly [string, (url: string) => Settings & { baseUrl: string }])[] =
    [
      ['apiKey', (baseUrl) => ({ baseUrl, apiKey: secret })],
      ['a key function', (baseUrl) => ({ baseUrl, apiKey: async () => secret })],
      [
        'authorization: Token',
        (baseUrl) => ({ baseUrl, headers: { authorization: `Token ${secret}` } }),
      ],
      [
        'basic credentials',
        (baseUrl) => ({ baseUrl, headers: { authorization: `Basic ${btoa(`u:${secret}`)}` } }),
      ],
      [
        'ocp-apim-subscription-key',
        (baseUrl) => ({ baseUrl, headers: { 'ocp-apim-subscription-key': secret } }),
      ],
      ['a header of another name', (baseUrl) => ({ baseUrl, headers: { 'x-anything': secret } })],
      ['a cookie', (baseUrl) => ({ baseUrl, headers: { cookie: `a=b; session=${secret}` } })],
      ['user info', (baseUrl) => ({ baseUrl: baseUrl.replace('://', `://user:${secret}@`) })],
      ['the query', (baseUrl) => ({ baseUrl: `${baseUrl}?key=${secret}` })],
      ['the path', (baseUrl) => ({ baseUrl: `${baseUrl}/${secret}` })],
      ['defaults.secrets', (baseUrl) => ({ baseUrl, defaults: { secrets: [secret] } })],
    ];
  const echoes: readonly (readonly [string, Behaviour])[] = [
    ['a 200 that is not JSON', page(200, `unknown key ${secret}`)],
    ['a 200 that begins with the key', page(200, `${secret}${'.'.repeat(200)}`)],
    ['a key across the cut', page(200, `${'.'.repeat(70)}${secret}`)],
    [
      'an error message',
      json(401, { error: { message: `bad key ${secret}`, code: secret, type: secret } }),
    ],
    ['an error page', page(502, `<p>${secret}</p>`)],
    ['a request id', json(500, {}, { 'x-request-id': secret })],
    ['a stream of garbage', eventStream(`data: ${secret}\n\n`)],
    ['an error in a stream', eventStream(`data: {"error":{"message":"${secret}"}}\n\n`)],
    ['an answer', json(200, chatAnswer(`you sent ${secret}`, { id: secret, model: secret }))],
    [
      'a streamed answer',
      eventStream(chatStream(['you sent canary-plain', '-key-0123456789', '.'])),
    ],
  ];

  it.each(
    settings.flatMap(([from, make]) =>
      echoes.map(([how, echo]) => [from, how, make, echo] as const),
    ),
  )('shows no key from %s in %s', async (_from, how, make, echo) => {
    const shown: unknown[] = [];
    const sink = (event: TraceEvent): void => {
      shown.push(event);
    };
    const store = createMemoryCassetteStore();
    const adapter = createOpenAiCompatibleClient({ ...make(base()), model: 'm' });
    const client = pipe(
      adapter,
      withCassette({ mode: 'record', store }),
      withTrace(sink, { content: !how.includes('answer') }),
    );
    server.behave(echo);
    shown.push(
      await client.generate(ask('x')).then(
        () => null,
        (error: unknown) => error,
      ),
    );
    server.behave(echo);
    shown.push(
      await collect(client, ask('x')).then(
        () => null,
        (error: unknown) => error,
      ),
    );
    expect(server.journal).toHaveLength(1);
    const text = [
      store.text(),
      ...shown.map((each) => inspect(each, { depth: 9, showHidden: true })),
      inspect(client, { depth: 9, showHidden: true }),
    ].join('\n');
    // `id` and `model` of an answer are the provider's words, and a trace reports them.
    const safe = how === 'an answer' ? text.replaceAll(/(?:id|model): '[^']*'/g, '') : text;
    expect(remains(safe, secret)).toBe(false);
  });

  it('sends user info as basic credentials and leaves the query behind the path', async () => {
    server.behave(json(200, chatAnswer('fine')));
    const baseUrl = `${base().replace('://', '://user:p%40ss@')}/?api-version=1`;
    const client = createOpenAiCompatibleClient({ baseUrl, model: 'm' });
    expect((await client.generate(ask('x'))).text).toBe('fine');
    expect(server.journal[0]?.path).toBe('/v1/chat/completions?api-version=1');
    expect(server.journal[0]?.headers['authorization']).toBe(`Basic ${btoa('user:p@ss')}`);
  });

  it('does not quote what a key function throws', async () => {
    const apiKey = (): string => {
      throw Object.assign(new Error(`cannot renew ${secret}`), { code: 'ECONNREFUSED' });
    };
    const make = (): LlmClient =>
      createOpenAiCompatibleClient({ baseUrl: base(), model: 'm', apiKey });
    const error = await failure(make().generate(ask('x')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
    expect(error.message).toContain('the key function (options.apiKey)');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  });

  it('keeps ordinary words of harmless headers', async () => {
    server.behave(
      json(400, { error: { message: 'application/json is not kanmon-tests, eu-west' } }),
    );
    const headers = {
      'user-agent': 'kanmon-tests',
      accept: 'application/json',
      'x-region': 'eu-west',
    };
    const client = createOpenAiCompatibleClient({ baseUrl: base(), model: 'm', headers });
    expect((await failure(client.generate(ask('x')))).message).toContain(
      'application/json is not kanmon-tests, eu-west',
    );
  });

  it('shows no key in an error of an embedder', async () => {
    server.behave(page(200, `unknown key ${secret}`));
    const embedder = createOpenAiCompatibleEmbedder({
      baseUrl: base(),
      model: 'm',
      dimensions: 2,
      apiKey: secret,
    });
    expect((await failure(embedder.embed(['x']))).message).not.toContain(secret);
  });

  it.each(providers)('keeps the prompt out of a trace without content: $name', async ({ make }) => {
    const events: TraceEvent[] = [];
    const client = pipe(
      make(server.url),
      withTrace((event) => {
        events.push(event);
      }),
    );
    server.behave(json(400, { error: { message: 'cannot answer "my private words"' } }));
    await failure(client.generate(ask('my private words')));
    await failure(collect(client, ask('my private words')));
    expect(events.filter(({ type }) => type === 'call-failed')).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain('private');
    expect(JSON.stringify(events)).toContain('answered 400 (bad-request)');
  });
});

describe('a header that cannot be sent', () => {
  const secret = 'my-internal-token-1234567890';
  const invalid = [`${secret}\nfoo`, `${secret}日本`];
  const address = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };

  const shown = (error: unknown): string => inspect(error, { depth: 9 });

  it.each(invalid)('is refused with the client, and not quoted (%#)', (value) => {
    const options = [{ apiKey: value }, { headers: { 'x-api-key': value } }];
    for (const option of options) {
      const make = () => createOpenAiCompatibleClient({ ...address, ...option });
      expect(make).toThrow(/^expected options.apiKey and options.headers to be HTTP headers/);
      try {
        make();
      } catch (error) {
        expect(shown(error)).not.toContain(secret);
      }
    }
    const embedder = { ...address, dimensions: 3, apiKey: value };
    expect(() => createOpenAiCompatibleEmbedder(embedder)).toThrow(/HTTP headers/);
  });

  it('is refused where the key is neither a text nor a function', () => {
    const make = () => createOpenAiCompatibleClient({ ...address, apiKey: 5 as never });
    expect(make).toThrow(
      /expected options.apiKey to be a text or a function that returns one, got/,
    );
  });

  it.each(invalid)(
    'is not tried again where it is known at the call, and not quoted (%#)',
    async (value) => {
      const openai = (options: object) =>
        fromOpenAI(new OpenAI({ apiKey: 'k', ...options }), { model: 'm' });
      const clients = [
        createOpenAiCompatibleClient({ ...address, apiKey: () => value }),
        openai({ apiKey: value }),
        openai({ defaultHeaders: { 'x-api-key': value } }),
      ];
      for (const client of clients) {
        const error = await failure(client.generate(ask('x')));
        expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
        expect(shown(error)).not.toContain(secret);
      }
    },
  );
});

describe('a message of a server', () => {
  const told = async (message: string, options: object = {}): Promise<string> => {
    const body = JSON.stringify({ error: { message } });
    const client = createOpenAiCompatibleClient({
      baseUrl: 'http://localhost/v1',
      model: 'm',
      fetch: async () => new Response(body, { status: 404 }),
      ...options,
    });
    const { message: text, cause } = await failure(client.generate(ask('x')));
    const quoted = /\(not-found\): (.*); check the name/.exec(text)?.[1] ?? text;
    expect(String(cause)).toContain(quoted);
    return quoted;
  };

  it.each([
    ['EMPTY', 'the model "llama3" of the test server is EMPTY'],
    ['ollama', 'the model "llama3" of ollama was not found'],
    ['none', 'none of the models was found'],
    ['not-needed', 'the field is not-needed'],
    ['lm-studio', 'start lm-studio first'],
    ['local-1', 'the host local-1 is not local'],
  ])('keeps the word %s, which is the key', async (apiKey, message) => {
    expect(await told(message, { apiKey })).toBe(message);
  });

  it.each([
    ['EMPTY', 'Incorrect API key provided: EMPTY.', 'Incorrect API key provided: [redacted].'],
    ['local-1', 'no user for the key "local-1"', 'no user for the key "[redacted]"'],
    ['local-1', 'got Bearer local-1', 'got Bearer [redacted]'],
    ['local-1', 'no answer of /v1?k=local-1&x', 'no answer of /v1?k=[redacted]&x'],
    ['canary-12', 'the key is canary-12, of canary-12', 'the key is [redacted], of [redacted]'],
  ])('hides the key %s in %j', async (apiKey, message, safe) => {
    expect(await told(message, { apiKey })).toBe(safe);
  });

  it('keeps the name of the model of its client', async () => {
    const model = 'sk-tutor-7b';
    const message = `The model \`${model}\` does not exist. Available: org/${model}, ${model}.`;
    expect(await told(message, { model })).toBe(message);
    expect(await told(`${message} ${model}-abcdefgh1234`, { model })).toBe(`${message} [redacted]`);
  });

  it('hides a model that is a key', async () => {
    const model = 'sk-abcdefghijkl0123456789';
    expect(await told(`no model ${model}`, { model })).toBe('no model [redacted]');
    expect(await told('no model sk-a1b2-c3', { model: 'sk-a1b2-c3', apiKey: 'sk-a1b2-c3' })).toBe(
      'no model [redacted]',
    );
  });
});
