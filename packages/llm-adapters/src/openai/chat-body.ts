import { mergeExtra } from '../request/merge-extra.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import type { PreparedRequest } from '../request/prepare-request.ts';
import { optional, type UnknownRecord } from '../support/read.ts';

/** Where servers that speak chat completions differ. */
export interface ChatDialect {
  /** `max_tokens` is deprecated at OpenAI, and all that most compatible servers know. */
  readonly limitKey: 'max_completion_tokens' | 'max_tokens';
  /** Ask for usage in streams. */
  readonly streamUsage: boolean;
}

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'model', 'stream']);

/** The body of `POST /chat/completions`. */
export function encodeChat(
  request: PreparedRequest,
  mode: 'generate' | 'stream',
  dialect: ChatDialect,
): UnknownRecord {
  const body = {
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...optional(dialect.limitKey, request.maxOutputTokens),
    ...optional('temperature', request.temperature),
    ...optional('stop', request.stop),
    ...optional('response_format', responseFormat(request.output)),
    ...optional('metadata', request.metadata),
    ...(mode === 'stream' ? { stream: true } : {}),
    ...(mode === 'stream' && dialect.streamUsage
      ? { stream_options: { include_usage: true } }
      : {}),
  };
  return mergeExtra(body, request.extra, fixedKeys);
}

function responseFormat(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text') return undefined;
  const { name, schema, strict, jsonObject } = output;
  if (schema === undefined) return jsonObject ? { type: 'json_object' } : undefined;
  return { type: 'json_schema', json_schema: { name, schema, strict } };
}
