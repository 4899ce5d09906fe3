import * as english from './english-phrases.ts';
import * as japanese from './japanese-phrases.ts';
import type { PhraseRule } from './phrase-rule.ts';

/** Phrases that are a Must in Organizer reports: orders. An Organizer describes and proposes. */
export const organizerPhrases: readonly PhraseRule[] = Object.freeze([
  japanese.modalBeki,
  japanese.requestTeKudasai,
  japanese.assertedNecessity,
  english.englishShould,
  english.englishMust,
]);

/** Phrases that are a Should in Organizer reports: polite requests. */
export const politeRequests: readonly PhraseRule[] = Object.freeze([japanese.requestNounKudasai]);

/** Phrases that are a Must in Advisor reports: judgements. An Advisor lays out options without ranking them. */
export const advisorPhrases: readonly PhraseRule[] = Object.freeze([
  japanese.judgementBest,
  japanese.judgementRecommended,
  japanese.judgementCorrect,
  japanese.judgementSuggested,
  japanese.modalBeki,
  english.englishShould,
  english.englishMust,
  english.englishBest,
  english.englishRecommend,
  english.englishRight,
]);
