import {
  englishBest,
  englishMust,
  englishRecommend,
  englishRight,
  englishShould,
} from './english-phrases.ts';
import {
  judgementBest,
  judgementCorrect,
  judgementRecommended,
  judgementSuggested,
} from './japanese-judgement.ts';
import { modalBeki } from './japanese-modal.ts';
import { assertedNecessity } from './japanese-necessity.ts';
import { requestNounKudasai, requestTeKudasai } from './japanese-request.ts';
import type { PhraseRule } from './phrase-rule.ts';

/** What an Organizer may not say: it describes and proposes, and orders nobody to do anything. */
export const organizerPhrases: readonly PhraseRule[] = Object.freeze([
  modalBeki,
  requestTeKudasai,
  assertedNecessity,
  englishShould,
  englishMust,
]);

/** What an Organizer had better not say: polite requests, which are only a Should. */
export const politeRequests: readonly PhraseRule[] = Object.freeze([requestNounKudasai]);

/** What an Advisor may not say: it lays out options, and judges none of them. */
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
