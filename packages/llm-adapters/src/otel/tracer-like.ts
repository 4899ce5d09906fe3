/** Values a span attribute may have here. */
export type AttributeValue = string | number | boolean | string[];

/** What is used of a span; `Span` of @opentelemetry/api 1 fits. */
export interface SpanLike {
  setAttribute(key: string, value: AttributeValue): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** What is used of a tracer; `Tracer` of @opentelemetry/api 1 fits. */
export interface TracerLike {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, AttributeValue> },
  ): SpanLike;
}

/** `SpanKind.CLIENT` of @opentelemetry/api. */
export const spanKindClient = 2;
/** `SpanStatusCode.ERROR` of @opentelemetry/api. */
export const spanStatusError = 2;
