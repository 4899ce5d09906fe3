import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { splitSystem } from '../request/messages.ts';
import { mergeExtra } from '../request/prepare-request.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import {
  expectsText,
  type Identity,
  readEnding,
  readIdentity,
  readUsage,
  toAnswer,
} from '../wire/read-answer.ts';
import { type CreateMethod, hasCreate, sdkTransport } from '../wire/sdk-client.ts';
import type { PreparedRequest, StreamFold, WireAnswer } from '../wire/wire.ts';
import { StreamedError } from './openai-bodies.ts';

/**
 * The method that is used of an Anthropic client. `Anthropic` of @anthropic-ai/sdk 1, `AnthropicBedrock` and
 * `AnthropicAws` fit.
 */
export interface AnthropicLike {
  readonly messages: CreateMethod;
}

/** Options of `fromAnthropic`. */
export interface FromAnthropicOptions {
  readonly model: string;
  /** Anthropic requires a limit with every call; a request's own wins. */
  readonly maxOutputTokens: number;
  readonly defaults?: AdapterDefaults;
}

const provider = 'claude';

/**
 * Creates a client over an instance of `@anthropic-ai/sdk` 1, `AnthropicBedrock` or `AnthropicAws`. Provider
 * `claude`. Temperature is dropped with a warning unless `defaults.capabilities` allows it: the
 * current models refuse it.
 *
 * @example
 * const client = fromAnthropic(new Anthropic({ apiKey }), { model: 'claude-sonnet-5-5', maxOutputTokens: 4096 });
 */
export function fromAnthropic(client: AnthropicLike, options: FromAnthropicOptions): LlmClient {
  checkOptions(options, 'model maxOutputTokens defaults', 'fromAnthropic(client, options)');
  const { model, maxOutputTokens, defaults = {} } = options;
  const { messages } = asRecord(client);
  if (!hasCreate(messages)) {
    throw new InvalidArgumentError(
      `expected an Anthropic client with messages.create, got ${describeKind(client)}; pass new Anthropic({ apiKey })`,
    );
  }
  if (!Number.isInteger(maxOutputTokens) || maxOutputTokens < 1) {
    throw new InvalidArgumentError(
      `expected options.maxOutputTokens to be a whole number of at least 1, got ${typeof maxOutputTokens === 'number' ? maxOutputTokens : describeKind(maxOutputTokens)}; Anthropic requires a limit, e.g. 4096`,
    );
  }
  return createWireClient(
    {
      model,
      capabilities: withCapabilities({ temperature: false, system: 'field' }, defaults),
      abilities: {
        dialect: 'claude',
        lenientSchema: false,
        jsonObject: false,
        stop: true,
        metadata: 'user-id',
      },
      encode: encodeMessages,
      decode: decodeMessage,
      createFold: createMessageFold,
      ...sdkTransport(client, messages, { provider, secrets: defaults.secrets }),
    },
    { maxOutputTokens, ...defaults },
  );
}

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'model', 'stream']);

/** Returns the body of `POST /v1/messages`. */
function encodeMessages(request: PreparedRequest, mode: 'generate' | 'stream'): UnknownRecord {
  const { system, turns } = splitSystem(request.messages, provider);
  const { output, extra } = request;
  const userId = request.metadata?.['userId'];
  const format =
    output.type === 'json' && output.schema !== undefined
      ? { type: 'json_schema', schema: output.schema }
      : undefined;
  const body = withoutUndefined({
    model: request.model,
    max_tokens: request.maxOutputTokens,
    system,
    messages: turns.map(({ role, content }) => ({ role, content })),
    temperature: request.temperature,
    stop_sequences: request.stop,
    output_config: format === undefined ? undefined : { format },
    metadata: userId === undefined ? undefined : { user_id: userId },
    stream: mode === 'stream' ? true : undefined,
  });
  // Effort is beside the format in one object; setting it must not switch the schema off.
  const merged = mergeExtra(body, extra, fixedKeys);
  if (format === undefined || extra['output_config'] === undefined) return merged;
  return { ...merged, output_config: { format, ...asRecord(extra['output_config']) } };
}

/** Reads a message of the Messages API. Thinking blocks are not text. */
function decodeMessage(answer: unknown): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is not a JSON object');
  if (answer['type'] === 'error') throw new StreamedError(asRecord(answer['error']));
  const reading = readUsage(answer['usage']);
  const { usage } = reading;
  if (!Array.isArray(answer['content'])) {
    throw protocolError(provider, 'it has no content', { usage });
  }
  const blocks = asList(answer['content']).map(asRecord);
  const calledTool = blocks.some(isToolUse);
  const ending = readEnding({ word: answer['stop_reason'], calledTool });
  if (blocks.length === 0 && expectsText(ending.finish) && ending.finish !== 'refusal') {
    throw protocolError(provider, 'its content is empty', { usage });
  }
  const text = joinTexts(blocks.filter(({ type }) => type === 'text'));
  return { text, ...toAnswer(reading, ending, readIdentity(answer)) };
}

/** Reads the events of a streamed message; the end mark is `message_stop`. */
function createMessageFold(): StreamFold {
  let identity: Identity = {};
  // Counts come in two events; later ones are cumulative and replace earlier ones.
  let reported: UnknownRecord | undefined;
  let word: unknown;
  let calledTool = false;
  let stopped = false;
  return {
    push(part) {
      const event = asRecord(part);
      switch (event['type']) {
        case 'message_start': {
          const message = asRecord(event['message']);
          identity = readIdentity(message);
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
          word = asRecord(event['delta'])['stop_reason'] ?? word;
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
    end: () =>
      stopped ? toAnswer(readUsage(reported), readEnding({ word, calledTool }), identity) : null,
    usage: () => readUsage(reported).usage,
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

function isToolUse(block: UnknownRecord): boolean {
  return block['type'] === 'tool_use';
}
