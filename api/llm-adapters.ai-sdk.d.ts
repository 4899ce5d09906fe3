export type { AdapterDefaults };
export type { AiSdkModel };
export type { FromAiSdkOptions };
export type { LanguageModelLike };
export type { SpecificationVersion };
export type { ToAiSdkOptions };
export { AiSdkCallError };
export { fromAiSdk };
export { toAiSdk };
