export { metrics, type SessionMetrics } from './reports/session-metrics.ts';
export { pocReport, type PocRow, type PocSamples } from './reports/poc-report.ts';
