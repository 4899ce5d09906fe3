import {
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { checkFlags, withoutUndefined } from '@kanmon/core/kit';
import { checkMethods, checkOptions } from '../wire/check-options.ts';
import { attempt, member } from '../wire/read.ts';
import { type Decorator, wrapCalls } from './decorator.ts';

/** Values a span attribute may have here. */
export type AttributeValue = string | number | boolean | string[];

/** The members that are used of a span; `Span` of @opentelemetry/api 1 fits. */
export interface SpanLike {
  setAttribute(key: string, value: AttributeValue): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** The method that is used of a tracer; `Tracer` of @opentelemetry/api 1 fits. */
export interface TracerLike {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, AttributeValue> },
  ): SpanLike;
}

/** `SpanKind.CLIENT` of @opentelemetry/api. */
const spanKindClient = 2;
/** `SpanStatusCode.ERROR` of @opentelemetry/api. */
const spanStatusError = 2;

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
 * Opens a client span for each call, after the GenAI semantic conventions of OpenTelemetry. The span is ended
 * on every way out; a tracer that throws never breaks a call. The call of a gate's run also has `kanmon.gate.name`,
 * `kanmon.attempt.number` and `kanmon.attempt.mode`, as the span of its attempt (`traceGate`) has.
 */
export function withOpenTelemetry(options: OpenTelemetryOptions): Decorator {
  if (typeof member(options, 'startSpan') === 'function') {
    throw new InvalidArgumentError(
      'expected withOpenTelemetry({ tracer }), got the tracer itself; put it into an object',
    );
  }
  checkOptions(options, 'tracer captureContent', 'withOpenTelemetry(options)');
  const { tracer, captureContent = false } = options;
  checkFlags({ captureContent });
  checkMethods(
    tracer,
    'startSpan',
    'options.tracer with startSpan',
    "pass trace.getTracer('my-app')",
  );
  return (inner) =>
    wrapCalls(inner, (request) => {
      const span = attempt(() =>
        tracer.startSpan(`chat ${request.model ?? inner.model}`, {
          kind: spanKindClient,
          attributes: requestAttributes(inner, request, captureContent),
        }),
      );
      const set = (attributes: Readonly<Record<string, AttributeValue>>): void => {
        for (const [key, value] of Object.entries(attributes)) {
          attempt(() => span?.setAttribute(key, value));
        }
      };
      return {
        finished: (response) => set(responseAttributes(response, captureContent)),
        failed(error) {
          const type = errorType(error);
          set({ 'error.type': type });
          // Providers quote the prompt in their errors, so a message is content too.
          const message = captureContent && LlmError.isInstance(error) ? error.message : type;
          attempt(() => span?.setStatus({ code: spanStatusError, message }));
        },
        closed: () => attempt(() => span?.end()),
      };
    });
}

type Attributes = Record<string, AttributeValue>;

function requestAttributes(
  client: LlmClient,
  request: LlmRequest,
  captureContent: boolean,
): Attributes {
  const { maxOutputTokens, temperature, stop, output, messages, metadata = {} } = request;
  return withoutUndefined({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerNames.get(client.provider) ?? client.provider,
    'gen_ai.request.model': request.model ?? client.model,
    'gen_ai.request.max_tokens': maxOutputTokens,
    'gen_ai.request.temperature': temperature,
    'gen_ai.request.stop_sequences': stop === undefined ? undefined : [...stop],
    'gen_ai.output.type': output?.type ?? 'text',
    ...attemptAttributes(metadata),
    'gen_ai.input.messages': captureContent
      ? JSON.stringify(messages.map(({ role, content }) => ({ role, parts: [textPart(content)] })))
      : undefined,
  });
}

/** Returns the attempt that a run of a gate names in the metadata of its requests. */
function attemptAttributes({
  gate,
  attempt: number,
  mode,
}: NonNullable<LlmRequest['metadata']>): Attributes {
  if (gate === undefined || number === undefined || mode === undefined) return {};
  return {
    'kanmon.gate.name': gate,
    'kanmon.attempt.number': Number(number),
    'kanmon.attempt.mode': mode,
  };
}

function responseAttributes(response: LlmResponse, captureContent: boolean): Attributes {
  const { id, model, finish, usage, text } = response;
  const message = { role: 'assistant', parts: [textPart(text)], finish_reason: finish };
  return withoutUndefined({
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': [finish],
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.output.messages': captureContent ? JSON.stringify([message]) : undefined,
  });
}

const textPart = (content: string): object => ({ type: 'text', content });

function errorType(error: unknown): string {
  if (LlmError.isInstance(error)) return error.kind;
  return error instanceof Error ? error.name : '_OTHER';
}
