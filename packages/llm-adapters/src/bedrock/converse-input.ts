import { canonicalJson } from '@kanmon/core';
import { mergeExtra } from '../request/merge-extra.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import type { PreparedRequest } from '../request/prepare-request.ts';
import { splitSystem } from '../request/split-system.ts';
import { asRecord, optional, type UnknownRecord } from '../support/read.ts';

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'modelId', 'model', 'stream']);

/** The input of `ConverseCommand` and `ConverseStreamCommand`, which is the same. */
export function encodeConverse(request: PreparedRequest, provider: string): UnknownRecord {
  const { system, turns } = splitSystem(request.messages, provider);
  const inference = {
    ...optional('maxTokens', request.maxOutputTokens),
    ...optional('temperature', request.temperature),
    ...optional('stopSequences', request.stop),
  };
  const body = {
    modelId: request.model,
    ...(system === undefined ? {} : { system: [{ text: system }] }),
    messages: turns.map(({ role, content }) => ({ role, content: [{ text: content }] })),
    ...(Object.keys(inference).length === 0 ? {} : { inferenceConfig: inference }),
    ...optional('outputConfig', outputConfig(request.output)),
    ...optional('requestMetadata', request.metadata),
  };
  const merged = mergeExtra(body, request.extra, fixedKeys);
  const extraInference = request.extra['inferenceConfig'];
  if (extraInference === undefined) return merged;
  // One member more must not undo the request's own limits.
  return { ...merged, inferenceConfig: { ...inference, ...asRecord(extraInference) } };
}

/** Converse takes the schema as text. */
function outputConfig(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text' || output.schema === undefined) return undefined;
  const jsonSchema = { schema: canonicalJson(output.schema), name: output.name };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}
