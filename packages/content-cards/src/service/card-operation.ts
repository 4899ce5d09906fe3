import { canonicalJson } from '@kanmon/core/json';
import { checkBy, fieldIssue, isRecord } from '@kanmon/core/kit';
import type * as z from 'zod';
import { cardJson } from '../model/card-hash.ts';
import { type Card, cardKeys, type CardStatus } from '../model/card.ts';
import type { JsonValue } from '../model/json.ts';
import type { CardView } from '../model/view.ts';
import { type Caller, type CardRef, checkCall } from './caller.ts';
import { type CardState, cardView } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import type { DeckStore } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { requestJson } from './requests.ts';
import { type Precondition, readMatch, versionsNamed } from './revision.ts';
import { type DiffEntry, type Refusal, refuse, type ServiceResult } from './service-error.ts';

/** One kind of change of one card: what it needs, where it is allowed, what it does. */
export interface CardOperation<Input> {
  readonly name: string;
  readonly scope: string;
  /** True when the caller must name the revision that it saw. */
  readonly needsPrecondition: boolean;
  readonly schema: z.ZodType<Input>;
  /** The states in which it may be tried; it is a conflict in any other. */
  readonly allowedIn: readonly CardStatus[];
  /** The state that it leads to: there, any revision with the same content may ask again. */
  readonly doneIn?: CardStatus;
  /** Returns the events, or a refusal. No event: the present state is the answer. */
  act(
    state: CardState,
    input: Input,
    deck: Deck,
    caller: Caller,
  ): readonly PlannedEvent[] | Refusal;
}

/** One call of an operation. */
export interface CardCall {
  readonly ref: CardRef;
  readonly caller: Caller;
  readonly ifMatch?: string | undefined;
  readonly body: unknown;
}

/**
 * Runs a change of one card. Order of checks: caller, ids, precondition well-formed, 404, 428, repeated key,
 * state, 412, body, the operation's own (RFC 9110 13.2: a precondition counts only where the request
 * would otherwise succeed, and the body is read after it).
 */
export async function runCardOperation<Input>(
  store: DeckStore,
  operation: CardOperation<Input>,
  { ref, caller, ifMatch, body }: CardCall,
): Promise<ServiceResult<CardView>> {
  const { name, scope, needsPrecondition, schema, allowedIn, doneIn } = operation;
  const refused = checkCall(caller, [scope], ref);
  if (refused !== null) return refused;
  const precondition = ifMatch === undefined ? null : readMatch(ifMatch);
  if (ifMatch !== undefined && precondition === null)
    return refuse('validation_error', [fieldIssue(['ifMatch'], 'invalid_format')]);
  const json = requestJson(body);
  const result = await store.change({
    ...ref,
    caller,
    name,
    body: json,
    precheck: (deck) => {
      if (!deck.cards.has(ref.slide_id)) return noSuchCard();
      const isMissing = needsPrecondition && precondition === null;
      return isMissing ? refuse('precondition_required') : null;
    },
    decide(deck) {
      const state = deck.cards.get(ref.slide_id);
      if (state === undefined) return noSuchCard();
      if (![...allowedIn, doneIn].includes(state.status))
        return refuse('conflict', [fieldIssue(['status'], 'unknown_value')]);
      if (precondition !== null && !isMet(precondition, state, doneIn))
        return refuse('precondition_failed');
      const input = checkBy(schema, json);
      return input.ok
        ? operation.act(state, input.value, deck, caller)
        : refuse('validation_error', input.issues);
    },
    answer: (deck) => viewIn(deck, ref),
  });
  if (result.ok || result.error.code !== 'precondition_failed') return result;
  return withDiff(store, ref, precondition, json);
}

/** The refusal of a card that a deck does not have. */
export function noSuchCard(): Refusal {
  return refuse('not_found', [fieldIssue(['slide_id'], 'unknown_value')]);
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

/** Returns the view of a card after a change, which never removes one. */
export function viewIn(deck: Deck, ref: CardRef): CardView {
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) throw new Error(`card ${ref.slide_id} vanished from its deck`);
  return cardView(ref.spec_id, state);
}

/** Adds the present card to the refusal of a lost update, and how it differs from both sides. */
async function withDiff(
  store: DeckStore,
  ref: CardRef,
  precondition: Precondition | null,
  proposed: JsonValue,
): Promise<Refusal> {
  const deck = await store.load(ref.spec_id);
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) return refuse('not_found');
  const named = precondition === null ? [] : versionsNamed(precondition);
  const known = named.find((version) => state.versions.some((entry) => entry.version === version));
  const earlier = known === undefined ? null : await store.loadAt(ref.spec_id, known);
  const base = earlier?.cards.get(ref.slide_id)?.card ?? null;
  return refuse('precondition_failed', [], {
    current: cardView(ref.spec_id, state),
    diff: diffCards(base, state.card, proposed),
  });
}

/** Returns every key of the card on which the three sides do not agree, by whole value. */
function diffCards(base: Card | null, current: Card, proposed: JsonValue): DiffEntry[] {
  const before = base === null ? null : cardJson(base);
  const now = cardJson(current);
  return cardKeys.flatMap((key) => {
    if (key === 'slide_id') return [];
    const theirs = now[key] ?? null;
    const start = before?.[key] ?? null;
    const isProposed = isRecord(proposed) && Object.hasOwn(proposed, key);
    // Own members of JSON are JSON.
    const ours = isProposed ? (proposed[key] as JsonValue) : (start ?? theirs);
    const theyChanged = before !== null && !isSame(start, theirs);
    const weChanged = isProposed && (before === null || !isSame(start, ours));
    const differs = weChanged && !isSame(ours, theirs);
    if (!theyChanged && !differs) return [];
    const conflict = (theyChanged || before === null) && differs;
    return [{ path: `/${key}`, base: start, current: theirs, proposed: ours, conflict }];
  });
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
