import { mergeExtra } from '../request/merge-extra.ts';
import type { PreparedRequest } from '../request/prepare-request.ts';
import { splitSystem } from '../request/split-system.ts';
import { asRecord, optional, type UnknownRecord } from '../support/read.ts';

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'model', 'stream']);

/** The body of `POST /v1/messages`. */
export function encodeMessages(
  request: PreparedRequest,
  mode: 'generate' | 'stream',
  provider: string,
): UnknownRecord {
  const { system, turns } = splitSystem(request.messages, provider);
  const { output, extra } = request;
  const format =
    output.type === 'json' && output.schema !== undefined
      ? { type: 'json_schema', schema: output.schema }
      : undefined;
  const body = {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    ...optional('system', system),
    messages: turns.map(({ role, content }) => ({ role, content })),
    ...optional('temperature', request.temperature),
    ...optional('stop_sequences', request.stop),
    ...optional('output_config', format === undefined ? undefined : { format }),
    ...optional('metadata', userIdOf(request)),
    ...(mode === 'stream' ? { stream: true } : {}),
  };
  // Effort stands beside the format in one object; setting it must not switch the schema off.
  const merged = mergeExtra(body, extra, fixedKeys);
  if (format === undefined || extra['output_config'] === undefined) return merged;
  return { ...merged, output_config: { format, ...asRecord(extra['output_config']) } };
}

function userIdOf(request: PreparedRequest): UnknownRecord | undefined {
  const userId = request.metadata?.['userId'];
  return userId === undefined ? undefined : { user_id: userId };
}
