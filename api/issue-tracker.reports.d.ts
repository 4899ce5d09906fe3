export type { PocRow };
export type { PocSamples };
export type { SessionMetrics };
export { metrics };
export { pocReport };
