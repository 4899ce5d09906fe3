import type { LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { StreamFold, WireAnswer } from '../call/wire.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { expectsText } from '../openai/chat-answer.ts';
import { readFinish } from '../response/finish-table.ts';
import { readUsage, type UsageReading } from '../response/read-usage.ts';
import { asList, asRecord, filledString, optional, type UnknownRecord } from '../support/read.ts';

/** Reads the output of `ConverseCommand`. Reasoning content is no text. Converse does not name the model. */
export function decodeConverse(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is no object');
  const { usage, warnings } = readUsage(answer['usage']);
  const content = asRecord(asRecord(answer['output'])['message'])['content'];
  if (!Array.isArray(content)) throw protocolError(provider, 'it has no message', { usage });
  const blocks = asList(content).map(asRecord);
  const ending = readFinish(answer['stopReason']);
  if (blocks.length === 0 && expectsText(ending.finish)) {
    throw protocolError(provider, 'its content is empty', { usage });
  }
  return {
    text: blocks.map((block) => filledString(block['text']) ?? '').join(''),
    finish: blocks.some(isToolUse) ? 'tool-calls' : ending.finish,
    usage,
    warnings: [...warnings, ...ending.warnings],
    ...optional('id', filledString(asRecord(answer['$metadata'])['requestId'])),
  };
}

/** Exceptions that come as events of the stream; the SDK throws them, other clients may hand them out. */
const exceptionNames = [
  'internalServerException',
  'modelStreamErrorException',
  'validationException',
  'throttlingException',
  'serviceUnavailableException',
];

/** Reads the events of `ConverseStreamCommand`; the end mark is `messageStop`, usage follows after it. */
export function createConverseFold(): StreamFold {
  let reading: UsageReading = { usage: {}, warnings: [] };
  let stopReason: unknown;
  let calledTool = false;
  return {
    push(part) {
      const event = asRecord(part);
      throwIfException(event);
      if (isRecord(event['messageStop'])) {
        stopReason = event['messageStop']['stopReason'] ?? 'absent';
      }
      const { usage } = asRecord(event['metadata']);
      if (usage !== undefined) reading = readUsage(usage);
      calledTool ||= isToolUse(asRecord(asRecord(event['contentBlockStart'])['start']));
      const delta = asRecord(asRecord(event['contentBlockDelta'])['delta']);
      return filledString(delta['text']) ?? '';
    },
    end() {
      if (stopReason === undefined) return null;
      const ending = readFinish(stopReason);
      return {
        finish: calledTool ? 'tool-calls' : ending.finish,
        usage: reading.usage,
        warnings: [...reading.warnings, ...ending.warnings],
      };
    },
    get usage(): LlmUsage {
      return reading.usage;
    },
  };
}

function throwIfException(event: UnknownRecord): void {
  const name = exceptionNames.find((candidate) => event[candidate] !== undefined);
  if (name === undefined) return;
  const exception = event[name];
  if (exception instanceof Error) throw exception;
  const message = filledString(asRecord(exception)['message']) ?? name;
  throw Object.assign(new Error(message), { code: name });
}

function isToolUse(block: UnknownRecord): boolean {
  return block['toolUse'] !== undefined;
}
