import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { ServerContext } from './context.ts';
import { sizeProblem } from './input-size.ts';
import { errorResult, okResult } from './tool-result.ts';
import { invalidInput, tooLarge, toToolError } from './tool-error.ts';

/** One tool: its schemas are what clients are shown, and what every call and every answer is held to. */
export interface Tool<Input, Output> {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses a tool. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** False when a call writes into the history. */
  readonly readOnly: boolean;
  run(input: Input, context: ServerContext, signal: AbortSignal): Output | Promise<Output>;
}

/** Gives a server the tool. Whatever goes wrong is a result with a code, never a broken connection. */
export function registerTool<Input, Output>(
  server: McpServer,
  tool: Tool<Input, Output>,
  context: ServerContext,
): void {
  const { name, title, description, input, output, readOnly } = tool;
  const annotations = { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false };
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: describedBy(input), outputSchema: output },
    async (args, { mcpReq: { signal } }) => {
      const problem = sizeProblem(args);
      if (problem !== undefined) return errorResult(tooLarge(problem));
      const parsed = input.safeParse(args);
      if (!parsed.success) return errorResult(invalidInput(parsed.error));
      try {
        return okResult(await tool.run(parsed.data, context, signal));
      } catch (error) {
        return errorResult(toToolError(error));
      }
    },
  );
}

/** Shows the schema and lets everything through: the tool judges its input itself, to answer with a code. */
function describedBy(schema: z.ZodType): StandardSchemaWithJSON {
  const { '~standard': standard } = schema;
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
}
