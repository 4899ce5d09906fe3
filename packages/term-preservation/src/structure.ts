export { defaultRefinementConfig, type RefinementConfig } from './structure/config.ts';
export {
  type StructureValidation,
  toOrchestratorStructureValidation,
  validateStructure,
} from './structure/validate-structure.ts';
export {
  applyIndividualFallback,
  type IndividualFallback,
  type ResolvedRefinement,
  resolveRefinement,
} from './structure/individual-fallback.ts';
export {
  decideRefinement,
  type RefinementCode,
  type RefinementResult,
  type RefinementState,
} from './structure/decide-refinement.ts';
