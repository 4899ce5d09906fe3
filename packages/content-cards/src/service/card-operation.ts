import type * as z from 'zod';
import type { CardStatus, CardView } from '../model/card.ts';
import { checkBy } from '../model/check.ts';
import { type FieldIssue, fieldIssue } from '../model/field-issue.ts';
import { isId } from '../model/ids.ts';
import { type Caller, checkCaller, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import type { CardRef } from './card-ref.ts';
import { cardView } from './card-view.ts';
import type { CardState } from './card-state.ts';
import type { Deck } from './deck.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { withDiff } from './lost-update.ts';
import { jsonOfBody } from './request-body.ts';
import { type Precondition, readMatch, versionsNamed } from './revision.ts';
import { done, refuse, type Refusal, type ServiceResult } from './service-error.ts';

/** One kind of change of one card: what it needs, where it is allowed, what it does. */
export interface CardOperation<Input> {
  readonly method: string;
  readonly scopes: readonly string[];
  /** Whether the caller must name the revision that he saw. */
  readonly needsPrecondition: boolean;
  readonly schema: z.ZodType<Input>;
  /** States in which it may be tried; elsewhere it is a conflict. */
  readonly allowedIn: readonly CardStatus[];
  /** State in which it was done already: any revision with the same content may ask again. */
  readonly doneIn?: CardStatus;
  /** The events, or why there are none. No event: the present state is the answer. */
  act(
    state: CardState,
    input: Input,
    deck: Deck,
    caller: Caller,
  ): readonly PlannedEvent[] | Refusal;
}

/** What one call brings. */
export interface CardCall {
  readonly ref: CardRef;
  readonly caller: Caller;
  readonly ifMatch?: string | undefined;
  readonly body: unknown;
}

/**
 * Runs a change of one card. Order of checks: caller, id, precondition well-formed, 404, 428, replay,
 * state, 412, body, the operation's own (RFC 9110 13.2: a precondition counts only where the request
 * would else succeed, and the body is read after it).
 */
export async function runCardOperation<Input>(
  store: DeckStore,
  operation: CardOperation<Input>,
  call: CardCall,
): Promise<ServiceResult<CardView>> {
  const { ref, caller, ifMatch, body } = call;
  const refused = checkCaller(caller, operation.scopes) ?? checkRef(ref);
  if (refused !== null) return refused;
  const precondition = ifMatch === undefined ? null : readMatch(ifMatch);
  if (ifMatch !== undefined && precondition === null)
    return refuse('header_invalid', [fieldIssue(['If-Match'], 'invalid_format')]);
  const json = jsonOfBody(body);
  const key = keyedCall(caller, operation.method, `${ref.spec_id}/${ref.slide_id}`, json ?? null);
  const answer = (deck: Deck): CardView => viewIn(deck, ref);

  const decide = (deck: Deck): Decision<CardView> => {
    const state = deck.cards.get(ref.slide_id);
    if (state === undefined)
      return refuse('not_found', [fieldIssue(['slide_id'], 'unknown_value')]);
    if (operation.needsPrecondition && precondition === null)
      return refuse('precondition_required');
    const replay = replayOf(deck, key);
    if (typeof replay === 'number') return { ok: true, events: [], answer, replayOf: replay };
    if (replay !== null) return replay;
    if (![...operation.allowedIn, operation.doneIn].includes(state.status))
      return refuse('conflict', [fieldIssue(['status'], 'unknown_value')]);
    if (precondition !== null && !isMet(precondition, state, operation.doneIn))
      return refuse('precondition_failed');
    if (json === undefined) return refuse('validation_error', [fieldIssue([], 'invalid_format')]);
    const input = checkBy(operation.schema, json);
    if (!input.ok) return refuse('validation_error', input.issues);
    const events = operation.act(state, input.value, deck, caller);
    if ('ok' in events) return events;
    return { ok: true, events: newEvents(events, caller, key), answer };
  };

  const result = await store.change(ref.spec_id, decide);
  if (result.ok || result.error.code !== 'precondition_failed') return result;
  return withDiff(store, ref, precondition, json);
}

/** What is wrong with the ids of a card; null when they could name one. */
export function checkRef(ref: Partial<CardRef>): Refusal | null {
  const issues: FieldIssue[] = (['spec_id', 'slide_id'] as const).flatMap((name) => {
    const id = ref[name];
    return id !== undefined && !isId(id) ? [fieldIssue([name], 'invalid_format')] : [];
  });
  return issues.length === 0 ? null : refuse('validation_error', issues);
}

function isMet(precondition: Precondition, state: CardState, doneIn?: CardStatus): boolean {
  if (precondition.kind === 'any') return true;
  const versions = versionsNamed(precondition);
  if (versions.includes(state.version)) return true;
  if (state.status !== doneIn) return false;
  return state.versions.some(
    ({ version, content_hash }) =>
      versions.includes(version) && content_hash === state.content_hash,
  );
}

/** The card after a change; it is there, since a change never removes one. */
export function viewIn(deck: Deck, ref: CardRef): CardView {
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) throw new Error(`card ${ref.slide_id} vanished from its deck`);
  return cardView(ref.spec_id, state);
}

/** A view as a result. */
export function viewResult(deck: Deck, ref: CardRef): ServiceResult<CardView> {
  return deck.cards.has(ref.slide_id) ? done(viewIn(deck, ref)) : refuse('not_found');
}
