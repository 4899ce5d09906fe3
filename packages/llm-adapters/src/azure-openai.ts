export { fromAzureOpenAI, type FromAzureOpenAIOptions } from './azure-openai/from-azure-open-ai.ts';
export type { OpenAiApi } from './openai/create-open-ai-client.ts';
export type { CreateMethod, OpenAILike } from './openai/open-ai-like.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
export {
  type AzureOpenAIEmbedderOptions,
  embedderFromAzureOpenAI,
} from './embeddings/embedder-from-open-ai.ts';
