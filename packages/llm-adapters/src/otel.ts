export {
  type AttributeValue,
  type OpenTelemetryOptions,
  type SpanLike,
  type TracerLike,
  withOpenTelemetry,
} from './decorators/with-open-telemetry.ts';
export { type GateSpanLike, type GateTracerLike, traceGate } from './otel/trace-gate.ts';
