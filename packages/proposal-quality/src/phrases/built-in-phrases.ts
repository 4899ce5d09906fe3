import { englishAssignment } from './english-assignments.ts';
import { englishDecision, englishPressure } from './english-decisions.ts';
import * as advice from './english-judgements.ts';
import * as orders from './english-orders.ts';
import { englishQuestion, englishStance, englishSuggestion } from './english-questions.ts';
import * as japaneseDecisions from './japanese-decisions.ts';
import * as japaneseAdvice from './japanese-judgements.ts';
import * as japanese from './japanese-orders.ts';
import type { PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: the lists of phrases are our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/** Phrases that are a Must in Organizer reports: orders. An Organizer describes and proposes. */
export const organizerPhrases: readonly PhraseRule[] = Object.freeze([
  japanese.modalBeki,
  japanese.requestTeKudasai,
  japanese.assertedNecessity,
  japanese.obligation,
  japanese.otherNecessity,
  japanese.otherRequest,
  japanese.cohortative,
  japaneseDecisions.decision,
  japaneseDecisions.announcement,
  japaneseAdvice.judgementRecommended,
  japaneseAdvice.judgementSuggested,
  japaneseAdvice.judgementAct,
  japaneseAdvice.judgementAdvice,
  japaneseAdvice.judgementChoice,
  japaneseDecisions.pressure,
  japaneseDecisions.voice,
  japaneseDecisions.command,
  orders.englishShould,
  orders.englishMust,
  orders.englishObligation,
  orders.englishNecessity,
  orders.englishNeeded,
  orders.englishPlease,
  orders.englishRequest,
  orders.englishImperative,
  englishAssignment,
  englishDecision,
  englishPressure,
  englishQuestion,
  englishStance,
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
  japaneseDecisions.decision,
  japaneseDecisions.pressure,
  japaneseDecisions.suggestion,
  japaneseDecisions.voice,
  japaneseDecisions.command,
  japanese.modalBeki,
  orders.englishShould,
  advice.englishBest,
  advice.englishRecommend,
  advice.englishRight,
  advice.englishChoice,
  advice.englishChooseOrder,
  advice.englishCommitment,
  advice.englishVerdict,
  englishDecision,
  englishPressure,
  englishQuestion,
  englishSuggestion,
  englishStance,
  advice.englishAdvice,
]);
