import type { LlmUsage } from '@kanmon/core';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import { mergeExtra } from '../request/prepare-request.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import {
  expectsText,
  type FinishReading,
  readEnding,
  readFinish,
  readIdentity,
  readUsage,
  toAnswer,
} from '../wire/read-answer.ts';
import type { PreparedRequest, StreamFold, WireAnswer } from '../wire/wire.ts';
import { StreamedError, throwIfError } from './openai-chat.ts';

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'input', 'model', 'stream']);

/** Returns the body of `POST /responses`. It has no stop sequences. */
export function encodeResponses(
  request: PreparedRequest,
  mode: 'generate' | 'stream',
): UnknownRecord {
  const body = withoutUndefined({
    model: request.model,
    input: request.messages.map(({ role, content }) => ({ role, content })),
    max_output_tokens: request.maxOutputTokens,
    temperature: request.temperature,
    text: textFormat(request.output),
    metadata: request.metadata,
    stream: mode === 'stream' ? true : undefined,
  });
  return mergeExtra(body, request.extra, fixedKeys);
}

function textFormat(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text') return undefined;
  const { name, schema, strict, jsonObject } = output;
  if (schema !== undefined) return { format: { type: 'json_schema', name, schema, strict } };
  return jsonObject ? { format: { type: 'json_object' } } : undefined;
}

/** Reads a finished response object of the Responses API. */
export function decodeResponses(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is not a JSON object');
  throwIfError(answer);
  const reading = readUsage(answer['usage'] ?? undefined);
  const { usage } = reading;
  if (!Array.isArray(answer['output'])) {
    throw protocolError(provider, 'it has no output', { usage });
  }
  const items = asList(answer['output']).map(asRecord);
  const parts = items
    .filter((item) => item['type'] === 'message')
    .flatMap((item) => asList(item['content']).map(asRecord));
  const refused = parts.some((part) => part['type'] === 'refusal');
  const calledTool = items.some((item) => String(item['type']).endsWith('_call'));
  const ending = readStatus(answer, { refused, calledTool });
  const reasoned = items.some((item) => item['type'] === 'reasoning');
  if (parts.length === 0 && expectsText(ending.finish) && !reasoned) {
    throw protocolError(provider, 'its output has no content', { usage });
  }
  const [type, key] = refused ? ['refusal', 'refusal'] : ['output_text', 'text'];
  const text = joinTexts(
    parts.filter((part) => part['type'] === type),
    key,
  );
  return { text, ...toAnswer(reading, ending, readIdentity(answer)) };
}

function readStatus(
  answer: UnknownRecord,
  signs: { readonly refused: boolean; readonly calledTool: boolean },
): FinishReading {
  const { status, incomplete_details: details } = answer;
  if (signs.refused || status !== 'incomplete') return readEnding({ ...signs, word: status });
  const { reason } = asRecord(details);
  // Without a reason it is still known to be cut, and must not pass for whole.
  return reason === undefined || reason === null
    ? { finish: 'length', warnings: ['unknown-finish:incomplete'] }
    : readFinish(reason);
}

/** Reads the events of a streamed response; the last event holds the whole response object. */
export function createResponsesFold(provider: string): StreamFold {
  let final: WireAnswer | null = null;
  let usage: LlmUsage = {};
  return {
    push(part) {
      const event = asRecord(part);
      const response = asRecord(event['response']);
      switch (event['type']) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return filledString(event['delta']) ?? '';
        case 'error':
          throw new StreamedError(isRecord(event['error']) ? event['error'] : event);
        case 'response.failed':
          ({ usage } = readUsage(response['usage'] ?? undefined));
          throwIfError(response);
          throw new StreamedError({ message: 'the response failed without an error' });
        case 'response.completed':
        case 'response.incomplete':
          final = decodeResponses(event['response'], provider);
          ({ usage } = final);
          return '';
        default:
          return '';
      }
    },
    end: () => final,
    usage: () => usage,
  };
}
