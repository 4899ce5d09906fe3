export type { AgentModelLike };
export type { GateCallOptions };
export type { GateGuardrail };
export type { GateGuardrailOptions };
export type { GatedAgentModel };
export { gateGuardrail };
export { gateModel };
