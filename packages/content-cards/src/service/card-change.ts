import type { Card, CardReview } from '../model/card.ts';
import { cardContent, cardHash } from '../model/card-hash.ts';
import type { Reviewer } from '../review/reviewer.ts';
import type { CardState, Deck } from './deck.ts';
import type { DeckEvent } from './deck-events.ts';

/** Who returns a card that the rules refuse. */
const reviewActor = 'system:review';

/** An event, and who did it when that is not the caller. */
export type PlannedEvent = DeckEvent & { readonly by?: string };

/** New content with its hash and its review, and the return that follows from a critical issue. */
export interface JudgedContent {
  readonly card: Card;
  readonly content_hash: string;
  readonly review: CardReview;
  readonly returns: readonly PlannedEvent[];
}

/** Judges new content by rules, in the append that brings it. */
export function judgeContent(
  input: Card,
  deck: Deck,
  reviewer: Reviewer,
  before?: Pick<CardState, 'autoReturned'>,
): JudgedContent {
  const card = cardContent(input);
  const content_hash = cardHash(card);
  const { review, autoReturn } = reviewer.review(card, { deck: otherCards(deck, card.slide_id) });
  return {
    card,
    content_hash,
    review,
    returns: autoReturn ? automaticReturn(card.slide_id, review, before) : [],
  };
}

/** The cards of a deck without one of them. */
export function otherCards(deck: Deck, slideId: string): readonly Card[] {
  const cards: Card[] = [];
  for (const [id, { card }] of deck.cards) if (id !== slideId) cards.push(card);
  return cards;
}

const maxReason = 500;

/** The return by rule: once per card and content, so that a person who knows better has the last word. */
export function automaticReturn(
  slideId: string,
  review: CardReview,
  before?: Pick<CardState, 'autoReturned'>,
): readonly PlannedEvent[] {
  if (before?.autoReturned.has(review.reviewed_hash) === true) return [];
  const critical = review.issues.filter(({ severity }) => severity === 'critical');
  const reason = critical.map(({ message }) => message).join('\n');
  return [
    {
      type: 'card-returned',
      by: reviewActor,
      data: {
        slide_id: slideId,
        content_hash: review.reviewed_hash,
        reason: reason.slice(0, maxReason),
        reason_code: critical[0]?.code ?? 'critical',
        requested_by: reviewActor,
        automatic: true,
      },
    },
  ];
}
