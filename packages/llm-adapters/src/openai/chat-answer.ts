import { type LlmFinish, type LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { StreamFold, WireAnswer } from '../call/wire.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { readFinish } from '../response/finish-table.ts';
import { readUsage } from '../response/read-usage.ts';
import { asList, asRecord, filledString, optional, type UnknownRecord } from '../support/read.ts';

/** Reads a chat completion. Throws `protocol` (or what its `error` member says) for anything else. */
export function decodeChat(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is no JSON object');
  throwIfError(answer);
  const { usage, warnings } = readUsage(answer['usage']);
  const choice = asList(answer['choices'])[0];
  const message = asRecord(choice)['message'];
  if (!isRecord(message)) throw protocolError(provider, 'it has no choice', { usage });
  const refusal = filledString(message['refusal']);
  const content = contentText(message['content']);
  const ending = finishOf({
    word: asRecord(choice)['finish_reason'],
    refused: refusal !== undefined,
    calledTool: callsTool(message),
  });
  if (content === undefined && refusal === undefined && expectsText(ending.finish)) {
    throw protocolError(provider, 'its choice has no content', { usage });
  }
  return {
    text: refusal ?? content ?? '',
    finish: ending.finish,
    usage,
    warnings: [...warnings, ...ending.warnings],
    ...identityOf(answer),
  };
}

/** The data line after the last chunk. SDKs swallow it, `fetch` does not. */
export const chatEndMark = '[DONE]';

/** Reads the chunks of a streamed chat completion; the end mark is a finish reason or `[DONE]`. */
export function createChatFold(): StreamFold {
  let identity: Pick<WireAnswer, 'id' | 'model'> = {};
  let reading: ReturnType<typeof readUsage> = { usage: {}, warnings: [] };
  let word: unknown;
  let refused = false;
  let calledTool = false;
  let ended = false;
  return {
    push(part) {
      ended ||= part === chatEndMark;
      const chunk = asRecord(part);
      throwIfError(chunk);
      identity = { ...identity, ...identityOf(chunk) };
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
    end() {
      if (word === undefined && !ended) return null;
      const ending = finishOf({ word, refused, calledTool });
      return {
        finish: ending.finish,
        usage: reading.usage,
        warnings: [...reading.warnings, ...ending.warnings],
        ...identity,
      };
    },
    get usage(): LlmUsage {
      return reading.usage;
    },
  };
}

/** An answer may be empty where the model was cut, filtered or called a tool, not where it is done. */
export function expectsText(finish: LlmFinish): boolean {
  return finish === 'stop' || finish === 'other' || finish === 'refusal';
}

/** An `error` member in a 200 or in a data line: the error decides by its own code and type. */
export function throwIfError(body: UnknownRecord): void {
  const { error } = body;
  if (error === undefined || error === null) return;
  throw isRecord(error) ? new StreamedError(error) : new StreamedError({ message: error });
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

/** Text of a content: a string, or the text parts of a list in order. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content
    .map((part) => asRecord(part))
    .filter((part) => part['type'] === 'text' || part['type'] === 'output_text')
    .map((part) => filledString(part['text']) ?? '')
    .join('');
}

function callsTool(message: UnknownRecord): boolean {
  return asList(message['tool_calls']).length > 0 || isRecord(message['function_call']);
}

function finishOf(signs: {
  readonly word: unknown;
  readonly refused: boolean;
  readonly calledTool: boolean;
}): ReturnType<typeof readFinish> {
  if (signs.refused) return { finish: 'refusal', warnings: [] };
  if (signs.calledTool) return { finish: 'tool-calls', warnings: [] };
  return readFinish(signs.word);
}

function identityOf(answer: UnknownRecord): Pick<WireAnswer, 'id' | 'model'> {
  return {
    ...optional('id', filledString(answer['id'])),
    ...optional('model', filledString(answer['model'])),
  };
}
