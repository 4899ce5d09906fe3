import type { Client } from '@modelcontextprotocol/client';
import type { Tool } from '../server/tool.ts';
import type { ToolError } from '../server/tool-error.ts';

/** The structured content of an answer, or the error in it. */
export type ToolAnswer =
  | { readonly ok: true; readonly output: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: ToolError };

/** Calls a tool and reads its structured content, which must equal its text. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args }, options);
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  if (text !== JSON.stringify(result.structuredContent)) {
    throw new Error(`the text of ${name} is not its structured content: ${text.slice(0, 200)}`);
  }
  const content = result.structuredContent as Readonly<Record<string, unknown>>;
  return result.isError === true
    ? { ok: false, error: content['error'] as ToolError }
    : { ok: true, output: content };
}

/** Calls a tool and holds its answer once more against the tool's schema. Throws what the tool refuses. */
export async function ask<Input, Output>(
  client: Client,
  { name, output }: Tool<Input, Output>,
  args: Record<string, unknown>,
): Promise<Output> {
  const answer = await callTool(client, name, args);
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return output.parse(answer.output);
}
