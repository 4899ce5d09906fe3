import {
  createDefaultRules,
  createReviewer,
  type ProhibitedWord,
  type Reviewer,
  type Safeguards,
} from '@kanmon/content-cards';
import type { Clock, LlmClient, Locale } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';

/** Options of a deck review. */
export interface DeckReviewerOptions {
  /** Absent: each card is reviewed in its own language. */
  readonly locale?: Locale;
  readonly clock: Clock;
  /** Words of the policy that the deck was drafted under. */
  readonly words: Safeguards['prohibited_keywords'];
  /** The source text of the cards; numbers that it does not have are reported. */
  readonly source?: string | undefined;
  /** Absent: rules alone review. */
  readonly llm?: LlmClient | undefined;
}

/** The built-in rules with the words of a policy and the source of a deck. */
export function createDeckReviewer(options: DeckReviewerOptions): Reviewer {
  const { locale, clock, words, source, llm } = options;
  const reviewer = createReviewer({
    rules: createDefaultRules({ prohibitedWords: words.map(wordOf) }),
    clock,
    ...withoutUndefined({ locale }),
    ...(llm === undefined ? {} : { llm }),
  });
  if (source === undefined) return reviewer;
  return {
    ...reviewer,
    review: (card, input) => reviewer.review(card, { source, ...input }),
    reviewWithModel: (card, input) => reviewer.reviewWithModel(card, { source, ...input }),
  };
}

/** A word of a policy as the rules take it. */
function wordOf(entry: Safeguards['prohibited_keywords'][number]): string | ProhibitedWord {
  if (typeof entry === 'string') return entry;
  const { word, replacement } = entry;
  return replacement === undefined ? word : { word, replacement };
}
