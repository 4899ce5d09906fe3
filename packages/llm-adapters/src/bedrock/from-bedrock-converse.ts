import type { LlmClient } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { asStream } from '../call/as-stream.ts';
import { createWireClient } from '../call/create-wire-client.ts';
import type { WireCall } from '../call/wire.ts';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import { asRecord, optional, type UnknownRecord } from '../support/read.ts';
import {
  assertBedrock,
  type BedrockLike,
  type CommandClass,
  type ConverseCommands,
} from './bedrock-like.ts';
import { createConverseFold, decodeConverse } from './converse-answer.ts';
import { encodeConverse } from './converse-input.ts';

/** Options of `fromBedrockConverse`. */
export interface FromBedrockConverseOptions {
  /** A model id or the ARN of an inference profile. */
  readonly modelId: string;
  readonly commands: ConverseCommands;
  readonly defaults?: AdapterDefaults;
}

const optionNames: OptionNames<FromBedrockConverseOptions> = {
  modelId: true,
  commands: true,
  defaults: true,
};

const provider = 'aws-claude';

/**
 * A client over `BedrockRuntimeClient` and its Converse commands, which are passed in so that nothing
 * imports the SDK. Provider `aws-claude`. The client keeps its own retry settings: build it with
 * `maxAttempts: 1` when a decorator retries. Models without structured output need
 * `defaults.capabilities.jsonSchema: 'prompt'`.
 *
 * @example
 * const client = fromBedrockConverse(new BedrockRuntimeClient({ region, maxAttempts: 1 }), {
 *   modelId, commands: { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand } });
 */
export function fromBedrockConverse(
  client: BedrockLike,
  options: FromBedrockConverseOptions,
): LlmClient {
  checkOptions(options, optionNames, 'fromBedrockConverse(client, options)');
  const { modelId, commands, defaults = {} } = options;
  assertBedrock(client, commands);
  const { Converse, ConverseStream } = commands;
  const send = (command: CommandClass, body: UnknownRecord, call: WireCall): Promise<unknown> =>
    client.send(instantiate(command, body), {
      ...optional('abortSignal', call.signal),
      ...optional('requestTimeout', call.timeoutMs),
    });
  return createWireClient(
    {
      provider,
      model: modelId,
      capabilities: {
        jsonSchema: 'native',
        temperature: true,
        system: 'field',
        ...defaults.capabilities,
        stream: ConverseStream !== undefined && defaults.capabilities?.stream !== false,
      },
      abilities: {
        dialect: 'converse',
        lenientSchema: false,
        jsonObject: false,
        stop: true,
        metadata: 'all',
      },
      encode: (request) => encodeConverse(request, provider),
      send: (body, call) => send(Converse, body, call),
      decode: (answer) => decodeConverse(answer, provider),
      openStream: async (body, call) =>
        asStream(asRecord(await send(ConverseStream ?? Converse, body, call))['stream'], provider),
      createFold: createConverseFold,
      secrets: () => defaults.secrets ?? [],
      // Region and credentials are asynchronous there.
      origin: { server: {}, credentials: () => client },
    },
    defaults,
  );
}

/** The input was encoded by us for exactly this command; its class only carries it. */
function instantiate(command: CommandClass, input: UnknownRecord): object {
  const instance: unknown = Reflect.construct(command, [input]);
  return asRecord(instance);
}
