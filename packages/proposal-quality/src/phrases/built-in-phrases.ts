import { englishDecision, englishPressure } from './english-decisions.ts';
import * as advice from './english-judgements.ts';
import * as orders from './english-orders.ts';
import * as japaneseAdvice from './japanese-judgements.ts';
import * as japanese from './japanese-orders.ts';
import type { PhraseRule } from './phrase-rule.ts';

/** Phrases that are a Must in Organizer reports: orders. An Organizer describes and proposes. */
export const organizerPhrases: readonly PhraseRule[] = Object.freeze([
  japanese.modalBeki,
  japanese.requestTeKudasai,
  japanese.assertedNecessity,
  japanese.obligation,
  japanese.otherNecessity,
  japanese.otherRequest,
  japanese.cohortative,
  japanese.decision,
  japaneseAdvice.judgementRecommended,
  japaneseAdvice.judgementSuggested,
  japaneseAdvice.judgementAct,
  japaneseAdvice.judgementAdvice,
  japaneseAdvice.judgementChoice,
  japanese.pressure,
  orders.englishShould,
  orders.englishMust,
  orders.englishObligation,
  orders.englishNecessity,
  orders.englishNeeded,
  orders.englishPlease,
  orders.englishRequest,
  orders.englishImperative,
  englishDecision,
  englishPressure,
  advice.englishChoice,
  advice.englishRecommend,
  advice.englishAdvice,
]);

/** Phrases that are a Should in Organizer reports: polite requests. */
export const politeRequests: readonly PhraseRule[] = Object.freeze([japanese.requestNounKudasai]);

/** Phrases that are a Must in Advisor reports: judgements. An Advisor lays out options without ranking them. */
export const advisorPhrases: readonly PhraseRule[] = Object.freeze([
  japaneseAdvice.judgementBest,
  japaneseAdvice.judgementRecommended,
  japaneseAdvice.judgementCorrect,
  japaneseAdvice.judgementSuggested,
  japaneseAdvice.judgementAct,
  japaneseAdvice.judgementVerdict,
  japaneseAdvice.judgementFitness,
  japaneseAdvice.judgementChoice,
  japaneseAdvice.judgementAdvice,
  japanese.decision,
  japanese.pressure,
  japanese.modalBeki,
  orders.englishShould,
  orders.englishMust,
  advice.englishBest,
  advice.englishRecommend,
  advice.englishRight,
  advice.englishChoice,
  advice.englishChooseOrder,
  advice.englishVerdict,
  englishDecision,
  englishPressure,
  advice.englishAdvice,
]);
