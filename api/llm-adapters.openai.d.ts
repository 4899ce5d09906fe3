export type { AdapterDefaults };
export type { CreateMethod };
export type { FromOpenAIOptions };
export type { OpenAIEmbedderOptions };
export type { OpenAILike };
export type { OpenAiApi };
export { embedderFromOpenAI };
export { fromOpenAI };
