import { type Embedder, InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { checkOneOf, isRecord } from '@kanmon/core/kit';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asRecord } from '../wire/read.ts';
import { type CreateMethod, hasCreate, sdkTransport } from '../wire/sdk-client.ts';
import type { Wire } from '../wire/wire.ts';
import { createEmbedder } from './create-embedder.ts';
import {
  chatAbilities,
  createChatFold,
  createResponsesFold,
  decodeChat,
  decodeResponses,
  encodeChat,
  encodeResponses,
  responsesAbilities,
} from './openai-bodies.ts';

/** The methods that are used of an OpenAI client. The classes `OpenAI` and `AzureOpenAI` of openai 6 and 7 fit. */
export interface OpenAILike {
  readonly chat?: { readonly completions: CreateMethod };
  readonly responses?: CreateMethod;
  readonly embeddings?: CreateMethod;
}

/** The two APIs OpenAI offers for text. */
export type OpenAiApi = 'chat' | 'responses';

/** Options of `fromOpenAI`. */
export interface FromOpenAIOptions {
  readonly model: string;
  /** Chat completions or the Responses API. @default 'chat' */
  readonly api?: OpenAiApi;
  readonly defaults?: AdapterDefaults;
}

/** Options of `fromAzureOpenAI`. */
export interface FromAzureOpenAIOptions extends Omit<FromOpenAIOptions, 'model'> {
  /** The name the model was deployed under; Azure asks for it where OpenAI asks for a model. */
  readonly deployment: string;
}

/** Options of `embedderFromOpenAI`. */
export interface OpenAIEmbedderOptions {
  readonly model: string;
  /** Length of the vectors; sent to the API, and checked in every answer. */
  readonly dimensions: number;
  /** Texts of one request. @default 96 */
  readonly batchSize?: number;
}

/** Options of `embedderFromAzureOpenAI`. */
export interface AzureOpenAIEmbedderOptions extends Omit<OpenAIEmbedderOptions, 'model'> {
  readonly deployment: string;
}

/**
 * Creates a client over an instance of the official `openai` package (6 or 7). Provider `openai`.
 *
 * @example
 * const client = fromOpenAI(new OpenAI({ apiKey }), { model: 'gpt-5-mini' });
 */
export function fromOpenAI(client: OpenAILike, options: FromOpenAIOptions): LlmClient {
  checkOptions(options, 'model api defaults', 'fromOpenAI(client, options)');
  return createClient(client, 'openai', options);
}

/**
 * Creates a client over an `AzureOpenAI` instance of the `openai` package. Provider `azure-openai`.
 *
 * @example
 * const client = fromAzureOpenAI(new AzureOpenAI({ endpoint, apiKey, apiVersion }), { deployment: 'drafts' });
 */
export function fromAzureOpenAI(client: OpenAILike, options: FromAzureOpenAIOptions): LlmClient {
  checkOptions(options, 'deployment api defaults', 'fromAzureOpenAI(client, options)');
  const { deployment, ...rest } = options;
  return createClient(client, 'azure-openai', { model: deployment, ...rest });
}

/** Creates an embedder over an `OpenAI` instance. */
export function embedderFromOpenAI(client: OpenAILike, options: OpenAIEmbedderOptions): Embedder {
  checkOptions(options, 'model dimensions batchSize', 'embedderFromOpenAI(client, options)');
  return fromEmbeddings(client, 'openai', options);
}

/** Creates an embedder over an `AzureOpenAI` instance. */
export function embedderFromAzureOpenAI(
  client: OpenAILike,
  options: AzureOpenAIEmbedderOptions,
): Embedder {
  checkOptions(
    options,
    'deployment dimensions batchSize',
    'embedderFromAzureOpenAI(client, options)',
  );
  const { deployment, ...rest } = options;
  return fromEmbeddings(client, 'azure-openai', { model: deployment, ...rest });
}

function createClient(client: OpenAILike, provider: string, options: FromOpenAIOptions): LlmClient {
  const { model, api = 'chat', defaults = {} } = options;
  checkOneOf('api', api, 'chat responses');
  const resource = requireCreate(client, api === 'chat' ? 'chat.completions' : 'responses');
  const { secrets } = defaults;
  const format: Pick<Wire, 'abilities' | 'encode' | 'decode' | 'createFold'> =
    api === 'chat'
      ? {
          abilities: chatAbilities,
          encode: (request, mode) =>
            encodeChat(request, mode, { limitKey: 'max_completion_tokens', streamUsage: true }),
          decode: (answer) => decodeChat(answer, provider),
          createFold: createChatFold,
        }
      : {
          abilities: responsesAbilities,
          encode: encodeResponses,
          decode: (answer) => decodeResponses(answer, provider),
          createFold: () => createResponsesFold(provider),
        };
  const transport = sdkTransport(client, resource, { provider, secrets, settings: { api } });
  const capabilities = withCapabilities({}, defaults);
  return createWireClient({ model, capabilities, ...format, ...transport }, defaults);
}

function fromEmbeddings(
  client: OpenAILike,
  provider: string,
  options: OpenAIEmbedderOptions,
): Embedder {
  const { model, dimensions, batchSize } = options;
  const resource = requireCreate(client, 'embeddings');
  return createEmbedder({
    dimensions,
    batchSize,
    encode: (input) => ({ model, input, dimensions }),
    ...sdkTransport(client, resource, { provider }),
  });
}

/** Returns the wanted part of a client; throws `InvalidArgumentError` when it is not there. */
function requireCreate(
  client: OpenAILike,
  path: 'chat.completions' | 'responses' | 'embeddings',
): CreateMethod {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => asRecord(value)[key], isRecord(client) ? client : {});
  if (hasCreate(found)) return found;
  throw new InvalidArgumentError(
    `expected an OpenAI client with ${path}.create, got ${describeKind(client)}; pass new OpenAI({ apiKey })`,
  );
}
