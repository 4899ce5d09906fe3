import type { LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { StreamFold, WireAnswer } from '../call/wire.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { expectsText, StreamedError } from '../openai/chat-answer.ts';
import { readFinish } from '../response/finish-table.ts';
import { readUsage } from '../response/read-usage.ts';
import { asList, asRecord, filledString, optional, type UnknownRecord } from '../support/read.ts';

/** Reads a message of the Messages API. Thinking blocks are no text. */
export function decodeMessage(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is no JSON object');
  if (answer['type'] === 'error') throw new StreamedError(asRecord(answer['error']));
  const { usage, warnings } = readUsage(answer['usage']);
  if (!Array.isArray(answer['content'])) {
    throw protocolError(provider, 'it has no content', { usage });
  }
  const blocks = asList(answer['content']).map(asRecord);
  const ending = finishOf(answer['stop_reason'], blocks.some(isToolUse));
  if (blocks.length === 0 && expectsText(ending.finish) && ending.finish !== 'refusal') {
    throw protocolError(provider, 'its content is empty', { usage });
  }
  return {
    text: blocks
      .filter((block) => block['type'] === 'text')
      .map((block) => filledString(block['text']) ?? '')
      .join(''),
    finish: ending.finish,
    usage,
    warnings: [...warnings, ...ending.warnings],
    ...identityOf(answer),
  };
}

/** Reads the events of a streamed message; the end mark is `message_stop`. */
export function createMessageFold(): StreamFold {
  let identity: Pick<WireAnswer, 'id' | 'model'> = {};
  // Counts come in two events; later ones are cumulative and replace earlier ones.
  let reported: UnknownRecord | undefined;
  let stopReason: unknown;
  let calledTool = false;
  let stopped = false;
  return {
    push(part) {
      const event = asRecord(part);
      switch (event['type']) {
        case 'message_start': {
          const message = asRecord(event['message']);
          identity = identityOf(message);
          reported = mergeCounts(reported, message['usage']);
          return '';
        }
        case 'content_block_start': {
          const block = asRecord(event['content_block']);
          calledTool ||= isToolUse(block);
          return block['type'] === 'text' ? (filledString(block['text']) ?? '') : '';
        }
        case 'content_block_delta': {
          const delta = asRecord(event['delta']);
          return delta['type'] === 'text_delta' ? (filledString(delta['text']) ?? '') : '';
        }
        case 'message_delta':
          stopReason = asRecord(event['delta'])['stop_reason'] ?? stopReason;
          reported = mergeCounts(reported, event['usage']);
          return '';
        case 'message_stop':
          stopped = true;
          return '';
        case 'error':
          throw new StreamedError(asRecord(event['error']));
        default:
          return '';
      }
    },
    end() {
      if (!stopped) return null;
      const ending = finishOf(stopReason, calledTool);
      const { usage, warnings } = readUsage(reported);
      return {
        finish: ending.finish,
        usage,
        warnings: [...warnings, ...ending.warnings],
        ...identity,
      };
    },
    get usage(): LlmUsage {
      return readUsage(reported).usage;
    },
  };
}

function mergeCounts(
  earlier: UnknownRecord | undefined,
  later: unknown,
): UnknownRecord | undefined {
  if (!isRecord(later)) return earlier;
  const known = Object.entries(later).filter(([, value]) => value !== null);
  return { ...earlier, ...Object.fromEntries(known) };
}

function finishOf(word: unknown, calledTool: boolean): ReturnType<typeof readFinish> {
  return calledTool ? { finish: 'tool-calls', warnings: [] } : readFinish(word);
}

function isToolUse(block: UnknownRecord): boolean {
  return block['type'] === 'tool_use';
}

function identityOf(message: UnknownRecord): Pick<WireAnswer, 'id' | 'model'> {
  return {
    ...optional('id', filledString(message['id'])),
    ...optional('model', filledString(message['model'])),
  };
}
