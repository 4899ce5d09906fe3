import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import { createSecretRedactor } from '@kanmon/core/kit';
import {
  createMockClient,
  pipe,
  requestKey,
  withCache,
  withJsonOutput,
  withRedaction,
  createMemoryCache,
} from '../../src/index.ts';
import { decodeServerSentEvents, lowerJsonSchema, mapProviderError } from '../../src/kit.ts';
import { ask } from '../support/collect.ts';

// Every public function of this package that reads text. Refusals are work too.

export const secrets: HostileTarget = hostileTarget(['secrets', 'spaces', 'json'], (text) =>
  createSecretRedactor(['abcabcabcabc', text.slice(0, 40)])(text),
);
export const providerErrors: HostileTarget = hostileTarget(['secrets', 'json'], (text) =>
  mapProviderError(
    { message: text, status: 400, error: { message: text, code: text, type: text } },
    { provider: text, secrets: ['abcabcabcabc'] },
  ),
);
const echo = createMockClient(({ messages }) => messages.map(({ content }) => content).join('|'), {
  onExhausted: 'repeat-last',
});
export const redaction: HostileTarget = hostileTarget(
  ['secrets', 'digits', 'spaces', 'paths', 'japanese', 'odd'],
  (text) => pipe(echo, withRedaction()).generate(ask(`x${text}`)),
);
export const redactedStream: HostileTarget = hostileTarget(
  ['secrets', 'digits', 'paths'],
  async (text) => {
    const client = pipe(echo, withRedaction());
    let length = 0;
    for await (const event of client.stream?.(ask(`x${text}`)) ?? []) {
      if (event.type === 'delta') length += event.text.length;
    }
    return length;
  },
);
export const jsonOutput: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], async (text) => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
  } as const;
  const client = pipe(echo, withJsonOutput({ inject: 'schema-in-prompt' }));
  return client
    .generate(ask(text, { output: { type: 'json', name: 'a', schema } }))
    .catch(() => undefined);
});
export const events: HostileTarget = hostileTarget(['spaces', 'wraps', 'json'], async (text) => {
  const bytes = new TextEncoder().encode(text);
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let from = 0; from < bytes.length; from += 16) yield bytes.subarray(from, from + 16);
  }
  let count = 0;
  for await (const event of decodeServerSentEvents(chunks())) count += event.data.length;
  return count;
});
export const keys: HostileTarget = hostileTarget(['json', 'odd'], (text) =>
  requestKey(echo, ask(`x${text}`)),
);
export const cached: HostileTarget = hostileTarget(['json', 'odd'], (text) =>
  pipe(echo, withCache({ store: createMemoryCache() })).generate(ask(`x${text}`)),
);
export const lowering: HostileTarget = hostileTarget(['json', 'paths', 'odd'], (text) => {
  const names = text.split('a').map((name, at) => name + String(at));
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', pattern: text.slice(0, 200), description: name }]),
  );
  const schema = { type: 'object', description: text, properties } as const;
  for (const dialect of ['openai-strict', 'claude', 'converse'] as const) {
    lowerJsonSchema(schema, dialect);
  }
});
