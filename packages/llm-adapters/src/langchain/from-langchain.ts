import type { LlmClient } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { sumCounts } from '../hosts/host-gate.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { checkOptions } from '../wire/check-options.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asList, asRecord, filledString, member, type UnknownRecord } from '../wire/read.ts';
import { asStream, clientSecrets } from '../wire/sdk-client.ts';
import type { PreparedRequest, StreamFold, WireAnswer, WireCall } from '../wire/wire.ts';
import {
  assertModel,
  type ChatModelLike,
  formSettings,
  holdBack,
  isNative,
  readMessage,
} from './chat-model.ts';

/** A chat model of LangChain that may stream. */
export interface StreamingChatModelLike extends ChatModelLike {
  stream(input: unknown, options?: object): PromiseLike<AsyncIterable<unknown>>;
}

/** Options of `fromLangChain`. */
export interface FromLangChainOptions {
  readonly defaults?: AdapterDefaults;
}

/**
 * Creates a client over a chat model of LangChain. Provider `langchain:` and the type that the model has there, such as
 * `langchain:openai` for `ChatOpenAI`. Temperature and the limit of output tokens are settings of the model there, so that those of a request are dropped, with a warning each.
 *
 * @example
 * const client = fromLangChain(new ChatOpenAI({ model: 'gpt-5-mini' }));
 *
 * @throws {InvalidArgumentError} The model or an option is invalid.
 */
export function fromLangChain(
  model: StreamingChatModelLike,
  options: FromLangChainOptions = {},
): LlmClient {
  checkOptions(options, 'defaults', 'fromLangChain(model, options)');
  const { defaults = {} } = options;
  assertModel(model);
  const provider = `langchain:${familyOf(model)}`;
  const own = { jsonSchema: isNative(model) ? 'native' : 'prompt', temperature: false } as const;
  return createWireClient(
    {
      provider,
      model: filledString(member(model, 'model')) ?? 'default',
      capabilities: withCapabilities(own, defaults),
      abilities: {
        dialect: 'openai-strict',
        lenientSchema: true,
        jsonObject: false,
        stop: true,
        maxOutputTokens: false,
        metadata: 'none',
        model: false,
        providerOptions: 'all',
      },
      encode: encodeCall,
      async send({ messages, settings }, call) {
        const watch = { ending: undefined };
        const config = holdBack({}, withoutUndefined({ signal: call.signal }), watch);
        const message = await model.invoke(messages, { ...config, ...asRecord(settings) });
        return { message, watch };
      },
      decode(answer) {
        const { message, watch } = asRecord(answer);
        return toAnswer(message, member(watch, 'ending'));
      },
      openStream: async ({ messages, settings }, call) =>
        asStream(
          await model.stream(messages, { ...signalOf(call), ...asRecord(settings) }),
          provider,
        ),
      createFold: createMessageFold,
      secrets: () => [...clientSecrets(model), ...(defaults.secrets ?? [])],
      origin: { server: {}, credentials: () => model },
    },
    defaults,
  );
}

/** Returns the word by which a model names its provider, such as `openai`. */
function familyOf(model: object): string {
  const name = member(model, '_llmType');
  return (typeof name === 'function' ? filledString(name.call(model)) : undefined) ?? 'model';
}

const signalOf = ({ signal }: WireCall): object => withoutUndefined({ signal });

function encodeCall({ messages, output, stop, extra }: PreparedRequest): UnknownRecord {
  return { messages, settings: withoutUndefined({ ...formSettings(output, {}), stop, ...extra }) };
}

function toAnswer(message: unknown, ending: unknown): WireAnswer {
  return { ...readMessage(message, ending), warnings: [] };
}

/** Reads the chunks of a stream. LangChain has no end mark: the stream ends, or it throws. */
function createMessageFold(): StreamFold {
  let usage: object = {};
  let whole: UnknownRecord = {};
  return {
    push(chunk) {
      usage = sumCounts([usage, member(chunk, 'usage_metadata')]);
      const metadata = asRecord(member(chunk, 'response_metadata'));
      const calls = asList(member(chunk, 'tool_calls'));
      whole = {
        id: filledString(member(chunk, 'id')) ?? whole['id'],
        response_metadata: { ...asRecord(whole['response_metadata']), ...metadata },
        tool_calls: [...asList(whole['tool_calls']), ...calls],
      };
      return readMessage(chunk, undefined).text;
    },
    end: () => toAnswer({ ...whole, usage_metadata: usage }, undefined),
    usage: () => readMessage({ usage_metadata: usage }, undefined).usage,
  };
}
