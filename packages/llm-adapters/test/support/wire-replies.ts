import { LlmError, type LlmUsage } from '@kanmon/core';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';
import type { MockReply } from '../../src/index.ts';
import {
  isMockDelay,
  isPartialResponse,
  splitCodePoints,
} from '../../src/mock/create-mock-client.ts';
import { asRecord } from '../../src/wire/read.ts';
import { type Behaviour, eventStream, json, slowly } from './chaos-server.ts';
import type { WireFormat } from './providers.ts';

interface Plain {
  readonly text: string;
  readonly finish: string;
  readonly usage: LlmUsage;
}

/** Plays a neutral reply in a provider's wire format, streamed when the request asks for a stream. */
export function playReply(format: WireFormat, reply: MockReply, split?: number): Behaviour {
  if (typeof reply === 'object' && isMockDelay(reply)) {
    return slowly(reply.delayMs, playReply(format, reply.reply, split));
  }
  if (LlmError.isInstance(reply)) {
    const { status = 500, retryAfterMs, message } = reply;
    const headers = retryAfterMs === undefined ? {} : { 'retry-after-ms': String(retryAfterMs) };
    const error = { type: 'told', message };
    return json(status, format === 'messages' ? { type: 'error', error } : { error }, headers);
  }
  const plain = toPlain(reply);
  return async (response, entry) => {
    const streamed = entry.body['stream'] === true || entry.path.endsWith('-stream');
    // Bedrock wraps Anthropic's events into its own frames, each event in base64.
    const framed = entry.path.endsWith('invoke-with-response-stream');
    const behaviour = framed
      ? frames(messageObjects(plain).map((event) => ['chunk', { bytes: toBase64(event) }] as const))
      : streamed
        ? streamedReply[format](plain, split === undefined ? {} : { split })
        : json(200, wholeReply[format](plain));
    await behaviour(response, entry);
  };
}

function toPlain(reply: MockReply): Plain {
  const partial =
    typeof reply === 'string' || !isPartialResponse(reply)
      ? { text: typeof reply === 'string' ? reply : JSON.stringify(reply) }
      : reply;
  const { text = '', finish = 'stop', usage = { inputTokens: 9, outputTokens: 4 } } = partial;
  return { text, finish, usage };
}

const chatFinish: Readonly<Record<string, string>> = {
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};
const messageFinish: Readonly<Record<string, string>> = { stop: 'end_turn', length: 'max_tokens' };
const inChat = (finish: string): string => chatFinish[finish] ?? finish;
const inMessages = (finish: string): string => messageFinish[finish] ?? finish;

const chatUsage = ({ inputTokens, outputTokens, cachedInputTokens }: LlmUsage): object => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: (inputTokens ?? 0) + (outputTokens ?? 0),
  ...(cachedInputTokens === undefined
    ? {}
    : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
});
const responsesUsage = ({ inputTokens, outputTokens, cachedInputTokens }: LlmUsage): object => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  ...(cachedInputTokens === undefined
    ? {}
    : { input_tokens_details: { cached_tokens: cachedInputTokens } }),
});
const messagesUsage = ({ inputTokens = 0, outputTokens, cachedInputTokens }: LlmUsage): object => ({
  input_tokens: inputTokens - (cachedInputTokens ?? 0),
  output_tokens: outputTokens,
  ...(cachedInputTokens === undefined ? {} : { cache_read_input_tokens: cachedInputTokens }),
});
const converseUsage = ({ inputTokens = 0, outputTokens, cachedInputTokens }: LlmUsage): object => ({
  inputTokens: inputTokens - (cachedInputTokens ?? 0),
  outputTokens,
  totalTokens: inputTokens + (outputTokens ?? 0),
  ...(cachedInputTokens === undefined ? {} : { cacheReadInputTokens: cachedInputTokens }),
});

const responseObject = ({ text, finish, usage }: Plain): object => ({
  id: 'resp_1',
  object: 'response',
  model: 'wire-model',
  status: finish === 'stop' ? 'completed' : 'incomplete',
  ...(finish === 'stop' ? {} : { incomplete_details: { reason: 'max_output_tokens' } }),
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: responsesUsage(usage),
});

const wholeReply: Readonly<Record<WireFormat, (plain: Plain) => object>> = {
  chat: ({ text, finish, usage }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'wire-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        finish_reason: inChat(finish),
      },
    ],
    usage: chatUsage(usage),
  }),
  responses: responseObject,
  messages: ({ text, finish, usage }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'wire-model',
    content: [{ type: 'text', text }],
    stop_reason: inMessages(finish),
    usage: messagesUsage(usage),
  }),
  converse: ({ text, finish, usage }) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: inMessages(finish),
    usage: converseUsage(usage),
    metrics: { latencyMs: 1 },
  }),
};

const streamedReply: Readonly<
  Record<WireFormat, (plain: Plain, options: { readonly split?: number }) => Behaviour>
> = {
  chat: (plain, options) => eventStream(chatEvents(plain), options),
  responses: (plain, options) => eventStream(responsesEvents(plain), options),
  messages: (plain, options) => eventStream(messagesEvents(plain), options),
  converse: (plain) => frames(converseEvents(plain)),
};

const pieces = (text: string): readonly string[] => splitCodePoints(text, 5);
const dataLine = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const namedEvent = (value: TypedEvent): string => `event: ${value.type}\n${dataLine(value)}`;

function chunk(choices: readonly object[], more: object = {}): string {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'wire-model' };
  return dataLine({ ...head, choices, ...more });
}

function chatEvents({ text, finish, usage }: Plain): string {
  return [
    ...pieces(text).map((content) => chunk([{ index: 0, delta: { content } }])),
    chunk([{ index: 0, delta: {}, finish_reason: inChat(finish) }]),
    chunk([], { usage: chatUsage(usage) }),
    'data: [DONE]\n\n',
  ].join('');
}

function responsesEvents(plain: Plain): string {
  const type = plain.finish === 'stop' ? 'response.completed' : 'response.incomplete';
  return [
    ...pieces(plain.text).map((delta) => namedEvent({ type: 'response.output_text.delta', delta })),
    namedEvent({ type, response: responseObject(plain) }),
  ].join('');
}

function messagesEvents(plain: Plain): string {
  return messageObjects(plain).map(namedEvent).join('');
}

const toBase64 = (event: object): string => Buffer.from(JSON.stringify(event)).toString('base64');

type TypedEvent = { readonly type: string; readonly [key: string]: unknown };

function messageObjects({ text, finish, usage }: Plain): readonly TypedEvent[] {
  const { output_tokens: outputTokens, ...input } = asRecord(messagesUsage(usage));
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'wire-model' };
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...input, output_tokens: 1 },
  };
  return [
    { type: 'message_start', message: start },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces(text).map((piece) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: piece },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: inMessages(finish), stop_sequence: null },
      usage: { output_tokens: outputTokens },
    },
    { type: 'message_stop' },
  ];
}

function converseEvents({ text, finish, usage }: Plain): readonly (readonly [string, object])[] {
  return [
    ['messageStart', { role: 'assistant' }],
    ...pieces(text).map(
      (piece) => ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: piece } }] as const,
    ),
    ['contentBlockStop', { contentBlockIndex: 0 }],
    ['messageStop', { stopReason: inMessages(finish) }],
    ['metadata', { usage: converseUsage(usage), metrics: { latencyMs: 1 } }],
  ];
}

/** AWS event frames, encoded by the SDK's own codec. */
export function frames(
  events: readonly (readonly [string, object])[],
  options: { readonly end?: boolean } = {},
): Behaviour {
  const codec = new EventStreamCodec(toUtf8, fromUtf8);
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    for (const [type, body] of events) {
      const exception = type.endsWith('Exception');
      response.write(
        codec.encode({
          headers: {
            ':message-type': { type: 'string', value: exception ? 'exception' : 'event' },
            [exception ? ':exception-type' : ':event-type']: { type: 'string', value: type },
            ':content-type': { type: 'string', value: 'application/json' },
          },
          body: fromUtf8(JSON.stringify(body)),
        }),
      );
    }
    if (options.end ?? true) response.end();
  };
}
