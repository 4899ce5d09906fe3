export {
  type AzureOpenAIEmbedderOptions,
  embedderFromAzureOpenAI,
  fromAzureOpenAI,
  type FromAzureOpenAIOptions,
  type OpenAiApi,
  type OpenAILike,
} from './providers/openai.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
export type { CreateMethod } from './wire/sdk-client.ts';
