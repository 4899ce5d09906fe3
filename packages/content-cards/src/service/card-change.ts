import type { CardReview } from '../model/card.ts';
import { headOf } from '../text/measure.ts';
import type { CardState } from './card-state.ts';
import type { DeckEvent } from './deck-events.ts';

/** Who returns a card that the rules refuse. */
const reviewActor = 'system:review';

/** An event, and who did it when that is not the caller. */
export type PlannedEvent = DeckEvent & { readonly by?: string };

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
