import type { Embedder } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { clientSecrets } from '../call/client-secrets.ts';
import { sdkCallOptions } from '../call/sdk-call-options.ts';
import { type OpenAILike, requireCreate } from '../openai/open-ai-like.ts';
import { createEmbedder } from './create-embedder.ts';

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

const sharedNames = { dimensions: true, batchSize: true } as const;

const defaultBatchSize = 96;

/** An embedder over an `OpenAI` instance. */
export function embedderFromOpenAI(client: OpenAILike, options: OpenAIEmbedderOptions): Embedder {
  checkOptions(options, { model: true, ...sharedNames }, 'embedderFromOpenAI(client, options)');
  return fromClient(client, 'openai', options);
}

/** An embedder over an `AzureOpenAI` instance. */
export function embedderFromAzureOpenAI(
  client: OpenAILike,
  options: AzureOpenAIEmbedderOptions,
): Embedder {
  checkOptions(
    options,
    { deployment: true, ...sharedNames },
    'embedderFromAzureOpenAI(client, options)',
  );
  const { deployment, ...rest } = options;
  return fromClient(client, 'azure-openai', { model: deployment, ...rest });
}

function fromClient(
  client: OpenAILike,
  provider: string,
  options: OpenAIEmbedderOptions,
): Embedder {
  const { model, dimensions, batchSize = defaultBatchSize } = options;
  const embeddings = requireCreate(client, 'embeddings');
  return createEmbedder({
    provider,
    dimensions,
    batchSize,
    encode: (input) => ({ model, input, dimensions }),
    send: (body, call) => embeddings.create(body, sdkCallOptions(call)),
    secrets: () => clientSecrets(client),
  });
}
