export type { GateCallOptions };
export type { GenkitMiddleware };
export { gateMiddleware };
