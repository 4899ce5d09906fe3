export { gateMiddleware, type GenkitMiddleware } from './genkit/gate-middleware.ts';
export type { GateCallOptions } from './hosts/gate-call-options.ts';
