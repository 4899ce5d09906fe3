export { fromAiSdk, type FromAiSdkOptions } from './ai-sdk/from-ai-sdk.ts';
export { toAiSdk, type ToAiSdkOptions } from './ai-sdk/to-ai-sdk.ts';
export type { AiSdkModel } from './ai-sdk/ai-sdk-model.ts';
export type { LanguageModelLike, SpecificationVersion } from './ai-sdk/language-model-like.ts';
export { AiSdkCallError } from './ai-sdk/ai-sdk-call-error.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
