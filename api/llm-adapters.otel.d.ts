export type { AttributeValue };
export type { OpenTelemetryOptions };
export type { SpanLike };
export type { TracerLike };
export { withOpenTelemetry };
