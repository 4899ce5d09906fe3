import {
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { checkOptions, isRecord } from '@kanmon/core/kit';
import { type Decorator, wrapClient } from '../decorators/decorator.ts';
import { describeValue } from '../support/describe-value.ts';
import {
  type AttributeValue,
  spanKindClient,
  spanStatusError,
  type TracerLike,
} from './tracer-like.ts';

/** Options of `withOpenTelemetry`. */
export interface OpenTelemetryOptions {
  readonly tracer: TracerLike;
  /** Put messages and answers into the span. They may hold personal data. @default false */
  readonly captureContent?: boolean;
}

/** Our provider names in the words of the conventions; others go as they are. */
const providerNames: ReadonlyMap<string, string> = new Map([
  ['openai', 'openai'],
  ['azure-openai', 'azure.ai.openai'],
  ['claude', 'anthropic'],
  ['aws-claude', 'aws.bedrock'],
]);

/**
 * A client span for each call, after the GenAI semantic conventions of OpenTelemetry. The span is ended on
 * every way out; a tracer that throws never breaks a call.
 */
export function withOpenTelemetry(options: OpenTelemetryOptions): Decorator {
  checkOptions(options, { tracer: true, captureContent: true }, 'withOpenTelemetry(options)');
  const { tracer, captureContent = false } = options;
  if (!isRecord(tracer) || typeof tracer['startSpan'] !== 'function') {
    throw new InvalidArgumentError(
      `expected options.tracer with startSpan, got ${describeValue(tracer)}; pass trace.getTracer('my-app')`,
    );
  }
  const begin = (client: LlmClient, request: LlmRequest): CallSpan =>
    createCallSpan(tracer, client, request, captureContent);
  return (inner) =>
    wrapClient(inner, {
      async generate(request, call) {
        const span = begin(inner, request);
        try {
          const response = await inner.generate(request, call);
          span.finished(response);
          return response;
        } catch (error) {
          span.failed(error);
          throw error;
        } finally {
          span.end();
        }
      },
      async *stream(request, call, open) {
        const span = begin(inner, request);
        try {
          for await (const event of open(request, call)) {
            if (event.type === 'end') span.finished(event.response);
            yield event;
          }
        } catch (error) {
          span.failed(error);
          throw error;
        } finally {
          span.end();
        }
      },
    });
}

interface CallSpan {
  finished(response: LlmResponse): void;
  failed(error: unknown): void;
  end(): void;
}

function createCallSpan(
  tracer: TracerLike,
  client: LlmClient,
  request: LlmRequest,
  captureContent: boolean,
): CallSpan {
  const model = request.model ?? client.model;
  const span = quietly(() =>
    tracer.startSpan(`chat ${model}`, {
      kind: spanKindClient,
      attributes: requestAttributes(client, request, captureContent),
    }),
  );
  const set = (attributes: Readonly<Record<string, AttributeValue>>): void => {
    for (const [key, value] of Object.entries(attributes)) {
      quietly(() => span?.setAttribute(key, value));
    }
  };
  return {
    finished: (response) => set(responseAttributes(response, captureContent)),
    failed(error) {
      set({ 'error.type': errorType(error) });
      // Providers quote the prompt in their errors, so a message is content too.
      const message =
        captureContent && LlmError.isInstance(error) ? error.message : errorType(error);
      quietly(() => span?.setStatus({ code: spanStatusError, message }));
    },
    end: () => {
      quietly(() => span?.end());
    },
  };
}

function requestAttributes(
  client: LlmClient,
  request: LlmRequest,
  captureContent: boolean,
): Record<string, AttributeValue> {
  const { maxOutputTokens, temperature, stop, output } = request;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerNames.get(client.provider) ?? client.provider,
    'gen_ai.request.model': request.model ?? client.model,
    ...(maxOutputTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutputTokens }),
    ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
    ...(stop === undefined ? {} : { 'gen_ai.request.stop_sequences': [...stop] }),
    'gen_ai.output.type': output?.type ?? 'text',
    ...(captureContent ? { 'gen_ai.input.messages': messagesAttribute(request) } : {}),
  };
}

function responseAttributes(
  response: LlmResponse,
  captureContent: boolean,
): Record<string, AttributeValue> {
  const { id, model, finish, usage, text } = response;
  return {
    ...(id === undefined ? {} : { 'gen_ai.response.id': id }),
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': [finish],
    ...(usage.inputTokens === undefined ? {} : { 'gen_ai.usage.input_tokens': usage.inputTokens }),
    ...(usage.outputTokens === undefined
      ? {}
      : { 'gen_ai.usage.output_tokens': usage.outputTokens }),
    ...(captureContent
      ? {
          'gen_ai.output.messages': JSON.stringify([
            { role: 'assistant', parts: [{ type: 'text', content: text }], finish_reason: finish },
          ]),
        }
      : {}),
  };
}

function messagesAttribute(request: LlmRequest): string {
  return JSON.stringify(
    request.messages.map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] })),
  );
}

function errorType(error: unknown): string {
  if (LlmError.isInstance(error)) return error.kind;
  return error instanceof Error ? error.name : '_OTHER';
}

/** Watching must not change what is watched. */
function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
