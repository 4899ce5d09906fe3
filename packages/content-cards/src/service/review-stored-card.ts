import { checkBy, fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import type { CardView } from '../model/view.ts';
import type { Reviewer, ReviewOutcome } from '../review/reviewer.ts';
import { checkCall, checkCardRef } from './caller.ts';
import { type CardCall, noSuchCard, type ServiceTools, viewIn } from './card-operations.ts';
import type { CardState } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import { isRepeated } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { automaticReturn, surroundingsIn, withOpinion } from './judge-content.ts';
import { requestJson } from './requests.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/**
 * Reviews a stored card. The model is asked outside of any write. When the card changed meanwhile,
 * the call is recorded; its opinion is not, because it is about other content.
 */
export async function reviewStoredCard(
  { store, reviewer, schemas }: ServiceTools,
  { ref, caller, body }: Omit<CardCall, 'ifMatch'>,
): Promise<ServiceResult<CardView>> {
  const refused = checkCall(caller, ['cards:write']) ?? checkCardRef(ref);
  if (refused !== null) return refused;
  const before = await store.load(ref.spec_id);
  const state = before.cards.get(ref.slide_id);
  if (state === undefined) return noSuchCard();
  const call = { ...ref, caller, name: 'review', body: requestJson(body) };
  let outcome: ReviewOutcome | null = null;
  // A repeated call must not pay for the model again.
  if (!isRepeated(before, call)) {
    const checked = checkBy(schemas.review, call.body);
    if (!checked.ok) return refuse('validation_error', checked.issues);
    const { llm = false } = checked.value;
    if (llm && !reviewer.hasModel)
      return refuse('validation_error', [fieldIssue(['llm'], 'unknown_value')]);
    outcome = await reviewNow(state, before, reviewer, llm);
  }
  return store.change({
    ...call,
    decide(deck) {
      const now = deck.cards.get(ref.slide_id);
      if (now === undefined || outcome === null) return noSuchCard();
      return eventsOf(ref.slide_id, now, outcome, state.content_hash);
    },
    answer: (deck) => viewIn(deck, ref),
  });
}

async function reviewNow(
  state: CardState,
  deck: Deck,
  reviewer: Reviewer,
  llm: boolean,
): Promise<ReviewOutcome> {
  const around = surroundingsIn(deck)(state.card.slide_id, state);
  if (llm) return reviewer.reviewWithModel(state.card, { ...around, previous: state.review });
  const byRules = reviewer.review(state.card, around);
  const opinion = state.opinions.get(state.content_hash);
  return { ...byRules, review: withOpinion(byRules.review, opinion), llmFailed: false };
}

function eventsOf(
  slide_id: string,
  now: CardState,
  { review, autoReturn, llmFailed, call }: ReviewOutcome,
  reviewedHash: string,
): readonly PlannedEvent[] {
  const events: PlannedEvent[] = [];
  const reason = call?.reason ?? null;
  if (call !== undefined) {
    const { provider, model, usage } = call;
    const { calls, inputTokens: input_tokens, outputTokens: output_tokens } = usage;
    const used = { provider, model, ok: !llmFailed, reason, calls, input_tokens, output_tokens };
    events.push({ type: 'llm-call-recorded', data: { slide_id, ...used } });
  }
  if (now.content_hash !== reviewedHash) return events;
  const model_grade = call?.grade ?? undefined;
  events.push(
    llmFailed
      ? { type: 'card-review-failed', data: { slide_id, review, reason } }
      : { type: 'card-reviewed', data: { slide_id, review, ...withoutUndefined({ model_grade }) } },
  );
  if (autoReturn && now.status === 'draft')
    events.push(...automaticReturn(slide_id, { ...review, reviewed_hash: now.content_hash }, now));
  return events;
}
