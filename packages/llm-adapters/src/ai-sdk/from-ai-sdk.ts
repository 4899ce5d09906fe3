import type { LlmClient } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asList, asRecord, type UnknownRecord } from '../wire/read.ts';
import { asStream } from '../wire/sdk-client.ts';
import type { PreparedRequest, WireAnswer, WireCall } from '../wire/wire.ts';
import { checkOptions } from '../wire/check-options.ts';
import {
  assertLanguageModel,
  createAiSdkFold,
  type LanguageModelLike,
  readGenerated,
  toPrompt,
} from './ai-sdk-model.ts';

/** Options of `fromAiSdk`. */
export interface FromAiSdkOptions {
  readonly defaults?: AdapterDefaults;
}

/**
 * A client over a language model of the AI SDK (v2, v3 or v4, from any `@ai-sdk/*` provider). Provider
 * `ai-sdk:<model.provider>`. The schema of a JSON request goes on as it is: the provider package lowers it.
 *
 * @example
 * const client = fromAiSdk(groq('llama-4'));
 */
export function fromAiSdk(model: LanguageModelLike, options: FromAiSdkOptions = {}): LlmClient {
  checkOptions(options, 'defaults', 'fromAiSdk(model, options)');
  const { defaults = {} } = options;
  assertLanguageModel(model);
  const provider = `ai-sdk:${model.provider}`;
  return createWireClient(
    {
      provider,
      model: model.modelId,
      capabilities: withCapabilities({}, defaults),
      abilities: {
        dialect: 'object',
        lenientSchema: true,
        jsonObject: true,
        stop: true,
        metadata: 'none',
        model: false,
        providerOptions: 'all',
      },
      encode: encodeCallOptions,
      send: (body, call) => model.doGenerate(withSignal(body, call)),
      decode: (answer) => decodeAiSdk(answer, provider),
      openStream: async (body, call) => {
        const { stream } = await model.doStream(withSignal(body, call));
        return asStream(stream, provider);
      },
      createFold: createAiSdkFold,
      secrets: () => defaults.secrets ?? [],
      origin: { server: {}, credentials: () => model },
    },
    defaults,
  );
}

const withSignal = (body: UnknownRecord, { signal }: WireCall): object =>
  withoutUndefined({ ...body, abortSignal: signal });

function encodeCallOptions(request: PreparedRequest): UnknownRecord {
  const { messages, output, extra } = request;
  return withoutUndefined({
    prompt: toPrompt(messages),
    responseFormat:
      output.type === 'json'
        ? withoutUndefined({ type: 'json', schema: output.schema, name: output.name })
        : { type: 'text' },
    maxOutputTokens: request.maxOutputTokens,
    temperature: request.temperature,
    stopSequences: request.stop,
    providerOptions: Object.keys(extra).length === 0 ? undefined : extra,
  });
}

/** An answer without content is an error of the provider, unless the answer was cut, filtered or calls a tool. */
function decodeAiSdk(answer: unknown, provider: string): WireAnswer {
  const read = readGenerated(answer, provider);
  if (read.finish === 'stop' && asList(asRecord(answer)['content']).length === 0) {
    throw protocolError(provider, 'its content is empty', { usage: read.usage });
  }
  return read;
}
