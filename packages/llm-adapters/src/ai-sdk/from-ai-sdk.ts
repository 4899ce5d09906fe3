import type { LlmClient } from '@kanmon/core';
import { isRecord, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import { type AdapterDefaults, withCapabilities } from '../wire/adapter-defaults.ts';
import { createWireClient } from '../wire/create-wire-client.ts';
import { asList, asRecord, filledString, type UnknownRecord } from '../wire/read.ts';
import {
  type FinishReading,
  type Identity,
  noUsage,
  readFinish,
  readIdentity,
  toAnswer,
  type UsageReading,
  usageUnreadable,
} from '../wire/read-answer.ts';
import { asStream } from '../wire/sdk-client.ts';
import type { PreparedRequest, StreamFold, WireAnswer, WireCall } from '../wire/wire.ts';
import { assertLanguageModel, type LanguageModelLike } from './ai-sdk-model.ts';
import { checkNames } from '../wire/check-options.ts';

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
  checkNames(options, 'defaults', 'fromAiSdk(model, options)');
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
  const prompt = messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
  return withoutUndefined({
    prompt,
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

/** Reads the result of `doGenerate` of v2, v3 or v4. Reasoning, files and sources are not text. */
function decodeAiSdk(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer) || !Array.isArray(answer['content'])) {
    throw protocolError(provider, 'it has no content');
  }
  const reading = readAiSdkUsage(answer['usage'], readAiSdkWarnings(answer['warnings']));
  const ending = readAiSdkFinish(answer);
  const parts = asList(answer['content']).map(asRecord);
  if (parts.length === 0 && ending.finish === 'stop') {
    throw protocolError(provider, 'its content is empty', { usage: reading.usage });
  }
  const text = parts
    .filter((part) => part['type'] === 'text')
    .map((part) => filledString(part['text']) ?? '')
    .join('');
  // A v4 model may mark one of its texts as the structured one.
  const structured = answer['structuredOutputText'];
  return {
    text: typeof structured === 'string' ? structured : text,
    ...toAnswer(reading, ending, readIdentity(asRecord(answer['response']), 'modelId')),
  };
}

/** Reads the parts of `doStream`; the end mark is `finish`. An `error` part ends it although the stream goes on. */
function createAiSdkFold(): StreamFold {
  let identity: Identity = {};
  let reading = noUsage;
  let warnings: readonly string[] = [];
  let finished: UnknownRecord | undefined;
  return {
    push(part) {
      const event = asRecord(part);
      switch (event['type']) {
        case 'stream-start':
          warnings = readAiSdkWarnings(event['warnings']);
          return '';
        case 'response-metadata':
          identity = { ...identity, ...readIdentity(event, 'modelId') };
          return '';
        case 'text-delta':
          return filledString(event['delta']) ?? '';
        case 'finish':
          finished = event;
          reading = readAiSdkUsage(event['usage'], warnings);
          return '';
        case 'error':
          throw event['error'];
        default:
          return '';
      }
    },
    end: () =>
      finished === undefined ? null : toAnswer(reading, readAiSdkFinish(finished), identity),
    usage: () => reading.usage,
  };
}

/** Key of the metadata of our own bridge, which carries what v2 has no word for. */
const bridge = 'kanmon';

function readAiSdkFinish(source: UnknownRecord): FinishReading {
  const carried = asRecord(asRecord(source['providerMetadata'])[bridge])['finish'];
  const reason = source['finishReason'];
  const raw = carried ?? asRecord(reason)['raw'];
  // The unified reasons have none for a refusal.
  if (raw === 'refusal') return { finish: 'refusal', warnings: [] };
  if (carried === 'other') return { finish: 'other', warnings: [] };
  return readFinish(isRecord(reason) ? reason['unified'] : reason);
}

/** Reads usage: flat numbers in v2, totals with parts in v3 and v4. What is undefined is unknown. */
function readAiSdkUsage(reported: unknown, warnings: readonly string[]): UsageReading {
  if (!isRecord(reported)) return { usage: {}, warnings };
  const { inputTokens, outputTokens } = reported;
  const counts = Object.entries({
    inputTokens: isRecord(inputTokens) ? inputTokens['total'] : inputTokens,
    outputTokens: isRecord(outputTokens) ? outputTokens['total'] : outputTokens,
    cachedInputTokens: asRecord(inputTokens)['cacheRead'] ?? reported['cachedInputTokens'],
    reasoningTokens: asRecord(outputTokens)['reasoning'] ?? reported['reasoningTokens'],
  }).filter(([, count]) => count !== undefined);
  const known = counts.filter(([, count]) => isTokenCount(count));
  return {
    usage: Object.fromEntries(known),
    warnings: known.length === counts.length ? warnings : [...warnings, usageUnreadable],
  };
}

/** Returns warnings of all versions as strings. */
function readAiSdkWarnings(warnings: unknown): readonly string[] {
  return asList(warnings).map((entry) => {
    const warning = asRecord(entry);
    const type = filledString(warning['type']) ?? 'other';
    const subject = filledString(warning['setting']) ?? filledString(warning['feature']);
    const text = filledString(warning['message']) ?? filledString(warning['details']);
    if (type === 'other') return text ?? 'other';
    return [type, subject, text].filter((piece) => piece !== undefined).join(':');
  });
}
