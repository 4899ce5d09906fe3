export { foldTerm, normalizeText } from './text/fold-term.ts';
export { extractRequiredTerms, extractTermsFromTasks } from './extract/extract-required-terms.ts';
export { mergeRequiredTerms } from './extract/merge-required-terms.ts';
