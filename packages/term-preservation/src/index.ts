export { foldTerm, normalizeText } from './text/fold-term.ts';
export type {
  CoverageMatrix,
  Evidence,
  MatchMethod,
  RequiredTerm,
  RequiredTerms,
  RequiredTermsInput,
  Span,
  SynonymSource,
  TaskLike,
  TermKind,
  TermPolarity,
  TermPreservationResult,
  TermStatus,
  Sureness,
  TermVerdict,
  Token,
  Tokenizer,
  VerdictReason,
} from './vocabulary/terms.ts';

export {
  type ExtractOptions,
  extractRequiredTerms,
  extractTermsFromTasks,
} from './extract/extract-required-terms.ts';
export { mergeRequiredTerms } from './extract/settle-terms.ts';

export { validateTermPreservation } from './match/validate-term-preservation.ts';
export type { MatchOptions, RejectPolicy } from './match/match-options.ts';

export { builtinSynonyms, type SynonymArea } from './synonyms/builtin-synonyms.ts';
export { defineSynonyms, type SynonymGroup } from './synonyms/define-synonyms.ts';

export {
  createTermGate,
  type GateDecision,
  type GateOptions,
  type TermGate,
} from './gate/create-term-gate.ts';
export type {
  AdjudicationClaim,
  AdjudicationOutcome,
  AdjudicationRequest,
  TermAdjudicator,
} from './gate/adjudication.ts';
export type { TermFindingCode } from './gate/term-findings.ts';
export { termMessages } from './gate/term-findings.ts';
export { buildRepairPrompt, type RepairPromptOptions } from './gate/repair-prompt.ts';
export { type MatrixOptions, renderCoverageMatrix } from './gate/coverage-matrix.ts';
export {
  compareRevisions,
  type DriftCause,
  type DriftReport,
  type TermDrift,
} from './gate/compare-revisions.ts';
export {
  type PreservationRuleOptions,
  repairHints,
  type RequiredTermsContext,
  termsPreservedRules,
} from './gate/terms-preserved-rules.ts';

export { defaultTermPreservationConfig, type TermPreservationConfig } from './vocabulary/config.ts';

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
