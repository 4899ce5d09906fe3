export type { GateCallOptions } from './hosts/gate-call-options.ts';
export {
  gateGuardrail,
  type GateGuardrail,
  type GateGuardrailOptions,
} from './openai-agents/gate-guardrail.ts';
export {
  type AgentModelLike,
  type GatedAgentModel,
  gateModel,
} from './openai-agents/gate-model.ts';
