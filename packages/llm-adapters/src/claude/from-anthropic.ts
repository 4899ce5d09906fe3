import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { asStream } from '../call/as-stream.ts';
import { clientSecrets, sdkOrigin } from '../call/client-secrets.ts';
import { createWireClient } from '../call/create-wire-client.ts';
import { sdkCallOptions } from '../call/sdk-call-options.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import { describeValue } from '../support/describe-value.ts';
import { type AnthropicLike, requireMessages } from './anthropic-like.ts';
import { createMessageFold, decodeMessage } from './messages-answer.ts';
import { encodeMessages } from './messages-body.ts';

/** Options of `fromAnthropic`. */
export interface FromAnthropicOptions {
  readonly model: string;
  /** Anthropic requires a limit with every call; a request's own wins. */
  readonly maxOutputTokens: number;
  readonly defaults?: AdapterDefaults;
}

const optionNames: OptionNames<FromAnthropicOptions> = {
  model: true,
  maxOutputTokens: true,
  defaults: true,
};

const provider = 'claude';

/**
 * A client over an instance of `@anthropic-ai/sdk` 1, `AnthropicBedrock` or `AnthropicAws`. Provider
 * `claude`. Temperature is dropped with a warning unless `defaults.capabilities` says otherwise: the
 * current models refuse it.
 *
 * @example
 * const client = fromAnthropic(new Anthropic({ apiKey }), { model: 'claude-sonnet-5-5', maxOutputTokens: 4096 });
 */
export function fromAnthropic(client: AnthropicLike, options: FromAnthropicOptions): LlmClient {
  checkOptions(options, optionNames, 'fromAnthropic(client, options)');
  const { model, maxOutputTokens, defaults = {} } = options;
  const messages = requireMessages(client);
  if (!Number.isInteger(maxOutputTokens) || maxOutputTokens < 1) {
    throw new InvalidArgumentError(
      `expected options.maxOutputTokens to be a whole number of at least 1, got ${typeof maxOutputTokens === 'number' ? maxOutputTokens : describeValue(maxOutputTokens)}; Anthropic requires a limit, e.g. 4096`,
    );
  }
  return createWireClient(
    {
      provider,
      model,
      capabilities: {
        jsonSchema: 'native',
        stream: true,
        temperature: false,
        system: 'field',
        ...defaults.capabilities,
      },
      abilities: {
        dialect: 'claude',
        lenientSchema: false,
        jsonObject: false,
        stop: true,
        metadata: 'user-id',
      },
      encode: (request, mode) => encodeMessages(request, mode, provider),
      send: (body, call) => messages.create(body, sdkCallOptions(call)),
      decode: (answer) => decodeMessage(answer, provider),
      openStream: async (body, call) =>
        asStream(await messages.create(body, sdkCallOptions(call)), provider),
      createFold: createMessageFold,
      secrets: () => [...clientSecrets(client), ...(defaults.secrets ?? [])],
      origin: sdkOrigin(client, {}),
    },
    { maxOutputTokens, ...defaults },
  );
}
