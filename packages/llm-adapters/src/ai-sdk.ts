export {
  type AiSdkModel,
  type LanguageModelLike,
  type SpecificationVersion,
} from './ai-sdk/ai-sdk-model.ts';
export { fromAiSdk, type FromAiSdkOptions } from './ai-sdk/from-ai-sdk.ts';
export { AiSdkCallError, toAiSdk, type ToAiSdkOptions } from './ai-sdk/to-ai-sdk.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
