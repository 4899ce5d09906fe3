import { parseJson } from '@kanmon/core/kit';
import type * as z from 'zod';
import type { CardView } from '../model/card.ts';
import { checkBy } from '../model/check.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { type JsonValue, optional } from '../model/json.ts';
import type { Reviewer } from '../review/reviewer.ts';
import { type Caller, checkCaller, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import { malformedBody } from './request-body.ts';
import { sourceAtCreation } from './card-source.ts';
import type { Deck } from './deck.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import type { CreateRequest } from './requests.ts';
import { revisionOf } from './revision.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/** A created card. */
export interface CreatedCard {
  readonly slide_id: string;
  readonly revision: string;
  readonly content_hash: string;
  readonly status: CardView['status'];
}

/** What `createCards` made. */
export interface CreateResult {
  readonly spec_id: string;
  readonly revision: string;
  readonly cards: readonly CreatedCard[];
  readonly replayed: boolean;
}

/** Creates cards in a deck, all or none. */
export async function createCards(
  tools: {
    readonly store: DeckStore;
    readonly reviewer: Reviewer;
    readonly schema: z.ZodType<CreateRequest>;
  },
  input: unknown,
  caller: Caller,
): Promise<ServiceResult<CreateResult>> {
  const { store, reviewer, schema } = tools;
  const refused = checkCaller(caller, ['cards:write']);
  if (refused !== null) return refused;
  if (input === malformedBody)
    return refuse('validation_error', [fieldIssue([], 'invalid_format')]);
  const checked = checkBy(schema, input);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { spec_id, cards, provenance = {}, sources = {} } = checked.value;
  const ids = cards.map(({ slide_id }) => slide_id);
  const call = keyedCall(caller, 'create', spec_id, jsonOf(checked.value));

  const decide = (deck: Deck): Decision<CreateResult> => {
    const answer = (after: Deck, replayed: boolean): CreateResult =>
      createdIn(after, ids, replayed);
    const replay = replayOf(deck, call);
    if (typeof replay === 'number') return { ok: true, events: [], answer, replayOf: replay };
    if (replay !== null) return replay;
    const known = ids.flatMap((id, index) =>
      deck.cards.has(id)
        ? [{ ...fieldIssue(['cards', index, 'slide_id'], 'duplicate'), field: id }]
        : [],
    );
    if (known.length > 0) return refuse('already_exists', known);
    const events: PlannedEvent[] = [];
    const returns: PlannedEvent[] = [];
    // The cards of one call are judged beside each other, whichever comes first.
    const aroundOf = surroundingsIn(deck, cards);
    for (const each of cards) {
      const { slide_id } = each;
      const lines = Object.hasOwn(provenance, slide_id) ? (provenance[slide_id] ?? []) : [];
      const given = Object.hasOwn(sources, slide_id) ? sources[slide_id] : undefined;
      const source = sourceAtCreation(each, lines, given);
      const judged = judgeContent(each, reviewer, aroundOf, { source });
      const { card, content_hash, review, returns: own } = judged;
      events.push({
        type: 'card-created',
        data: {
          slide_id,
          card,
          content_hash,
          review,
          provenance: lines,
          ...optional('source', given),
        },
      });
      returns.push(...own);
    }
    return { ok: true, events: newEvents([...events, ...returns], caller, call), answer };
  };
  return store.change(spec_id, decide);
}

function createdIn(deck: Deck, ids: readonly string[], replayed: boolean): CreateResult {
  const cards = ids.flatMap((slide_id) => {
    const state = deck.cards.get(slide_id);
    if (state === undefined) return [];
    const { content_hash, status, version } = state;
    return [{ slide_id, revision: revisionOf(version), content_hash, status }];
  });
  return { spec_id: deck.spec_id, revision: revisionOf(deck.version), cards, replayed };
}

function jsonOf(request: CreateRequest): JsonValue {
  return parseJson(JSON.stringify(request));
}
