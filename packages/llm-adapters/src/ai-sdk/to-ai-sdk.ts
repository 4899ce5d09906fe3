import {
  type LlmCallOptions,
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmFinish,
  type LlmMessage,
  type LlmOutput,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { isJsonObject, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';
import { streamOf } from '../decorators/decorator.ts';
import {
  type AiSdkModel,
  assertVersion,
  type GenerateResult,
  type KanmonMetadata,
  type SpecificationVersion,
  type StreamPart,
  type UnifiedFinish,
  type VersionedParts,
} from './ai-sdk-model.ts';
import { asList, asRecord, filledString, toJsonValue } from '../wire/read.ts';

/** Options of `toAiSdk`. */
export interface ToAiSdkOptions<V extends SpecificationVersion = SpecificationVersion> {
  /** v2 for AI SDK 5, v3 for 6, v4 for 7. @default 'v4' */
  readonly specificationVersion?: V;
}

const textId = 'text-1';

/**
 * Creates a language model of the AI SDK over a client, with all its decorators. Text only: other parts and tools
 * are refused. An `LlmError` is thrown as what the AI SDK expects of a failed API call.
 *
 * @example
 * const { text } = await generateText({ model: toAiSdk(client), prompt: 'hello' });
 */
export function toAiSdk(client: LlmClient, options?: ToAiSdkOptions<'v4'>): AiSdkModel<'v4'>;
export function toAiSdk<V extends SpecificationVersion>(
  client: LlmClient,
  options: ToAiSdkOptions<V> & { readonly specificationVersion: V },
): AiSdkModel<V>;
export function toAiSdk(
  client: LlmClient,
  options: ToAiSdkOptions = {},
): AiSdkModel<SpecificationVersion> {
  checkOptions(options, 'specificationVersion', 'toAiSdk(client, options)');
  const { specificationVersion = 'v4' } = options;
  assertVersion(specificationVersion);
  checkMethods(client, 'generate', 'an LlmClient with generate');
  return createModel(client, specificationVersion, partWriters[specificationVersion]);
}

type Part = StreamPart<SpecificationVersion>;
type Writer = PartWriter<VersionedParts[SpecificationVersion]>;

function createModel(
  client: LlmClient,
  specificationVersion: SpecificationVersion,
  writer: Writer,
): AiSdkModel<SpecificationVersion> {
  // A client of another maker may have no names; the SDK needs both.
  const provider = filledString(client.provider) ?? 'kanmon';
  const modelId = filledString(client.model) ?? 'default';

  /**
   * Returns the events of a client as parts. Warnings of the response come with its end, where the interface
   * has no place for them, so only those known at the start are carried.
   *
   * @yields Parts; an error comes as a part, as the interface wants it.
   */
  async function* partsOf(
    events: AsyncIterable<LlmEvent>,
    unsupported: readonly string[],
  ): AsyncGenerator<Part, void, undefined> {
    yield { type: 'stream-start', warnings: unsupported.map(writer.unsupported) };
    let started = false;
    try {
      for await (const event of events) {
        if (event.type === 'delta') {
          if (!started) yield { type: 'text-start', id: textId };
          started = true;
          yield { type: 'text-delta', id: textId, delta: event.text };
        } else {
          if (started) yield { type: 'text-end', id: textId };
          yield { type: 'response-metadata', ...identityOf(event.response) };
          yield { type: 'finish', ...writer.ending(event.response) };
        }
      }
    } catch (error) {
      yield { type: 'error', error: toCallError(error) };
    }
  }

  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(options): Promise<GenerateResult<SpecificationVersion>> {
      try {
        const { request, call, unsupported } = readCallOptions(options, provider);
        const response = await client.generate(request, call);
        const warnings = response.warnings.map((message) => ({ type: 'other', message }) as const);
        return {
          content: [{ type: 'text', text: response.text }],
          ...writer.ending(response),
          response: identityOf(response),
          warnings: [...unsupported.map(writer.unsupported), ...warnings],
        };
      } catch (error) {
        throw toCallError(error);
      }
    },
    async doStream(options) {
      try {
        const { request, call, unsupported } = readCallOptions(options, provider);
        const cancelled = new AbortController();
        const signals = [cancelled.signal, ...(call.signal === undefined ? [] : [call.signal])];
        const events = streamOf(client, request, { ...call, signal: AbortSignal.any(signals) });
        return { stream: toStream(partsOf(events, unsupported), cancelled) };
      } catch (error) {
        throw toCallError(error);
      }
    },
  };
}

/** Returns a stream that pulls from an iterator. Cancelling aborts the call, for which the iterator may be waiting. */
function toStream(
  parts: AsyncGenerator<Part, void, undefined>,
  cancelled: AbortController,
): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      cancelled.abort();
      await parts.return();
    },
  });
}

function identityOf({ id, model }: LlmResponse): { id?: string; modelId: string } {
  return withoutUndefined({ id, modelId: model });
}

function toCallError(error: unknown): unknown {
  return LlmError.isInstance(error) ? new AiSdkCallError(error) : error;
}

/** Writes the parts that differ between the versions of the interface. */
interface PartWriter<Parts extends VersionedParts[SpecificationVersion]> {
  /** Metadata carries a finish that the version has no word for. */
  readonly ending: (response: LlmResponse) => {
    finishReason: Parts['finish'];
    usage: Parts['usage'];
    providerMetadata?: KanmonMetadata;
  };
  readonly unsupported: (setting: string) => Parts['warning'];
}

/** Returns the nearest common reason. The real one of a refusal travels in `raw` or in our metadata. */
function unified(finish: LlmFinish): UnifiedFinish {
  return finish === 'refusal' ? 'content-filter' : finish;
}

function metadataFor(finish: LlmFinish, ...carried: readonly LlmFinish[]) {
  return carried.includes(finish) ? { providerMetadata: { kanmon: { finish } } } : {};
}

const nested: PartWriter<VersionedParts['v3']> = {
  ending: ({ finish, usage }) => ({
    finishReason: { unified: unified(finish), raw: finish },
    usage: {
      inputTokens: {
        total: usage.inputTokens,
        noCache: undefined,
        cacheRead: usage.cachedInputTokens,
        cacheWrite: usage.cacheWriteTokens,
      },
      outputTokens: {
        total: usage.outputTokens,
        text: undefined,
        reasoning: usage.reasoningTokens,
      },
    },
    ...metadataFor(finish, 'other'),
  }),
  unsupported: (feature) => ({ type: 'unsupported', feature }),
};

const flat: PartWriter<VersionedParts['v2']> = {
  ending: ({ finish, usage }) => {
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
    const known = inputTokens !== undefined && outputTokens !== undefined;
    const totalTokens = known ? inputTokens + outputTokens : undefined;
    return {
      finishReason: unified(finish),
      usage: { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens },
      ...metadataFor(finish, 'refusal', 'other'),
    };
  },
  unsupported: (setting) => ({ type: 'unsupported-setting', setting }),
};

/** The writer of each version. */
const partWriters: { readonly [V in SpecificationVersion]: PartWriter<VersionedParts[V]> } = {
  v2: flat,
  v3: nested,
  v4: nested,
};

/**
 * Reports a failed call with the fields of the AI SDK's `APICallError`, which its retries look at; the original is
 * the cause. Recognized by `APICallError.isInstance` through the registered symbols that it asks for.
 */
export class AiSdkCallError extends Error {
  static {
    for (const marker of ['vercel.ai.error', 'vercel.ai.error.AI_APICallError']) {
      Object.defineProperty(this.prototype, Symbol.for(marker), { value: true });
    }
  }

  override readonly name: string = 'AI_APICallError';
  readonly url: string = '';
  readonly requestBodyValues: Readonly<Record<string, unknown>> = {};
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly isRetryable: boolean;

  constructor(error: LlmError) {
    super(error.message, { cause: error });
    this.statusCode = error.status;
    this.isRetryable = error.retryable;
    const { retryAfterMs: ms } = error;
    this.responseHeaders =
      ms === undefined
        ? {}
        : { 'retry-after-ms': String(ms), 'retry-after': String(Math.ceil(ms / 1000)) };
  }
}

/** A call of the AI SDK in our terms. */
interface ReadCall {
  readonly request: LlmRequest;
  readonly call: LlmCallOptions;
  /** Settings that were given and cannot be carried. */
  readonly unsupported: readonly string[];
}

const settingsWithoutPlace = 'topP topK presencePenalty frequencyPenalty seed reasoning'.split(' ');

/** Reads the options of `doGenerate` and `doStream`. Tools, and parts that are not text, are refused. */
function readCallOptions(options: object, provider: string): ReadCall {
  const given = asRecord(options);
  if (asList(given['tools']).length > 0) throw refused(provider, 'tools');
  const { abortSignal, providerOptions } = given;
  const stop = asList(given['stopSequences']).filter((entry) => typeof entry === 'string');
  return {
    request: {
      messages: asList(given['prompt']).map((message) => readMessage(message, provider)),
      ...withoutUndefined({
        maxOutputTokens: numberIn(given['maxOutputTokens']),
        temperature: numberIn(given['temperature']),
        stop: stop.length === 0 ? undefined : stop,
        output: readFormat(given['responseFormat']),
        providerOptions: isRecord(providerOptions) ? providerOptions : undefined,
      }),
    },
    call: abortSignal instanceof AbortSignal ? { signal: abortSignal } : {},
    unsupported: settingsWithoutPlace.filter((name) => given[name] !== undefined),
  };
}

function readMessage(message: unknown, provider: string): LlmMessage {
  const { role, content } = asRecord(message);
  if (role === 'system') return { role, content: filledString(content) ?? '' };
  if (role !== 'user' && role !== 'assistant') {
    throw refused(provider, `messages of role ${filledString(role) ?? describeKind(role)}`);
  }
  const texts = asList(content).map((part) => {
    const { type, text } = asRecord(part);
    if (type !== 'text')
      throw refused(provider, `parts of type ${filledString(type) ?? 'unknown'}`);
    return filledString(text) ?? '';
  });
  return { role, content: texts.join('') };
}

function readFormat(format: unknown): LlmOutput | undefined {
  const { type, schema, name } = asRecord(format);
  if (type !== 'json') return undefined;
  const value = schema === undefined ? undefined : toJsonValue(schema);
  return {
    type: 'json',
    ...withoutUndefined({
      schema: isJsonObject(value) ? value : undefined,
      name: filledString(name),
    }),
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function refused(provider: string, what: string): LlmError {
  return new LlmError(
    `the bridge to ${provider} carries text only, got ${what}; leave them out or use another model for them`,
    { kind: 'bad-request', provider },
  );
}
