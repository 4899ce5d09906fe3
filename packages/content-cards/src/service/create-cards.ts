import { checkBy, fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import type * as z from 'zod';
import type { CardView } from '../model/view.ts';
import type { Reviewer } from '../review/reviewer.ts';
import { type Caller, checkCall } from './caller.ts';
import { sourceAtCreation } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import type { DeckStore } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import { type CreateRequest, requestJson } from './requests.ts';
import { revisionOf } from './revision.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/** The result of `createCards`. */
export interface CreateResult {
  readonly spec_id: string;
  readonly revision: string;
  readonly cards: readonly Pick<CardView, 'slide_id' | 'revision' | 'content_hash' | 'status'>[];
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
  const refused = checkCall(caller, ['cards:write']);
  if (refused !== null) return refused;
  const checked = checkBy(schema, input);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { spec_id, cards, provenance = {}, sources = {} } = checked.value;
  const ids = cards.map(({ slide_id }) => slide_id);
  return store.change({
    spec_id,
    caller,
    name: 'create',
    body: requestJson(checked.value),
    decide(deck) {
      const known = ids.flatMap((id, index) =>
        deck.cards.has(id)
          ? [{ ...fieldIssue(['cards', index, 'slide_id'], 'duplicate'), field: id }]
          : [],
      );
      if (known.length > 0) return refuse('already_exists', known);
      const events: PlannedEvent[] = [];
      const returns: PlannedEvent[] = [];
      // The cards of one call are judged beside each other, whatever their order.
      const aroundOf = surroundingsIn(deck, cards);
      for (const each of cards) {
        const { slide_id } = each;
        const lines = Object.hasOwn(provenance, slide_id) ? (provenance[slide_id] ?? []) : [];
        const given = Object.hasOwn(sources, slide_id) ? sources[slide_id] : undefined;
        const source = sourceAtCreation(each, lines, given);
        const { returns: own, ...content } = judgeContent(each, reviewer, aroundOf, { source });
        const data = { slide_id, ...content, provenance: lines };
        events.push({
          type: 'card-created',
          data: { ...data, ...withoutUndefined({ source: given }) },
        });
        returns.push(...own);
      }
      return [...events, ...returns];
    },
    answer: (deck, { replayed }) => createdIn(deck, ids, replayed),
  });
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
