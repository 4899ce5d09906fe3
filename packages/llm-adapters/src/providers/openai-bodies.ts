import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import { mergeExtra } from '../request/prepare-request.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import {
  expectsText,
  type FinishReading,
  type Identity,
  noUsage,
  readEnding,
  readFinish,
  readIdentity,
  readUsage,
  toAnswer,
} from '../wire/read-answer.ts';
import type { PreparedRequest, StreamFold, WireAbilities, WireAnswer } from '../wire/wire.ts';
import type { LlmUsage } from '@kanmon/core';

/** Differences between servers that speak chat completions. */
interface ChatDialect {
  /** `max_tokens` is deprecated at OpenAI, and the only name that most compatible servers know. */
  readonly limitKey: 'max_completion_tokens' | 'max_tokens';
  /** Ask for usage in streams. */
  readonly streamUsage: boolean;
}

const chatKeys: ReadonlySet<string> = new Set(['messages', 'model', 'stream']);

/** Returns true for metadata within the limits that OpenAI documents. */
const fitsMetadata = (name: string, value: string): boolean =>
  name.length <= 64 && value.length <= 512;

/** Abilities of chat completions at OpenAI. */
export const chatAbilities: WireAbilities = {
  dialect: 'openai-strict',
  lenientSchema: true,
  jsonObject: true,
  stop: true,
  // With metadata and without `store: true` the answer is 400. To store texts is for the user to decide.
  metadata: (name, value, { store }) => store === true && fitsMetadata(name, value),
};

/** Abilities of the Responses API, which takes metadata without `store` too. */
export const responsesAbilities: WireAbilities = {
  ...chatAbilities,
  stop: false,
  metadata: fitsMetadata,
};

/** Returns the body of `POST /chat/completions`. */
export function encodeChat(
  request: PreparedRequest,
  mode: 'generate' | 'stream',
  dialect: ChatDialect,
): UnknownRecord {
  const stream = mode === 'stream' ? true : undefined;
  const body = withoutUndefined({
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    [dialect.limitKey]: request.maxOutputTokens,
    temperature: request.temperature,
    stop: request.stop,
    response_format: responseFormat(request.output),
    metadata: request.metadata,
    stream,
    stream_options: stream && dialect.streamUsage ? { include_usage: true } : undefined,
  });
  return mergeExtra(body, request.extra, chatKeys);
}

function responseFormat(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text') return undefined;
  const { name, schema, strict, jsonObject } = output;
  if (schema === undefined) return jsonObject ? { type: 'json_object' } : undefined;
  return { type: 'json_schema', json_schema: { name, schema, strict } };
}

/** Reads a chat completion. Throws `protocol` (or the error of its `error` member) for anything else. */
export function decodeChat(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is not a JSON object');
  throwIfError(answer);
  const reading = readUsage(answer['usage']);
  const { usage } = reading;
  const choice = asRecord(asList(answer['choices'])[0]);
  throwIfError(choice);
  const { message, finish_reason: word } = choice;
  if (!isRecord(message)) throw protocolError(provider, 'it has no choice', { usage });
  const refusal = filledString(message['refusal']);
  const text = refusal ?? contentText(message['content']);
  const ending = readEnding({
    word,
    refused: refusal !== undefined,
    calledTool: callsTool(message),
  });
  if (text === undefined && expectsText(ending.finish)) {
    throw protocolError(provider, 'its choice has no content', { usage });
  }
  return { text: text ?? '', ...toAnswer(reading, ending, readIdentity(answer)) };
}

/** The data line after the last chunk. SDKs swallow it, `fetch` does not. */
export const chatEndMark = '[DONE]';

/** Reads the chunks of a streamed chat completion; the end mark is a finish reason or `[DONE]`. */
export function createChatFold(): StreamFold {
  let identity: Identity = {};
  let reading = noUsage;
  let word: unknown;
  let refused = false;
  let calledTool = false;
  let ended = false;
  return {
    push(part) {
      ended ||= part === chatEndMark;
      const chunk = asRecord(part);
      // Servers send `usage: null` with every chunk but the last.
      if (isRecord(chunk['usage'])) reading = readUsage(chunk['usage']);
      throwIfError(chunk);
      identity = { ...identity, ...readIdentity(chunk) };
      const choice = asRecord(asList(chunk['choices'])[0]);
      throwIfError(choice);
      word = choice['finish_reason'] ?? word;
      const delta = asRecord(choice['delta']);
      calledTool ||= callsTool(delta);
      const refusal = filledString(delta['refusal']);
      refused ||= refusal !== undefined;
      return refusal ?? contentText(delta['content']) ?? '';
    },
    end: () =>
      word === undefined && !ended
        ? null
        : toAnswer(reading, readEnding({ word, refused, calledTool }), identity),
    usage: () => reading.usage,
  };
}

/**
 * Throws for an `error` member in a 200, in a data line or in a choice, or a body that is an error itself: the error
 * decides by its own code and type.
 */
export function throwIfError(body: UnknownRecord): void {
  const error = body['error'] ?? (body['object'] === 'error' ? body : undefined);
  if (error === undefined || error === null) return;
  throw new StreamedError(isRecord(error) ? error : { message: error });
}

/** Carries an error object that came as data to `mapProviderError`, which reads any error alike. */
export class StreamedError extends Error {
  readonly error: UnknownRecord;

  constructor(error: UnknownRecord) {
    super(filledString(error['message']) ?? 'an error without a message');
    this.name = 'StreamedError';
    this.error = error;
  }
}

/** Returns the text of a content: a string, or the text parts of a list in order. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map(asRecord);
  return joinTexts(parts.filter(({ type }) => type === 'text' || type === 'output_text'));
}

function callsTool(message: UnknownRecord): boolean {
  return asList(message['tool_calls']).length > 0 || isRecord(message['function_call']);
}

const responsesKeys: ReadonlySet<string> = new Set(['messages', 'input', 'model', 'stream']);

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
  return mergeExtra(body, request.extra, responsesKeys);
}

function textFormat(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text') return undefined;
  const { name, schema, strict, jsonObject } = output;
  if (schema !== undefined) return { format: { type: 'json_schema', name, schema, strict } };
  return jsonObject ? { format: { type: 'json_object' } } : undefined;
}

const unexplained = { message: 'the response failed without an error' };

/** Reads a finished response object of the Responses API. */
export function decodeResponses(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is not a JSON object');
  throwIfError(answer);
  if (answer['status'] === 'failed') throw new StreamedError(unexplained);
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
          throw new StreamedError(unexplained);
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
