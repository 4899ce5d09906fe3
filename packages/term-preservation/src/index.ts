export { foldTerm, normalizeText } from './text/fold-term.ts';
export type { ExtractOptions } from './extract/extract-options.ts';
export { extractRequiredTerms, extractTermsFromTasks } from './extract/extract-required-terms.ts';
export { mergeRequiredTerms } from './extract/merge-required-terms.ts';
export { validateTermPreservation } from './match/validate-term-preservation.ts';
export { builtinSynonyms, type SynonymArea } from './synonyms/builtin-synonyms.ts';
export { defineSynonyms, type SynonymGroup } from './synonyms/define-synonyms.ts';
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
  TermVerdict,
  Token,
  Tokenizer,
  VerdictReason,
} from './vocabulary/terms.ts';
