import type * as z from 'zod';
import type { Card } from '../model/card.ts';
import { fieldIssue } from '../model/field-issue.ts';
import type { Reviewer } from '../review/reviewer.ts';
import { type Caller, checkCaller, hasScope, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import { checkRef } from './card-operation.ts';
import type { CardState } from './card-state.ts';
import type { Deck } from './deck.ts';
import { readBody, splitRequest } from './deck-request.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import { jsonOfBody } from './request-body.ts';
import { versionIn } from './revision.ts';
import { refuse, type Refusal, type ServiceResult } from './service-error.ts';

/** Which version to go back to. */
interface RollbackRequest {
  readonly version: number;
  readonly includeApproved?: boolean;
}

/** The cards that were restored. */
interface Restored {
  readonly restored: readonly string[];
}

/**
 * Brings the content of cards back to what it was at a version, as new events: nothing is deleted,
 * cards made since stay. Approved cards are left alone unless `includeApproved` with `cards:unlock`.
 */
export async function rollback(
  tools: {
    readonly store: DeckStore;
    readonly reviewer: Reviewer;
    readonly schema: z.ZodType<RollbackRequest>;
  },
  request: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<Restored>> {
  const { store, reviewer, schema } = tools;
  const refused = checkCaller(caller, ['cards:rollback']) ?? checkRef({ spec_id: request.spec_id });
  if (refused !== null) return refused;
  const { spec_id, body } = splitRequest(request);
  const call = keyedCall(caller, 'rollback', spec_id, jsonOfBody(body) ?? null);
  const replayed = (deck: Deck): Decision<Restored> | null => {
    const replay = replayOf(deck, call);
    if (typeof replay !== 'number') return replay;
    const events = deck.keys.get(call?.key ?? '')?.events ?? 0;
    const answer = (after: Deck): Restored => restoredSince(after, replay - events);
    return { ok: true, events: [], answer, replayOf: replay };
  };
  const present = await store.load(spec_id);
  if (present.version === 0) return refuse('not_found');
  if (replayed(present) !== null)
    return store.change(spec_id, (deck) => replayed(deck) ?? refuse('not_found'));
  const read = readBody(schema, body);
  if (!read.ok) return read;
  const { version, includeApproved = false } = read.value;
  if (version > present.version)
    return refuse('validation_error', [fieldIssue(['version'], 'unknown_value')]);
  if (includeApproved && !hasScope(caller, 'cards:unlock')) return refuse('forbidden');
  const target = await store.loadAt(spec_id, version);

  return store.change(spec_id, (deck): Decision<Restored> | Refusal => {
    const changes = changesBetween(deck, target, includeApproved);
    const answer = (): Restored => ({ restored: changes.map(({ card }) => card.slide_id) });
    const events: PlannedEvent[] = [];
    const aroundOf = surroundingsIn(
      deck,
      changes.map(({ card }) => card),
    );
    for (const { card, state } of changes) {
      const known = { source: state.source, before: state };
      const { returns, ...content } = judgeContent(card, reviewer, aroundOf, known);
      const data = { slide_id: card.slide_id, ...content, from_version: version };
      events.push(...unlockFirst(state), { type: 'card-restored', data }, ...returns);
    }
    return replayed(deck) ?? { ok: true, events: newEvents(events, caller, call), answer };
  });
}

/** Cards whose content was another one then, and which may be touched. */
function changesBetween(
  deck: Deck,
  target: Deck,
  includeApproved: boolean,
): readonly { readonly card: Card; readonly state: CardState }[] {
  return [...target.cards].flatMap(([slideId, { card, content_hash }]) => {
    const state = deck.cards.get(slideId);
    const isKept = state?.status === 'approved' && !includeApproved;
    return state === undefined || isKept || state.content_hash === content_hash
      ? []
      : [{ card, state }];
  });
}

/** The cards that were restored after a version. */
function restoredSince(deck: Deck, version: number): Restored {
  const restored = [...deck.cards].flatMap(([slideId, { history }]) =>
    history.some(
      ({ action, revision }) => action === 'rollback' && versionIn(revision ?? '') > version,
    )
      ? [slideId]
      : [],
  );
  return { restored };
}

function unlockFirst({ status, card, content_hash }: CardState): readonly PlannedEvent[] {
  return status === 'approved'
    ? [
        {
          type: 'card-unlocked',
          data: { slide_id: card.slide_id, content_hash, reason: 'rollback' },
        },
      ]
    : [];
}
