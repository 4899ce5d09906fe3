export type { AttributeValue };
export type { GateSpanLike };
export type { GateTracerLike };
export type { OpenTelemetryOptions };
export type { SpanLike };
export type { TracerLike };
export { traceGate };
export { withOpenTelemetry };
