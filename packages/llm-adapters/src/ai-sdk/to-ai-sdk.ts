import {
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmResponse,
} from '@kanmon/core';
import { checkOptions, isRecord } from '@kanmon/core/kit';
import { streamOf } from '../decorators/decorator.ts';
import { describeValue } from '../support/describe-value.ts';
import { optional } from '../support/read.ts';
import { AiSdkCallError } from './ai-sdk-call-error.ts';
import type { AiSdkModel, GenerateResult, StreamPart, VersionedParts } from './ai-sdk-model.ts';
import { assertVersion, type SpecificationVersion } from './language-model-like.ts';
import { readCallOptions } from './read-call-options.ts';
import { type PartWriter, partWriters } from './versioned-parts.ts';

/** Options of `toAiSdk`. */
export interface ToAiSdkOptions<V extends SpecificationVersion = SpecificationVersion> {
  /** v2 for AI SDK 5, v3 for 6, v4 for 7. @default 'v4' */
  readonly specificationVersion?: V;
}

const textId = 'text-1';

/**
 * A language model of the AI SDK over a client, with all its decorators. Text only: other parts and tools
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
  checkOptions(options, { specificationVersion: true }, 'toAiSdk(client, options)');
  const { specificationVersion = 'v4' } = options;
  assertVersion(specificationVersion);
  if (!isRecord(client) || typeof client['generate'] !== 'function') {
    throw new InvalidArgumentError(
      `expected an LlmClient with generate, got ${describeValue(client)}`,
    );
  }
  return createModel(client, specificationVersion, partWriters[specificationVersion]);
}

function createModel(
  client: LlmClient,
  specificationVersion: SpecificationVersion,
  writer: Writer,
): AiSdkModel<SpecificationVersion> {
  const { provider, model: modelId } = client;
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(options): Promise<GenerateResult<SpecificationVersion>> {
      try {
        const { request, call, unsupported } = readCallOptions(options, provider);
        const response = await client.generate(request, call);
        return {
          content: [{ type: 'text', text: response.text }],
          finishReason: writer.finish(response.finish),
          usage: writer.usage(response),
          ...optional('providerMetadata', writer.metadata(response.finish)),
          response: identityOf(response),
          warnings: [
            ...warningsOf(unsupported, writer),
            ...response.warnings.map((text) => writer.warning(text)),
          ],
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
        const parts = partsOf(events, warningsOf(unsupported, writer), writer);
        return { stream: toStream(parts, cancelled) };
      } catch (error) {
        throw toCallError(error);
      }
    },
  };
}

type Part = StreamPart<SpecificationVersion>;
type Writer = PartWriter<VersionedParts[SpecificationVersion]>;

/**
 * The events of a client as parts. Warnings of the response come with its end, where the interface has no
 * place for them, so only those known at the start are carried.
 *
 * @yields Parts; an error comes as a part, as the interface wants it.
 */
async function* partsOf(
  events: AsyncIterable<LlmEvent>,
  warnings: ReturnType<Writer['warning']>[],
  writer: Writer,
): AsyncGenerator<Part, void, undefined> {
  yield { type: 'stream-start', warnings };
  let started = false;
  try {
    for await (const event of events) {
      if (event.type === 'delta') {
        if (!started) yield { type: 'text-start', id: textId };
        started = true;
        yield { type: 'text-delta', id: textId, delta: event.text };
      } else {
        if (started) yield { type: 'text-end', id: textId };
        yield* endParts(event.response, writer);
      }
    }
  } catch (error) {
    yield { type: 'error', error: toCallError(error) };
  }
}

function* endParts(response: LlmResponse, writer: Writer): Generator<Part, void, undefined> {
  yield { type: 'response-metadata', ...identityOf(response) };
  yield {
    type: 'finish',
    finishReason: writer.finish(response.finish),
    usage: writer.usage(response),
    ...optional('providerMetadata', writer.metadata(response.finish)),
  };
}

/** A stream that pulls from an iterator. Cancelling aborts the call, for the iterator may be waiting for it. */
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

function identityOf(response: LlmResponse): { id?: string; modelId: string } {
  return { ...optional('id', response.id), modelId: response.model };
}

function warningsOf(
  unsupported: readonly string[],
  writer: Writer,
): ReturnType<Writer['warning']>[] {
  return unsupported.map((setting) => writer.unsupported(setting));
}

function toCallError(error: unknown): unknown {
  return LlmError.isInstance(error) ? new AiSdkCallError(error) : error;
}
