import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolError } from './tool-error.ts';

/** An answer as structured content, and the same as text for clients that know no other. */
export function okResult(output: unknown): CallToolResult {
  const text = JSON.stringify(output);
  return { content: [{ type: 'text', text }], structuredContent: asObject(text) };
}

/** Returns an error as a result, so that the model that called can read it and fix its call. */
export function errorResult(error: ToolError): CallToolResult {
  const text = JSON.stringify({ error });
  return { content: [{ type: 'text', text }], structuredContent: asObject(text), isError: true };
}

/** Goes through JSON: a member that is undefined does not appear on the wire. */
function asObject(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}
