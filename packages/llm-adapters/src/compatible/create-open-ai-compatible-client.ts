import { InvalidArgumentError, type LlmCapabilities, type LlmClient } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { createWireClient } from '../call/create-wire-client.ts';
import { createChatFold, decodeChat } from '../openai/chat-answer.ts';
import { type ChatDialect, encodeChat } from '../openai/chat-body.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import { describeValue } from '../support/describe-value.ts';
import type { ApiKey } from './api-key.ts';
import { assertBaseUrl } from './assert-base-url.ts';
import { createHttp } from './create-http.ts';
import { readChatChunks } from './read-chat-chunks.ts';

/** How far a server can be made to answer in JSON. */
export type JsonMode = 'schema' | 'object' | 'prompt';

/** Options of `createOpenAiCompatibleClient`. */
export interface OpenAiCompatibleOptions {
  /** Up to and with the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: ApiKey;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch;
  readonly headers?: HeadersInit;
  /** `schema`: the server enforces JSON Schema; `object`: it guarantees JSON; `prompt`: neither. @default 'object' */
  readonly jsonMode?: JsonMode;
  /** Ask for usage in streams; off for servers that refuse `stream_options`. @default true */
  readonly streamUsage?: boolean;
  /** Name in responses, errors and `providerOptions`. @default 'openai-compatible' */
  readonly provider?: string;
  readonly defaults?: AdapterDefaults;
}

const optionNames: OptionNames<OpenAiCompatibleOptions> = {
  baseUrl: true,
  model: true,
  apiKey: true,
  fetch: true,
  headers: true,
  jsonMode: true,
  streamUsage: true,
  provider: true,
  defaults: true,
};

const abilityOfMode: Readonly<Record<JsonMode, LlmCapabilities['jsonSchema']>> = {
  schema: 'native',
  object: 'json-object',
  prompt: 'prompt',
};

/**
 * A client for any server that speaks OpenAI's chat completions (Ollama, vLLM, LM Studio, Groq), by plain
 * `fetch`. No SDK, no retry.
 *
 * @example
 * const client = createOpenAiCompatibleClient({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' });
 */
export function createOpenAiCompatibleClient(options: OpenAiCompatibleOptions): LlmClient {
  checkOptions(options, optionNames, 'createOpenAiCompatibleClient(options)');
  const { model, jsonMode = 'object', streamUsage = true, defaults = {} } = options;
  const { provider = 'openai-compatible' } = options;
  assertBaseUrl(options.baseUrl);
  if (typeof model !== 'string' || model === '') {
    throw new InvalidArgumentError(
      `expected options.model to name a model of the server, got ${describeValue(model)}`,
    );
  }
  if (abilityOfMode[jsonMode] === undefined) {
    throw new InvalidArgumentError(
      `expected options.jsonMode to be schema, object or prompt, got ${JSON.stringify(jsonMode)}`,
    );
  }
  const { baseUrl, apiKey, headers } = options;
  const { maxResponseBytes, secrets } = defaults;
  const http = createHttp({ ...options, provider, maxResponseBytes, secrets });
  const capabilities: LlmCapabilities = {
    jsonSchema: abilityOfMode[jsonMode],
    stream: true,
    temperature: true,
    system: 'message',
    ...defaults.capabilities,
  };
  const dialect: ChatDialect = { limitKey: 'max_tokens', streamUsage };
  return createWireClient(
    {
      provider,
      model,
      capabilities,
      abilities: {
        dialect: 'openai-strict',
        lenientSchema: true,
        jsonObject: true,
        stop: true,
        metadata: 'none',
      },
      encode: (request, mode) => encodeChat(request, mode, dialect),
      send: (body, call) => http.postJson('/chat/completions', body, call),
      decode: (answer) => decodeChat(answer, provider),
      openStream: async (body, call) =>
        readChatChunks(
          await http.postForStream('/chat/completions', body, call),
          provider,
          http.parse,
        ),
      createFold: createChatFold,
      secrets: http.secrets,
      origin: {
        server: { baseUrl, jsonMode },
        credentials: () =>
          typeof apiKey === 'function'
            ? apiKey
            : [apiKey ?? '', ...[...new Headers(headers)].flat()],
      },
    },
    defaults,
  );
}
