import { extractJson, type ExtractOptions } from '@kanmon/core/json';
import { isJsonObject, withoutOptionalNulls } from '@kanmon/core/kit';
import { asRecord, toJsonValue } from '../wire/read.ts';
import { checkOptions } from '../wire/check-options.ts';

/** Options of `repairToolCall`. */
export interface RepairToolCallOptions {
  /**
   * The most severe class of repair. A guess may run a tool with an input that the model did not mean.
   * @default 'lossless'
   */
  readonly allow?: ExtractOptions['allow'];
}

/** A function for the option `repairToolCall` of the AI SDK. */
export type ToolCallRepair = <
  Call extends { readonly toolName: string; readonly input: string },
>(failed: {
  readonly toolCall: Call;
  readonly inputSchema: (tool: { toolName: string }) => unknown;
  readonly error: unknown;
}) => Promise<Call | null>;

/**
 * Returns a function that repairs the input of a tool call which is not the JSON that the tool takes: fences, quotes,
 * commas and comments, JSON in a string or an envelope, and nulls for optional members. An input that is cut off is not
 * repaired, and a tool that does not exist is not replaced.
 *
 * @example
 * await generateText({ model, tools, prompt, experimental_repairToolCall: repairToolCall() });
 */
export function repairToolCall(options: RepairToolCallOptions = {}): ToolCallRepair {
  checkOptions(options, 'allow', 'repairToolCall(options)');
  const { allow = 'lossless' } = options;
  return async ({ toolCall, inputSchema, error }) => {
    if (asRecord(error)['name'] === 'AI_NoSuchToolError') return null;
    const given = toJsonValue(await inputSchema({ toolName: toolCall.toolName }));
    const schema = isJsonObject(given) ? given : {};
    const keys = Object.keys(asRecord(schema['properties']));
    const found = extractJson(toolCall.input, { allow, keys });
    if (found.status === 'none' || !found.complete) return null;
    const input = JSON.stringify(withoutOptionalNulls(found.value, schema).value);
    return input === toolCall.input ? null : { ...toolCall, input };
  };
}
