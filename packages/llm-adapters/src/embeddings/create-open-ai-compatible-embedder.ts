import type { Embedder } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { ApiKey } from '../compatible/api-key.ts';
import { assertBaseUrl } from '../compatible/assert-base-url.ts';
import { createHttp } from '../compatible/create-http.ts';
import { createEmbedder } from './create-embedder.ts';

/** Options of `createOpenAiCompatibleEmbedder`. */
export interface OpenAiCompatibleEmbedderOptions {
  /** Up to and with the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Length of the vectors the model gives; checked in every answer, not sent: many servers refuse it. */
  readonly dimensions: number;
  readonly apiKey?: ApiKey;
  /** Texts of one request. @default 96 */
  readonly batchSize?: number;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch;
  /** Longest answer in bytes; a longer one is a `protocol` error. @default 33_554_432 */
  readonly maxResponseBytes?: number;
}

const optionNames: OptionNames<OpenAiCompatibleEmbedderOptions> = {
  baseUrl: true,
  model: true,
  dimensions: true,
  apiKey: true,
  batchSize: true,
  fetch: true,
  maxResponseBytes: true,
};

const provider = 'openai-compatible';

/** An embedder for any server that speaks OpenAI's embeddings API, by plain `fetch`. */
export function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder {
  checkOptions(options, optionNames, 'createOpenAiCompatibleEmbedder(options)');
  const { model, dimensions, batchSize = 96 } = options;
  assertBaseUrl(options.baseUrl);
  const http = createHttp({ ...options, provider });
  return createEmbedder({
    provider,
    dimensions,
    batchSize,
    encode: (input) => ({ model, input }),
    send: (body, call) => http.postJson('/embeddings', body, call),
    secrets: () => http.secrets(),
  });
}
