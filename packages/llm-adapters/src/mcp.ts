export {
  gatedTool,
  type ToolGateOptions,
  type ToolHandler,
  type ToolResult,
} from './mcp/gated-tool.ts';
export { readToolResult, type ReadToolResultOptions } from './mcp/read-tool-result.ts';
