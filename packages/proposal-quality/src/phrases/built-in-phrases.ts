import {
  englishBest,
  englishMust,
  englishRecommend,
  englishRight,
  englishShould,
} from './english-phrases.ts';
import {
  assertedNecessity,
  judgementBest,
  judgementCorrect,
  judgementRecommended,
  judgementSuggested,
  modalBeki,
  requestNounKudasai,
  requestTeKudasai,
} from './japanese-phrases.ts';
import type { PhraseRule } from './phrase-rule.ts';

/** Phrases that are a Must in Organizer reports: orders. An Organizer describes and proposes. */
export const organizerPhrases: readonly PhraseRule[] = Object.freeze([
  modalBeki,
  requestTeKudasai,
  assertedNecessity,
  englishShould,
  englishMust,
]);

/** Phrases that are a Should in Organizer reports: polite requests. */
export const politeRequests: readonly PhraseRule[] = Object.freeze([requestNounKudasai]);

/** Phrases that are a Must in Advisor reports: judgements. An Advisor lays out options without ranking them. */
export const advisorPhrases: readonly PhraseRule[] = Object.freeze([
  judgementBest,
  judgementRecommended,
  judgementCorrect,
  judgementSuggested,
  modalBeki,
  englishShould,
  englishMust,
  englishBest,
  englishRecommend,
  englishRight,
]);
