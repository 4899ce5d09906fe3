export {
  type AttributeValue,
  type OpenTelemetryOptions,
  type SpanLike,
  type TracerLike,
  withOpenTelemetry,
} from './decorators/with-open-telemetry.ts';
