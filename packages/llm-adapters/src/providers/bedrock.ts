import { canonicalJson, InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { splitSystem } from '../request/messages.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import { mergeExtra } from '../request/prepare-request.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import { expectsText, noUsage, readEnding, readUsage, toAnswer } from '../wire/read-answer.ts';
import { asStream } from '../wire/sdk-client.ts';
import type { PreparedRequest, StreamFold, WireAnswer, WireCall } from '../wire/wire.ts';

/** The method that is used of a Bedrock client. `BedrockRuntimeClient` of @aws-sdk/client-bedrock-runtime 3 fits. */
export interface BedrockLike {
  send(command: object, options?: object): Promise<unknown>;
}

/** A command class of the AWS SDK. Its input type is the SDK's own, so it is not checked here. */
export type CommandClass = new (input: never) => object;

/** The command classes to send; without `ConverseStream` the client has no `stream`. */
export interface ConverseCommands {
  readonly Converse: CommandClass;
  readonly ConverseStream?: CommandClass;
}

/** Options of `fromBedrockConverse`. */
export interface FromBedrockConverseOptions {
  /** A model id or the ARN of an inference profile. */
  readonly modelId: string;
  readonly commands: ConverseCommands;
  readonly defaults?: AdapterDefaults;
}

const provider = 'aws-claude';

/** Keys and values of request metadata that AWS takes (API reference of Bedrock, `RequestMetadataFilters`). */
const requestMetadata = /^[a-zA-Z0-9\s._:/=+$@-]{0,256}$/;

/**
 * Creates a client over `BedrockRuntimeClient` and its Converse commands, which are passed in so that nothing
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
  checkOptions(options, 'modelId commands defaults', 'fromBedrockConverse(client, options)');
  const { modelId, commands, defaults = {} } = options;
  assertBedrock(client, commands);
  const { Converse, ConverseStream } = commands;
  const send = (command: CommandClass, body: UnknownRecord, call: WireCall): Promise<unknown> =>
    client.send(
      instantiate(command, body),
      withoutUndefined({ abortSignal: call.signal, requestTimeout: call.timeoutMs }),
    );
  const capabilities = withCapabilities({ system: 'field' }, defaults);
  return createWireClient(
    {
      provider,
      model: modelId,
      capabilities: {
        ...capabilities,
        stream: capabilities.stream && ConverseStream !== undefined,
      },
      abilities: {
        dialect: 'converse',
        lenientSchema: false,
        jsonObject: false,
        stop: true,
        metadata: (name, value) => requestMetadata.test(name) && requestMetadata.test(value),
      },
      encode: encodeConverse,
      send: (body, call) => send(Converse, body, call),
      decode: decodeConverse,
      openStream: async (body, call) =>
        asStream(asRecord(await send(ConverseStream ?? Converse, body, call))['stream'], provider),
      createFold: createConverseFold,
      secrets: () => defaults.secrets ?? [],
      // The SDK returns region and credentials asynchronously.
      origin: { server: {}, credentials: () => client },
    },
    defaults,
  );
}

function assertBedrock(client: BedrockLike, commands: ConverseCommands): void {
  checkMethods(
    client,
    'send',
    'a Bedrock client with send',
    'pass new BedrockRuntimeClient({ region })',
  );
  if (typeof asRecord(commands)['Converse'] !== 'function') {
    throw new InvalidArgumentError(
      `expected options.commands.Converse to be a class, got ${describeKind(commands)}; pass { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand }`,
    );
  }
  checkOptions(commands, 'Converse ConverseStream', 'options.commands');
}

/** Creates a command. Its input was encoded for exactly this class, which only carries it. */
function instantiate(command: CommandClass, input: UnknownRecord): object {
  const instance: unknown = Reflect.construct(command, [input]);
  return asRecord(instance);
}

const fixedKeys: ReadonlySet<string> = new Set(['messages', 'modelId', 'model', 'stream']);

/** Returns the input of `ConverseCommand`, and of `ConverseStreamCommand`, which is the same. */
function encodeConverse(request: PreparedRequest): UnknownRecord {
  const { system, turns } = splitSystem(request.messages, provider);
  const inference = withoutUndefined({
    maxTokens: request.maxOutputTokens,
    temperature: request.temperature,
    stopSequences: request.stop,
  });
  const body = withoutUndefined({
    modelId: request.model,
    system: system === undefined ? undefined : [{ text: system }],
    messages: turns.map(({ role, content }) => ({ role, content: [{ text: content }] })),
    inferenceConfig: Object.keys(inference).length === 0 ? undefined : inference,
    outputConfig: outputConfig(request.output),
    requestMetadata: request.metadata,
  });
  const merged = mergeExtra(body, request.extra, fixedKeys);
  const extraInference = request.extra['inferenceConfig'];
  if (extraInference === undefined) return merged;
  // A further member must not undo the request's own limits.
  return { ...merged, inferenceConfig: { ...inference, ...asRecord(extraInference) } };
}

/** Converse takes the schema as text. */
function outputConfig(output: OutputPlan): UnknownRecord | undefined {
  if (output.type === 'text' || output.schema === undefined) return undefined;
  const jsonSchema = { schema: canonicalJson(output.schema), name: output.name };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

/** Reads the output of `ConverseCommand`. Reasoning content is not text. Converse does not name the model. */
function decodeConverse(answer: unknown): WireAnswer {
  if (!isRecord(answer)) throw protocolError(provider, 'it is not an object');
  const reading = readUsage(answer['usage']);
  const { usage } = reading;
  const content = asRecord(asRecord(answer['output'])['message'])['content'];
  if (!Array.isArray(content)) throw protocolError(provider, 'it has no message', { usage });
  const blocks = asList(content).map(asRecord);
  const ending = readEnding({ word: answer['stopReason'], calledTool: blocks.some(isToolUse) });
  if (blocks.length === 0 && expectsText(ending.finish)) {
    throw protocolError(provider, 'its content is empty', { usage });
  }
  const id = filledString(asRecord(answer['$metadata'])['requestId']);
  return {
    text: joinTexts(blocks),
    ...toAnswer(reading, ending, withoutUndefined({ id })),
  };
}

/** Exceptions that come as events of the stream; the SDK throws them, other clients may return them. */
const exceptionNames = `internalServerException modelStreamErrorException validationException
throttlingException serviceUnavailableException`.split(/\s/);

/** Reads the events of `ConverseStreamCommand`; the end mark is `messageStop`, usage follows after it. */
function createConverseFold(): StreamFold {
  let reading = noUsage;
  let word: unknown;
  let calledTool = false;
  return {
    push(part) {
      const event = asRecord(part);
      throwIfException(event);
      if (isRecord(event['messageStop'])) word = event['messageStop']['stopReason'] ?? 'absent';
      const { usage } = asRecord(event['metadata']);
      if (usage !== undefined) reading = readUsage(usage);
      calledTool ||= isToolUse(asRecord(asRecord(event['contentBlockStart'])['start']));
      const delta = asRecord(asRecord(event['contentBlockDelta'])['delta']);
      return filledString(delta['text']) ?? '';
    },
    end: () =>
      word === undefined ? null : toAnswer(reading, readEnding({ word, calledTool }), {}),
    usage: () => reading.usage,
  };
}

function throwIfException(event: UnknownRecord): void {
  const name = exceptionNames.find((candidate) => event[candidate] !== undefined);
  if (name === undefined) return;
  const exception = event[name];
  if (exception instanceof Error) throw exception;
  const message = filledString(asRecord(exception)['message']) ?? name;
  throw Object.assign(new Error(message), { code: name });
}

function isToolUse(block: UnknownRecord): boolean {
  return block['toolUse'] !== undefined;
}
