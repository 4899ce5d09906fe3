import type { LlmClient } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { createOpenAiClient, type OpenAiApi } from '../openai/create-open-ai-client.ts';
import type { OpenAILike } from '../openai/open-ai-like.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';

/** Options of `fromAzureOpenAI`. */
export interface FromAzureOpenAIOptions {
  /** The name the model was deployed under; Azure asks for it where OpenAI asks for a model. */
  readonly deployment: string;
  /** @default 'chat' */
  readonly api?: OpenAiApi;
  readonly defaults?: AdapterDefaults;
}

const optionNames: OptionNames<FromAzureOpenAIOptions> = {
  deployment: true,
  api: true,
  defaults: true,
};

/**
 * A client over an `AzureOpenAI` instance of the `openai` package. Provider `azure-openai`.
 *
 * @example
 * const client = fromAzureOpenAI(new AzureOpenAI({ endpoint, apiKey, apiVersion }), { deployment: 'drafts' });
 */
export function fromAzureOpenAI(client: OpenAILike, options: FromAzureOpenAIOptions): LlmClient {
  checkOptions(options, optionNames, 'fromAzureOpenAI(client, options)');
  const { deployment, ...rest } = options;
  return createOpenAiClient(client, { provider: 'azure-openai', model: deployment, ...rest });
}
