export type { AgentSearchRequest };
export type { AgentSearchResponse };
export type { DialogAppOptions };
export { agentSearchRequestSchema };
export { createDialogApp };
export { openApiDocument };
