/** The scores from which a decision is taken; see `benchmarks/src/planner-decisions.ts`. */
export interface Thresholds {
  /** @default 0.5 */
  readonly clarify: number;
  /** @default 0.5 */
  readonly followup: number;
}

/** Halfway: the weights of both scores are set so that .5 is where the evidence is even. */
export const defaultThresholds: Thresholds = Object.freeze({ clarify: 0.5, followup: 0.5 });
