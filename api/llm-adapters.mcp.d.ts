export type { ReadToolResultOptions };
export type { ToolGateOptions };
export type { ToolHandler };
export type { ToolResult };
export { gatedTool };
export { readToolResult };
