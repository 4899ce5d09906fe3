import type { CardView } from '../model/card.ts';
import type { CardState } from './card-state.ts';
import { revisionOf } from './revision.ts';

/** A card as it is shown. */
export function cardView(specId: string, state: CardState): CardView {
  return {
    ...state.card,
    spec_id: specId,
    status: state.status,
    revision: revisionOf(state.version),
    content_hash: state.content_hash,
    applied_autofix: state.applied_autofix,
    ai_review: state.review,
    locked_at: state.approval?.approved_at ?? null,
    approved_by: state.approval?.approved_by ?? null,
    returned: state.returned,
    provenance: state.provenance,
    history: state.history,
  };
}
