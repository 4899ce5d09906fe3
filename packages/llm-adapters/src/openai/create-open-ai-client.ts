import type { LlmCapabilities, LlmClient } from '@kanmon/core';
import { asStream } from '../call/as-stream.ts';
import { clientSecrets, sdkOrigin } from '../call/client-secrets.ts';
import { createWireClient } from '../call/create-wire-client.ts';
import { sdkCallOptions } from '../call/sdk-call-options.ts';
import type { Wire } from '../call/wire.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import type { WireAbilities } from '../request/prepare-request.ts';
import { createChatFold, decodeChat } from './chat-answer.ts';
import { encodeChat } from './chat-body.ts';
import { type OpenAILike, requireCreate } from './open-ai-like.ts';
import { createResponsesFold, decodeResponses } from './responses-answer.ts';
import { encodeResponses } from './responses-body.ts';

/** The two APIs OpenAI offers for text. */
export type OpenAiApi = 'chat' | 'responses';

interface OpenAiClientOptions {
  readonly provider: string;
  readonly model: string;
  readonly api?: OpenAiApi | undefined;
  readonly defaults?: AdapterDefaults | undefined;
}

const chatAbilities: WireAbilities = {
  dialect: 'openai-strict',
  lenientSchema: true,
  jsonObject: true,
  stop: true,
  metadata: 'all',
};

/** What `fromOpenAI` and `fromAzureOpenAI` share: everything but the provider's name. */
export function createOpenAiClient(client: OpenAILike, options: OpenAiClientOptions): LlmClient {
  const { provider, model, api = 'chat', defaults = {} } = options;
  const capabilities: LlmCapabilities = {
    jsonSchema: 'native',
    stream: true,
    temperature: true,
    system: 'message',
    ...defaults.capabilities,
  };
  const resource = requireCreate(client, api === 'chat' ? 'chat.completions' : 'responses');
  const common: Pick<
    Wire,
    'provider' | 'model' | 'capabilities' | 'send' | 'openStream' | 'secrets' | 'origin'
  > = {
    provider,
    model,
    capabilities,
    send: (body, call) => resource.create(body, sdkCallOptions(call)),
    openStream: async (body, call) =>
      asStream(await resource.create(body, sdkCallOptions(call)), provider),
    secrets: () => [...clientSecrets(client), ...(defaults.secrets ?? [])],
    origin: sdkOrigin(client, { api }),
  };
  if (api === 'chat') {
    return createWireClient(
      {
        ...common,
        abilities: chatAbilities,
        encode: (request, mode) =>
          encodeChat(request, mode, { limitKey: 'max_completion_tokens', streamUsage: true }),
        decode: (answer) => decodeChat(answer, provider),
        createFold: createChatFold,
      },
      defaults,
    );
  }
  return createWireClient(
    {
      ...common,
      abilities: { ...chatAbilities, stop: false },
      encode: encodeResponses,
      decode: (answer) => decodeResponses(answer, provider),
      createFold: () => createResponsesFold(provider),
    },
    defaults,
  );
}
