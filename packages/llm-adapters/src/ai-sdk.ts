export {
  type AiSdkModel,
  type LanguageModelLike,
  type SpecificationVersion,
} from './ai-sdk/ai-sdk-model.ts';
export {
  gateMiddleware,
  type GateMiddleware,
  type GateMiddlewareOptions,
} from './ai-sdk/gate-middleware.ts';
export {
  gateOutput,
  type GateOutput,
  type GateOutputOptions,
  type GateOutputV5,
} from './ai-sdk/gate-output.ts';
export {
  repairToolCall,
  type RepairToolCallOptions,
  type ToolCallRepair,
} from './ai-sdk/repair-tool-call.ts';
export { type GatedCall, withGate, type WithGateOptions } from './ai-sdk/with-gate.ts';
export type { GateCallOptions } from './hosts/host-gate.ts';
export { fromAiSdk, type FromAiSdkOptions } from './ai-sdk/from-ai-sdk.ts';
export { AiSdkCallError, toAiSdk, type ToAiSdkOptions } from './ai-sdk/to-ai-sdk.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
