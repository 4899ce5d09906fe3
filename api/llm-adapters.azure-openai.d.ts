export type { AdapterDefaults };
export type { AzureOpenAIEmbedderOptions };
export type { CreateMethod };
export type { FromAzureOpenAIOptions };
export type { OpenAILike };
export type { OpenAiApi };
export { embedderFromAzureOpenAI };
export { fromAzureOpenAI };
