import OpenAI from 'openai';
import { readFileSync } from 'node:fs';
import type { LlmRequest } from '@kanmon/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedderFromOpenAI } from '../src/openai.ts';
import { asRecord } from '../src/wire/read.ts';
import { type ChaosServer, json, startChaosServer } from './support/chaos-server.ts';
import { ask, collect, failure } from './support/collect.ts';
import { claudeBody, converseInput, fullRequest } from './support/expected-bodies.ts';
import { canaryKey, providers, type ProviderUnderTest } from './support/providers.ts';
import { playReply } from './support/wire-replies.ts';

const schemaUrl = new URL('openai-schema/openai-requests.json', import.meta.url);
const published = asRecord(JSON.parse(readFileSync(schemaUrl, 'utf8')));

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...published, $id: 'openai' });

/** Problems of a body under OpenAI's published schema, which here also lists the only keys we may send. */
function problemsOf(body: unknown, definition: string): unknown {
  const validate = ajv.getSchema(`openai#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  return validate(body) === true ? [] : validate.errors;
}

function providerNamed(name: string): ProviderUnderTest {
  const provider = providers.find((candidate) => candidate.name === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

const jsonOutput = {
  type: 'json',
  schema: fullRequest.output?.type === 'json' ? (fullRequest.output.schema ?? {}) : {},
} as const;

const requests: readonly (readonly [string, LlmRequest])[] = [
  ['a bare question', ask('x')],
  ['everything at once', fullRequest],
  ['JSON without a schema', ask('x', { output: { type: 'json' } })],
  [
    'JSON with a record',
    ask('x', {
      output: {
        type: 'json',
        schema: { type: 'object', additionalProperties: { type: 'number' } },
      },
    }),
  ],
  ['another model', ask('x', { model: 'gpt-other' })],
  ['a schema with a Japanese name', ask('x', { output: { ...jsonOutput, name: '報告' } })],
];

describe('bodies on the wire', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const capture = async (
    provider: ProviderUnderTest,
    request: LlmRequest,
    mode: 'generate' | 'stream' = 'generate',
  ): Promise<unknown> => {
    server.behave(playReply(provider.format, '{}'));
    const client = provider.make(server.url);
    await (mode === 'generate' ? client.generate(request) : collect(client, request));
    return server.journal[0]?.body;
  };

  const openAi = [
    ['openai chat', 'CreateChatCompletionRequest'],
    ['azure-openai', 'CreateChatCompletionRequest'],
    ['openai-compatible', 'CreateChatCompletionRequest'],
    ['openai responses', 'CreateResponse'],
  ] as const;
  const cells = openAi.flatMap(([name, definition]) =>
    requests.flatMap(([title, request]) =>
      (['generate', 'stream'] as const).map((mode) => ({ name, definition, title, request, mode })),
    ),
  );

  it.each(cells)('$name, $mode: $title is what OpenAI publishes', async (cell) => {
    const body = await capture(providerNamed(cell.name), cell.request, cell.mode);
    expect(problemsOf(body, cell.definition)).toEqual([]);
  });

  it('checks bodies for real', async () => {
    const body = asRecord(await capture(providerNamed('openai chat'), fullRequest));
    const definition = 'CreateChatCompletionRequest';
    expect(problemsOf({ ...body, temperature: 'hot' }, definition)).not.toEqual([]);
    expect(problemsOf({ ...body, top_k: 1 }, definition)).not.toEqual([]);
    expect(problemsOf({ ...body, messages: [{ role: 'tool' }] }, definition)).not.toEqual([]);
  });

  it('sends only what the caller set', async () => {
    expect(await capture(providerNamed('openai chat'), ask('x'))).toEqual({
      model: 'gpt-test',
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(await capture(providerNamed('openai responses'), ask('x'))).toEqual({
      model: 'gpt-test',
      input: [{ role: 'user', content: 'x' }],
    });
  });

  it('sends to claude what its types allow', async () => {
    expect(await capture(providerNamed('claude'), fullRequest)).toEqual(claudeBody);
  });

  it('sends to converse what its types allow', async () => {
    const { modelId, ...rest } = converseInput;
    expect(await capture(providerNamed('aws-claude converse'), fullRequest)).toEqual(rest);
    expect(decodeURIComponent(server.journal[0]?.path ?? '')).toContain(modelId);
  });

  async function warningsOf(name: string): Promise<readonly string[]> {
    const provider = providerNamed(name);
    server.behave(playReply(provider.format, '{}'));
    return (await provider.make(server.url).generate(fullRequest)).warnings;
  }

  it('warns about what it could not carry', async () => {
    expect(await warningsOf('claude')).toEqual([
      'temperature-dropped',
      'metadata-not-sent',
      'schema-keyword-dropped:minLength@/properties/title',
    ]);
    expect(await warningsOf('openai responses')).toContain('stop-dropped');
    expect(await warningsOf('openai chat')).toEqual([
      'metadata-not-sent',
      'schema-keyword-dropped:minLength@/properties/title',
      'schema-keyword-dropped:optional@/properties/note',
    ]);
    expect(await warningsOf('openai-compatible')).toContain('metadata-not-sent');
  });

  it('brings the word JSON into a message where json_object needs it', async () => {
    const output = { type: 'json' } as const;
    const body = asRecord(await capture(providerNamed('openai chat'), ask('x', { output })));
    expect(body['response_format']).toEqual({ type: 'json_object' });
    expect(JSON.stringify(body['messages'])).toContain('JSON');
    const said = asRecord(
      await capture(providerNamed('openai chat'), ask('some json', { output })),
    );
    expect(said['messages']).toEqual([{ role: 'user', content: 'some json' }]);
  });

  it('sends a schema by prompt where the provider cannot enforce it', async () => {
    const output = {
      type: 'json',
      schema: { type: 'object', additionalProperties: { type: 'number' } },
    } as const;
    const body = asRecord(await capture(providerNamed('claude'), ask('x', { output })));
    expect(body).not.toHaveProperty('output_config');
    expect(body['system']).toContain('{"additionalProperties":{"type":"number"},"type":"object"}');
  });

  it('merges provider options last, and not over what decides the call', async () => {
    const request = ask('x', {
      temperature: 0.1,
      providerOptions: {
        openai: { temperature: 0.9, seed: 7, model: 'evil', messages: [], stream: true },
        claude: { top_k: 1 },
      },
    });
    expect(await capture(providerNamed('openai chat'), request)).toEqual({
      model: 'gpt-test',
      messages: [{ role: 'user', content: 'x' }],
      temperature: 0.9,
      seed: 7,
    });
    expect(await capture(providerNamed('claude'), request)).toMatchObject({ top_k: 1 });
  });

  it.each([
    { name: 'claude', roles: ['assistant', 'user'] },
    { name: 'claude', roles: ['system'] },
    { name: 'aws-claude converse', roles: ['assistant', 'user'] },
    { name: 'aws-claude converse', roles: ['system'] },
  ] as const)('$name refuses the roles $roles before the wire', async ({ name, roles }) => {
    server.behave(playReply('chat', 'x'));
    const messages = roles.map((role) => ({ role, content: 'x' }));
    const error = await failure(providerNamed(name).make(server.url).generate({ messages }));
    expect(error).toMatchObject({ kind: 'bad-request' });
    expect(server.journal).toHaveLength(0);
  });

  it('asks for embeddings as OpenAI publishes', async () => {
    server.behave(json(200, { data: [{ index: 0, embedding: [1, 2] }] }));
    const client = new OpenAI({ apiKey: canaryKey, baseURL: `${server.url}/v1` });
    await embedderFromOpenAI(client, { model: 'm', dimensions: 2 }).embed(['x']);
    const body = asRecord(server.journal[0]?.body);
    // The SDK itself adds its wish for base64.
    const { encoding_format: format, ...own } = body;
    expect(problemsOf(own, 'CreateEmbeddingRequest')).toEqual([]);
    expect(format).toBe('base64');
  });
});
