export {
  embedderFromOpenAI,
  fromOpenAI,
  type FromOpenAIOptions,
  type OpenAiApi,
  type OpenAIEmbedderOptions,
  type OpenAILike,
} from './providers/openai.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
export type { CreateMethod } from './wire/sdk-client.ts';
