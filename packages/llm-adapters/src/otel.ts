export { type OpenTelemetryOptions, withOpenTelemetry } from './otel/with-open-telemetry.ts';
export type { AttributeValue, SpanLike, TracerLike } from './otel/tracer-like.ts';
