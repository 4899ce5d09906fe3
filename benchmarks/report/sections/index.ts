import { llmAdapters } from './adapters.ts';
import { cardsArticle, cardsHttp, cardsPdf, cardsWrite } from './cards.ts';
import { entries } from './entries.ts';
import { correctionTokens, timeRatios } from './gate.ts';
import { issueFold, remap, remapSpeed } from './issues.ts';
import { jsonExtraction, jsonExtractionSpeed, jsonPatch, jsonRawOutputs } from './json.ts';
import { faqSearch, plannerDecisions, plannerSpeed } from './planner.ts';
import { proposalValidate } from './proposals.ts';
import type { SectionMaker } from './shapes.ts';
import { eventStore, eventStorePostgres } from './stores.ts';
import { termPreservation, termPreservationSpeed } from './terms.ts';

/** By topic, in the order in which a reader of the README needs them. */
export const sections: Readonly<Record<string, SectionMaker>> = {
  'json-extraction': jsonExtraction,
  'json-raw-outputs': jsonRawOutputs,
  'json-extraction-speed': jsonExtractionSpeed,
  'json-patch': jsonPatch,
  'gate-overhead': timeRatios,
  'partial-reader': timeRatios,
  'correction-tokens': correctionTokens,
  'proposal-correction': correctionTokens,
  'proposal-validate': proposalValidate,
  'term-preservation': termPreservation,
  'term-preservation-speed': termPreservationSpeed,
  remap,
  'remap-speed': remapSpeed,
  'issue-fold': issueFold,
  'planner-decisions': plannerDecisions,
  'planner-speed': plannerSpeed,
  'faq-search': faqSearch,
  'cards-article': cardsArticle,
  'cards-pdf': cardsPdf,
  'cards-http': cardsHttp,
  'cards-write': cardsWrite,
  'event-store': eventStore,
  'event-store-postgres': eventStorePostgres,
  'llm-adapters': llmAdapters,
  entries,
};
