import type { LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { StreamFold, WireAnswer } from '../call/wire.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { readFinish } from '../response/finish-table.ts';
import { readUsage } from '../response/read-usage.ts';
import { asList, asRecord, filledString, optional } from '../support/read.ts';
import { expectsText, StreamedError, throwIfError } from './chat-answer.ts';

/** Reads a finished response object of the Responses API. */
export function decodeResponses(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is no JSON object');
  throwIfError(answer);
  const { usage, warnings } = readUsage(answer['usage'] ?? undefined);
  if (!Array.isArray(answer['output']))
    throw protocolError(provider, 'it has no output', { usage });
  const items = asList(answer['output']).map(asRecord);
  const parts = items
    .filter((item) => item['type'] === 'message')
    .flatMap((item) => asList(item['content']).map(asRecord));
  const refused = parts.some((part) => part['type'] === 'refusal');
  const ending = finishOf(answer, {
    refused,
    calledTool: items.some((item) => String(item['type']).endsWith('_call')),
  });
  if (parts.length === 0 && expectsText(ending.finish) && !items.some(isReasoning)) {
    throw protocolError(provider, 'its output has no content', { usage });
  }
  const text = parts
    .filter((part) => part['type'] === (refused ? 'refusal' : 'output_text'))
    .map((part) => filledString(part[refused ? 'refusal' : 'text']) ?? '')
    .join('');
  return {
    text,
    finish: ending.finish,
    usage,
    warnings: [...warnings, ...ending.warnings],
    ...optional('id', filledString(answer['id'])),
    ...optional('model', filledString(answer['model'])),
  };
}

const endEvents: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);

/** Reads the events of a streamed response; the last event holds the whole response object. */
export function createResponsesFold(provider: string): StreamFold {
  let final: WireAnswer | null = null;
  let usage: LlmUsage = {};
  return {
    push(part) {
      const event = asRecord(part);
      const { type } = event;
      if (type === 'response.output_text.delta' || type === 'response.refusal.delta') {
        return filledString(event['delta']) ?? '';
      }
      if (type === 'error')
        throw new StreamedError(isRecord(event['error']) ? event['error'] : event);
      if (type === 'response.failed') {
        usage = readUsage(asRecord(event['response'])['usage'] ?? undefined).usage;
        throwIfError(asRecord(event['response']));
        throw new StreamedError({ message: 'the response failed without an error' });
      }
      if (endEvents.has(type)) {
        final = decodeResponses(event['response'], provider);
        ({ usage } = final);
      }
      return '';
    },
    end: () => final,
    get usage(): LlmUsage {
      return usage;
    },
  };
}

function isReasoning(item: Readonly<Record<string, unknown>>): boolean {
  return item['type'] === 'reasoning';
}

function finishOf(
  answer: Readonly<Record<string, unknown>>,
  signs: { readonly refused: boolean; readonly calledTool: boolean },
): ReturnType<typeof readFinish> {
  if (signs.refused) return { finish: 'refusal', warnings: [] };
  if (answer['status'] === 'incomplete') {
    const { reason } = asRecord(answer['incomplete_details']);
    // Without a reason it is still known to be cut, and must not pass for whole.
    return reason === undefined || reason === null
      ? { finish: 'length', warnings: ['unknown-finish:incomplete'] }
      : readFinish(reason);
  }
  if (signs.calledTool) return { finish: 'tool-calls', warnings: [] };
  return readFinish(answer['status']);
}
