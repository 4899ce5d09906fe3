import { mergeExtra } from '../request/merge-extra.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import type { PreparedRequest } from '../request/prepare-request.ts';
import { optional, type UnknownRecord } from '../support/read.ts';

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'input', 'model', 'stream']);

/** The body of `POST /responses`. It has no stop sequences. */
export function encodeResponses(
  request: PreparedRequest,
  mode: 'generate' | 'stream',
): UnknownRecord {
  const body = {
    model: request.model,
    input: request.messages.map(({ role, content }) => ({ role, content })),
    ...optional('max_output_tokens', request.maxOutputTokens),
    ...optional('temperature', request.temperature),
    ...optional('text', textFormat(request.output)),
    ...optional('metadata', request.metadata),
    ...(mode === 'stream' ? { stream: true } : {}),
  };
  return mergeExtra(body, request.extra, fixedKeys);
}

function textFormat(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text') return undefined;
  const { name, schema, strict, jsonObject } = output;
  if (schema !== undefined) return { format: { type: 'json_schema', name, schema, strict } };
  return jsonObject ? { format: { type: 'json_object' } } : undefined;
}
