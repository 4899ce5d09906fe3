export type { AgentSearchRequest };
export type { AgentSearchResponse };
export type { DialogAppOptions };
export type { DialogEnvironment };
export type { ErrorBody };
export { agentSearchRequestSchema };
export { createDialogApp };
export { openApiDocument };
