export {
  createLlmTermExtractor,
  type ExtractedTerms,
  type LlmExtraction,
  type LlmTermExtractor,
  type LlmTermExtractorOptions,
} from './llm/llm-term-extractor.ts';
export {
  type AdjudicationCache,
  createLlmAdjudicator,
  type LlmAdjudicatorOptions,
} from './llm/llm-adjudicator.ts';
export {
  adjudicatorMessages,
  adjudicatorPromptVersion,
  extractorMessages,
  extractorPromptVersion,
} from './llm/prompts.ts';
