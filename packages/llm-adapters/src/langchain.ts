export type { GateCallOptions } from './hosts/gate-call-options.ts';
export type { ChatModelLike } from './langchain/chat-model.ts';
export {
  fromLangChain,
  type FromLangChainOptions,
  type StreamingChatModelLike,
} from './langchain/from-langchain.ts';
export { gated, type GatedCall } from './langchain/gated.ts';
export {
  type AgentModelRequest,
  type AgentRuntime,
  type GateMiddleware,
  gateMiddleware,
  type GateMiddlewareOptions,
} from './langchain/gate-middleware.ts';
