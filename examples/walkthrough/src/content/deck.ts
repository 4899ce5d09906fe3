import {
  type Card,
  type ContentService,
  createContentService,
  createDefaultRules,
  createReviewer,
  type ImportResult,
  type ProhibitedWord,
  type Reviewer,
  type Safeguards,
} from '@kanmon/content-cards';
import type { Clock, EventStore, LlmClient, Locale } from '@kanmon/core';
import { wholeText } from './outline.ts';

/** Decks whose rules know the prohibited words and what the sources say. */
export function createDeckService(options: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly locale: Locale;
  readonly words: Safeguards['prohibited_keywords'];
  readonly imported: ImportResult;
  /** Absent: rules alone review. */
  readonly reviewModel: LlmClient | undefined;
}): ContentService {
  const { store, clock, locale, words, imported, reviewModel } = options;
  const reviewer = createReviewer({
    rules: createDefaultRules({ prohibitedWords: words.map(wordOf) }),
    locale,
    clock,
    ...(reviewModel === undefined ? {} : { llm: reviewModel }),
  });
  return createContentService({
    store,
    clock,
    reviewer: readingSource(reviewer, wholeText(imported.items)),
  });
}

/** A reviewer that looks numbers up in the sources. */
function readingSource(reviewer: Reviewer, source: string): Reviewer {
  return {
    ...reviewer,
    review: (card, input) => reviewer.review(card, { source, ...input }),
    reviewWithModel: (card: Card, input) => reviewer.reviewWithModel(card, { source, ...input }),
  };
}

/** A word of a policy as the rules take it. */
function wordOf(entry: Safeguards['prohibited_keywords'][number]): string | ProhibitedWord {
  if (typeof entry === 'string') return entry;
  const { word, replacement } = entry;
  return replacement === undefined ? word : { word, replacement };
}
