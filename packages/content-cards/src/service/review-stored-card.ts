import type * as z from 'zod';
import type { CardView } from '../model/card.ts';
import { checkBy } from '../model/check.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { optional } from '../model/json.ts';
import type { Reviewer, ReviewOutcome } from '../review/reviewer.ts';
import { checkCaller, keyedCall, newEvents, replayOf } from './caller.ts';
import { automaticReturn, type PlannedEvent } from './card-change.ts';
import { type CardCall, checkRef, viewIn } from './card-operation.ts';
import { jsonOfBody } from './request-body.ts';
import type { CardState } from './card-state.ts';
import type { Deck } from './deck.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { surroundingsIn, withOpinion } from './judge-content.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/**
 * Reviews a stored card. The model is asked outside of any write; when the card changed meanwhile,
 * the call is recorded and its opinion, which is of another content, is not.
 */
export async function reviewStoredCard(
  tools: {
    readonly store: DeckStore;
    readonly reviewer: Reviewer;
    readonly schema: z.ZodType<{ readonly llm?: boolean }>;
  },
  { ref, caller, body }: Omit<CardCall, 'ifMatch'>,
): Promise<ServiceResult<CardView>> {
  const { store, reviewer, schema } = tools;
  const refused = checkCaller(caller, ['cards:write']) ?? checkRef(ref);
  if (refused !== null) return refused;
  const before = await store.load(ref.spec_id);
  const state = before.cards.get(ref.slide_id);
  if (state === undefined) return refuse('not_found', [fieldIssue(['slide_id'], 'unknown_value')]);
  const json = jsonOfBody(body);
  const call = keyedCall(caller, 'review', `${ref.spec_id}/${ref.slide_id}`, json ?? null);
  const answer = (deck: Deck): CardView => viewIn(deck, ref);
  const replayed = (deck: Deck): Decision<CardView> | null => {
    const replay = replayOf(deck, call);
    return typeof replay === 'number' ? { ok: true, events: [], answer, replayOf: replay } : replay;
  };
  // Before the model is asked: a repeated call must not be paid for again.
  if (replayed(before) !== null)
    return store.change(ref.spec_id, (deck) => replayed(deck) ?? refuse('not_found'));
  if (json === undefined) return refuse('validation_error', [fieldIssue([], 'invalid_format')]);
  const checked = checkBy(schema, json);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { llm = false } = checked.value;
  if (llm && !reviewer.hasModel)
    return refuse('validation_error', [fieldIssue(['llm'], 'unknown_value')]);

  const outcome = await reviewNow(state, before, reviewer, llm);
  return store.change(ref.spec_id, (deck) => {
    const now = deck.cards.get(ref.slide_id);
    if (now === undefined) return refuse('not_found');
    const events = eventsOf(ref.slide_id, now, outcome, state.content_hash);
    return replayed(deck) ?? { ok: true, events: newEvents(events, caller, call), answer };
  });
}

async function reviewNow(
  state: CardState,
  deck: Deck,
  reviewer: Reviewer,
  llm: boolean,
): Promise<ReviewOutcome> {
  const around = surroundingsIn(deck)(state.card.slide_id, state.source);
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
  if (call !== undefined) {
    const { provider, model, reason, usage } = call;
    const { calls, inputTokens, outputTokens } = usage;
    const data = {
      slide_id,
      provider,
      model,
      ok: !llmFailed,
      reason,
      calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    };
    events.push({ type: 'llm-call-recorded', data });
  }
  if (now.content_hash !== reviewedHash) return events;
  events.push(
    llmFailed
      ? { type: 'card-review-failed', data: { slide_id, review, reason: call?.reason ?? null } }
      : {
          type: 'card-reviewed',
          data: { slide_id, review, ...optional('model_grade', call?.grade ?? undefined) },
        },
  );
  if (autoReturn && now.status === 'draft')
    events.push(...automaticReturn(slide_id, { ...review, reviewed_hash: now.content_hash }, now));
  return events;
}
