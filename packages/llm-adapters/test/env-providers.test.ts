import { inspect } from 'node:util';
import { MissingConfigurationError } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createClientFromEnv,
  describeProviders,
  type Environment,
  providerRegistry,
} from '../src/env.ts';
import { asRecord, type UnknownRecord } from '../src/wire/read.ts';
import { type ChaosServer, flood, json, startChaosServer } from './support/chaos-server.ts';
import { ask, failure } from './support/collect.ts';
import { lateMs } from './support/patience.ts';
import type { WireFormat } from './support/providers.ts';
import { readCases } from './support/read-cases.ts';
import { playReply } from './support/wire-replies.ts';

const canary = 'canary-env-value-98765';

/** Environments that are complete, and the wire each one speaks. */
const complete: readonly {
  readonly name: string;
  readonly format: WireFormat;
  readonly environment: (url: string) => Environment;
}[] = [
  {
    name: 'openai',
    format: 'chat',
    environment: (url) => ({ OPENAI_API_KEY: canary, OPENAI_BASE_URL: `${url}/v1` }),
  },
  {
    name: 'azure-openai',
    format: 'chat',
    environment: (url) => ({
      AZURE_OPENAI_API_KEY: canary,
      AZURE_OPENAI_ENDPOINT: url,
      AZURE_OPENAI_DEPLOYMENT: 'drafts',
    }),
  },
  {
    name: 'claude',
    format: 'messages',
    environment: (url) => ({ ANTHROPIC_API_KEY: canary, ANTHROPIC_BASE_URL: url }),
  },
  {
    name: 'aws-claude',
    format: 'converse',
    environment: () => ({
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_CLAUDE_MODEL_ID: 'anthropic.claude-test',
      AWS_ACCESS_KEY_ID: 'AKIATESTTESTTESTTEST',
      AWS_SECRET_ACCESS_KEY: canary,
      AWS_SESSION_TOKEN: `${canary}-session`,
    }),
  },
  {
    name: 'openai-compatible',
    format: 'chat',
    environment: (url) => ({
      OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
      OPENAI_COMPATIBLE_MODEL: 'm',
      OPENAI_COMPATIBLE_API_KEY: canary,
    }),
  },
];

describe('createClientFromEnv with the real SDKs', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  /** Bedrock has no variable for an address, so its client class is given one here. */
  const load = async (specifier: string): Promise<unknown> => {
    const loaded: unknown = await import(specifier);
    if (specifier !== '@aws-sdk/client-bedrock-runtime') return loaded;
    const { BedrockRuntimeClient, ...rest } = await import('@aws-sdk/client-bedrock-runtime');
    const { NodeHttpHandler } = await import('@smithy/node-http-handler');
    class LocalClient extends BedrockRuntimeClient {
      constructor(options: UnknownRecord) {
        super({ ...options, endpoint: server.url, requestHandler: new NodeHttpHandler() });
      }
    }
    return { ...rest, BedrockRuntimeClient: LocalClient };
  };
  const create = (name: string, environment: Environment, compose?: false) =>
    createClientFromEnv(
      { KANMON_LLM_PROVIDER: name, ...environment },
      { load, ...(compose === undefined ? {} : { compose }) },
    );

  it.each(complete)('$name answers', async ({ name, format, environment }) => {
    server.behave(playReply(format, 'hello'));
    const client = await create(name, environment(server.url));
    expect(await client.generate(ask('x'))).toMatchObject({ text: 'hello', provider: name });
    expect(server.journal).toHaveLength(1);
  });

  it.each(complete)('$name makes three attempts by default', async ({ name, environment }) => {
    server.behave(json(500, { error: { message: 'down' } }, { 'retry-after-ms': '0' }));
    const client = await create(name, environment(server.url));
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'server', attempts: 3 });
    expect(server.journal).toHaveLength(3);
  });

  it.each(complete)('$name makes one attempt when it is bare', async ({ name, environment }) => {
    server.behave(json(500, { error: { message: 'down' } }));
    const client = await create(name, environment(server.url), false);
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'server' });
    expect(server.journal).toHaveLength(1);
  });

  it.each(complete.filter(({ name }) => name !== 'aws-claude'))(
    '$name refuses an answer without end',
    async ({ name, environment }) => {
      server.behave(flood('{"choices":[{"message":{"content":"'));
      const client = await create(name, environment(server.url), false);
      const error = await failure(client.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'protocol', retryable: false });
      expect(error.message).toContain('sent more than 33554432 bytes');
      await vi.waitFor(() => {
        expect(server.journal[0]?.disconnected).toBe(true);
      }, lateMs);
    },
  );

  it.each(complete)('$name shows no value of the environment', async ({ name, environment }) => {
    const variables = environment(server.url);
    const message = `no: ${Object.values(variables).join(' ')}`;
    server.behave(
      json(401, { error: { message, type: canary, code: canary } }, { 'x-key': canary }),
    );
    const client = await create(name, variables);
    const error = await failure(client.generate(ask('x')));
    const shown = [
      inspect(client, { depth: 12, showHidden: true }),
      JSON.stringify(client),
      inspect(error, { depth: 12, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
    ].join('\n');
    expect(shown).not.toContain(canary);
    expect(shown).not.toContain('AKIATEST');
  });

  it('takes its defaults from the table', async () => {
    const client = await create('openai', { OPENAI_API_KEY: canary });
    expect(client.model).toBe('gpt-5-mini');
    const claude = await create('claude', { ANTHROPIC_API_KEY: canary, ANTHROPIC_MODEL: 'c' });
    expect(claude.model).toBe('c');
  });

  it('gives the SDK the fetch it was given', async () => {
    const seen: string[] = [];
    const environment = { KANMON_LLM_PROVIDER: 'openai', OPENAI_API_KEY: canary };
    const client = await createClientFromEnv(environment, {
      fetch: async (input) => {
        seen.push(input instanceof Request ? input.url : String(input));
        return Response.json({ choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] });
      },
    });
    expect((await client.generate(ask('x'))).text).toBe('x');
    expect(seen).toEqual(['https://api.openai.com/v1/chat/completions']);
  });
});

describe('the table of variables', () => {
  it.each(readCases('env'))('$name', async ({ environment, missing, message }) => {
    const variables = toEnvironment(environment);
    const error = await failure(createClientFromEnv(variables, { load: neverLoad }));
    expect(MissingConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ missing });
    if (typeof message !== 'string') return;
    expect(error.message).toContain(message);
  });

  it('names the package to install when the SDK is not there', async () => {
    const notFound = Object.assign(new Error(`cannot find it, ${canary}`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const error = await failure(
      createClientFromEnv(
        { KANMON_LLM_PROVIDER: 'claude', ANTHROPIC_API_KEY: canary },
        { load: () => Promise.reject(notFound) },
      ),
    );
    expect(error).toMatchObject({
      code: 'provider-package-missing',
      package: '@anthropic-ai/sdk',
      message:
        'the provider claude needs the package @anthropic-ai/sdk, which could not be found. Install it with: npm install @anthropic-ai/sdk. In a bundled program, import it yourself in the option load. Or use another provider',
    });
    expect(inspect(error)).not.toContain(canary);
  });

  it('names the error of an SDK that cannot be loaded', async () => {
    const error = await failure(
      createClientFromEnv(
        { KANMON_LLM_PROVIDER: 'claude', ANTHROPIC_API_KEY: canary },
        { load: () => Promise.reject(new Error(`needs Node 24, not ${canary}`)) },
      ),
    );
    expect(error.message).toContain('threw when it was loaded: needs Node 24');
    expect(inspect(error)).not.toContain(canary);
  });

  it('names the missing export of an SDK', async () => {
    const environment = { KANMON_LLM_PROVIDER: 'openai', OPENAI_API_KEY: canary };
    const error = await failure(createClientFromEnv(environment, { load: async () => ({}) }));
    expect(error.message).toContain('has no export OpenAI');
  });

  it('describes exactly what it reads', () => {
    const described = describeProviders().map(({ provider }) => provider);
    expect(described).toEqual([
      'mock',
      'openai',
      'azure-openai',
      'claude',
      'aws-claude',
      'openai-compatible',
    ]);
    const names = describeProviders().flatMap(({ required, optional }) =>
      [...required, ...optional].map(({ name }) => name),
    );
    expect(names).toHaveLength(providerRegistry.flatMap(({ variables }) => variables).length);
    expect(JSON.stringify(describeProviders())).not.toContain('create');
  });
});

function neverLoad(): Promise<unknown> {
  throw new Error('nothing is loaded before the variables are complete');
}

function toEnvironment(value: unknown): Environment {
  return Object.fromEntries(
    Object.entries(asRecord(value)).map(([name, text]) => [name, String(text)]),
  );
}
