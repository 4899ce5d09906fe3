import type { RequiredTerm } from './terms.ts';

/** Settings of the check of terms. */
export interface TermPreservationConfig {
  /** Read by `validateStructure` and `resolveRefinement`; a gate always checks. @default true */
  readonly enableTermPreservationCheck: boolean;
  /** Whether a lost term breaks the structure of a replan. @default false */
  readonly treatTermLossAsStructureBreak: boolean;
  /** @default 0.8 */
  readonly minPreservationRate: number;
  /** Required besides the given terms. @default [] */
  readonly customRequiredTerms: readonly (string | RequiredTerm)[];
}

export const defaultTermPreservationConfig: TermPreservationConfig = /* @__PURE__ */ Object.freeze({
  enableTermPreservationCheck: true,
  treatTermLossAsStructureBreak: false,
  minPreservationRate: 0.8,
  customRequiredTerms: /* @__PURE__ */ Object.freeze([]),
});
