import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import { mergeExtra } from '../request/prepare-request.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import {
  expectsText,
  type Identity,
  noUsage,
  readEnding,
  readIdentity,
  readUsage,
  toAnswer,
} from '../wire/read-answer.ts';
import type { PreparedRequest, StreamFold, WireAbilities, WireAnswer } from '../wire/wire.ts';

/** Differences between servers that speak chat completions. */
interface ChatDialect {
  /** `max_tokens` is deprecated at OpenAI, and the only name that most compatible servers know. */
  readonly limitKey: 'max_completion_tokens' | 'max_tokens';
  /** Ask for usage in streams. */
  readonly streamUsage: boolean;
}

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'model', 'stream']);

/** Abilities of chat completions at OpenAI. */
export const chatAbilities: WireAbilities = {
  dialect: 'openai-strict',
  lenientSchema: true,
  jsonObject: true,
  stop: true,
  metadata: 'all',
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
  return mergeExtra(body, request.extra, fixedKeys);
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
      throwIfError(chunk);
      identity = { ...identity, ...readIdentity(chunk) };
      // Servers send `usage: null` with every chunk but the last.
      if (isRecord(chunk['usage'])) reading = readUsage(chunk['usage']);
      const choice = asRecord(asList(chunk['choices'])[0]);
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

/** Throws for an `error` member in a 200 or in a data line: the error decides by its own code and type. */
export function throwIfError(body: UnknownRecord): void {
  const { error } = body;
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
