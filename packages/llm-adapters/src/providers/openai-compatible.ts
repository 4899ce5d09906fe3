import {
  type Embedder,
  InvalidArgumentError,
  type LlmCapabilities,
  type LlmClient,
} from '@kanmon/core';
import { checkFlags } from '@kanmon/core/kit';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { parseRecord } from '../errors/error-signs.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { decodeServerSentEvents } from '../wire/server-sent-events.ts';
import { createEmbedder } from './create-embedder.ts';
import { type ApiKey, createHttp, maxErrorCharacters } from './create-http.ts';
import {
  chatAbilities,
  chatEndMark,
  createChatFold,
  decodeChat,
  encodeChat,
  throwIfError,
} from './openai-bodies.ts';

/** The strongest way in which a server can be made to answer in JSON. */
export type JsonMode = 'schema' | 'object' | 'prompt';

/** Options of `createOpenAiCompatibleClient`. */
export interface OpenAiCompatibleOptions {
  /** Up to and with the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: ApiKey;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch;
  /** Anything that `new Headers(...)` takes. */
  readonly headers?: NonNullable<ConstructorParameters<typeof Headers>[0]>;
  /** `schema`: the server enforces JSON Schema; `object`: it guarantees JSON; `prompt`: neither. @default 'object' */
  readonly jsonMode?: JsonMode;
  /** Ask for usage in streams; off for servers that refuse `stream_options`. @default true */
  readonly streamUsage?: boolean;
  /** Name in responses, errors and `providerOptions`. @default 'openai-compatible' */
  readonly provider?: string;
  readonly defaults?: AdapterDefaults;
}

const abilityOfMode: Readonly<Record<JsonMode, LlmCapabilities['jsonSchema']>> = {
  schema: 'native',
  object: 'json-object',
  prompt: 'prompt',
};

/**
 * Creates a client for any server that speaks OpenAI's chat completions (Ollama, vLLM, LM Studio, Groq), by
 * plain `fetch`. No SDK, no retry.
 *
 * @example
 * const client = createOpenAiCompatibleClient({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' });
 */
export function createOpenAiCompatibleClient(options: OpenAiCompatibleOptions): LlmClient {
  checkOptions(
    options,
    'baseUrl model apiKey fetch headers jsonMode streamUsage provider defaults',
    'createOpenAiCompatibleClient(options)',
  );
  const { model, jsonMode = 'object', streamUsage = true, defaults = {} } = options;
  checkFlags({ streamUsage });
  const { baseUrl, apiKey, headers, provider = defaultProvider } = options;
  const { maxResponseBytes, secrets } = defaults;
  const http = createHttp({ ...options, provider, maxResponseBytes, secrets });
  if (typeof model !== 'string' || model === '') {
    throw new InvalidArgumentError(
      `expected options.model to name a model of the server, got ${describeKind(model)}`,
    );
  }
  const jsonSchema = abilityOfMode[jsonMode];
  if (jsonSchema === undefined) {
    throw new InvalidArgumentError(
      `expected options.jsonMode to be schema, object or prompt, got ${JSON.stringify(jsonMode)}`,
    );
  }
  return createWireClient(
    {
      provider,
      model,
      capabilities: withCapabilities({ jsonSchema }, defaults),
      abilities: { ...chatAbilities, metadata: 'none' },
      encode: (request, mode) => encodeChat(request, mode, { limitKey: 'max_tokens', streamUsage }),
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

const defaultProvider = 'openai-compatible';

/**
 * Reads the JSON chunks of a chat stream, the last one `[DONE]` itself. The fold detects a stream that ends too
 * early; a body that is not an event stream at all (HTML, plain JSON) is an error here, its own where it has one.
 *
 * @yields Parsed chunks, then the end mark.
 */
async function* readChatChunks(
  body: AsyncIterable<Uint8Array>,
  provider: string,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  let events = 0;
  let start = '';
  const decoder = new TextDecoder();
  async function* watched(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of body) {
      if (events === 0 && start.length < maxErrorCharacters) {
        start += decoder.decode(chunk, { stream: true });
      }
      yield chunk;
    }
  }
  for await (const { data } of decodeServerSentEvents(watched())) {
    events += 1;
    if (data === chatEndMark) {
      yield data;
      return;
    }
    yield parse(data);
  }
  if (events > 0) return;
  throwIfError(parseRecord(start));
  throw protocolError(provider, 'it holds no event');
}

/** Options of `createOpenAiCompatibleEmbedder`. */
export interface OpenAiCompatibleEmbedderOptions extends Pick<
  OpenAiCompatibleOptions,
  'baseUrl' | 'model' | 'apiKey' | 'fetch'
> {
  /** Length of the vectors the model returns; checked in every answer, not sent: many servers refuse it. */
  readonly dimensions: number;
  /** Texts of one request. @default 96 */
  readonly batchSize?: number;
  /** Longest answer in bytes; a longer one is a `protocol` error. @default 33_554_432 */
  readonly maxResponseBytes?: number;
}

/** Creates an embedder for any server that speaks OpenAI's embeddings API, by plain `fetch`. */
export function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder {
  checkOptions(
    options,
    'baseUrl model dimensions apiKey batchSize fetch maxResponseBytes',
    'createOpenAiCompatibleEmbedder(options)',
  );
  const { model, dimensions, batchSize } = options;
  const http = createHttp({ ...options, provider: defaultProvider });
  return createEmbedder({
    provider: defaultProvider,
    dimensions,
    batchSize,
    encode: (input) => ({ model, input }),
    send: (body, call) => http.postJson('/embeddings', body, call),
    secrets: http.secrets,
  });
}
