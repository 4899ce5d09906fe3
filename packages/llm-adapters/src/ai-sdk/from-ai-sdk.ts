import type { LlmClient } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { asStream } from '../call/as-stream.ts';
import { createWireClient } from '../call/create-wire-client.ts';
import type { WireCall } from '../call/wire.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import type { PreparedRequest } from '../request/prepare-request.ts';
import { asRecord, optional, type UnknownRecord } from '../support/read.ts';
import { assertLanguageModel, type LanguageModelLike } from './language-model-like.ts';
import { createAiSdkFold, decodeAiSdk } from './read-ai-sdk.ts';

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
  checkOptions(options, { defaults: true }, 'fromAiSdk(model, options)');
  const { defaults = {} } = options;
  assertLanguageModel(model);
  const provider = `ai-sdk:${model.provider}`;
  return createWireClient(
    {
      provider,
      model: model.modelId,
      capabilities: {
        jsonSchema: 'native',
        stream: true,
        temperature: true,
        system: 'message',
        ...defaults.capabilities,
      },
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

const withSignal = (body: UnknownRecord, call: WireCall): object => ({
  ...body,
  ...optional('abortSignal', call.signal),
});

function encodeCallOptions(request: PreparedRequest): UnknownRecord {
  const { messages, output, extra } = request;
  const prompt = messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
  const format =
    output.type === 'json'
      ? { type: 'json', ...optional('schema', output.schema), name: output.name }
      : { type: 'text' };
  return {
    prompt,
    responseFormat: format,
    ...optional('maxOutputTokens', request.maxOutputTokens),
    ...optional('temperature', request.temperature),
    ...optional('stopSequences', request.stop),
    ...(Object.keys(asRecord(extra)).length === 0 ? {} : { providerOptions: extra }),
  };
}
