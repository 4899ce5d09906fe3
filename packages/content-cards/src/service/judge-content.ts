import { cardContent, cardHash } from '../model/card-hash.ts';
import type { Card } from '../model/card.ts';
import type { CardReview } from '../model/review.ts';
import { createNumberLedger, type NumberIndex } from '../review/number-index.ts';
import type { Reviewer } from '../review/reviewer.ts';
import { type Surroundings, worseGrade } from '../review/rule.ts';
import type { CardState, ModelOpinion, Sourced } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import { type Deck, numbersOf } from './deck.ts';
import { headOf } from '../text/measure.ts';

/** New content with its hash and its review, and the return that follows from a critical issue. */
interface JudgedContent {
  readonly card: Card;
  readonly content_hash: string;
  readonly review: CardReview;
  readonly returns: readonly PlannedEvent[];
}

/** Returns the context of rules for a card of a deck: the other cards, and its source. */
type SurroundingsOf = (slideId: string, sourced: Sourced) => Surroundings;

/** The deck with the cards of this append in the place of, or beside, those it has. */
export function surroundingsIn(deck: Deck, batch: readonly Card[] = []): SurroundingsOf {
  const numbers = batch.length === 0 ? numbersOf(deck) : overlaid(numbersOf(deck), batch);
  return (slideId, { source, sourceRemoved }) => ({
    // Made only for a rule that reads it: the built-in ones need `numbers` alone.
    get deck() {
      return otherCards(deck, batch, slideId);
    },
    numbers,
    ...(source === null ? { sourceRemoved } : { source }),
  });
}

/** Judges new content by rules, in the append that brings it. */
export function judgeContent(
  input: Card,
  reviewer: Reviewer,
  aroundOf: SurroundingsOf,
  known: Sourced & { readonly before?: Pick<CardState, 'autoReturned' | 'opinions'> },
): JudgedContent {
  const card = cardContent(input);
  const content_hash = cardHash(card);
  const judged = reviewer.review(card, aroundOf(card.slide_id, known));
  const review = withOpinion(judged.review, known.before?.opinions.get(content_hash));
  return {
    card,
    content_hash,
    review,
    returns: judged.autoReturn ? automaticReturn(card.slide_id, review, known.before) : [],
  };
}

/**
 * A model's opinion stands for the content that it was of: without asking the model again, no grade
 * gets better than it was with that opinion, neither by a review by rules nor by an edit there and back.
 */
export function withOpinion(review: CardReview, opinion: ModelOpinion | undefined): CardReview {
  if (opinion === undefined) return review;
  const { strengths, weaknesses, actions, model, grade } = opinion;
  return {
    ...review,
    strengths,
    weaknesses,
    actions,
    model,
    grade: worseGrade(review.grade, grade),
  };
}

function overlaid(below: NumberIndex, batch: readonly Card[]): NumberIndex {
  const above = createNumberLedger(batch);
  const ids = new Set(batch.map(({ slide_id }) => slide_id));
  return {
    contradiction: (statement, isSkipped) =>
      above.contradiction(statement, isSkipped) ??
      below.contradiction(statement, (id) => ids.has(id) || isSkipped(id)),
  };
}

function otherCards(deck: Deck, batch: readonly Card[], slideId: string): readonly Card[] {
  const cards = new Map(Array.from(deck.cards, ([id, { card }]) => [id, card]));
  for (const card of batch) cards.set(card.slide_id, card);
  cards.delete(slideId);
  return [...cards.values()];
}

/** The actor of returns by rules. */
const reviewActor = 'system:review';

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
        reason: headOf(reason, maxReason),
        reason_code: critical[0]?.code ?? 'critical',
        requested_by: reviewActor,
        automatic: true,
      },
    },
  ];
}
