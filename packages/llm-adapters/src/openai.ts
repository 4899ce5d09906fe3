export { fromOpenAI, type FromOpenAIOptions } from './openai/from-open-ai.ts';
export type { OpenAiApi } from './openai/create-open-ai-client.ts';
export type { CreateMethod, OpenAILike } from './openai/open-ai-like.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
export {
  embedderFromOpenAI,
  type OpenAIEmbedderOptions,
} from './embeddings/embedder-from-open-ai.ts';
