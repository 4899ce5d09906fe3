import { type Card, cardHash, type CardView, type LineSource } from '@kanmon/content-cards';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import { valueOf } from './explain-error.ts';
import type { OpenDeck } from './open-deck.ts';

/** Cards of a deck by id; empty for a deck that does not exist. */
export async function knownCards(
  { deckId, say }: CliContext,
  { service }: OpenDeck,
): Promise<ReadonlyMap<string, CardView>> {
  const listed = await service.listCards({ spec_id: deckId });
  if (!listed.ok && listed.error.code === 'not_found') return new Map();
  return new Map(valueOf(listed, say).map((card) => [card.slide_id, card]));
}

/** The result of storing cards. */
export interface Stored {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
}

/** Creates cards, and with `update` puts new content into those that are there and not approved. */
export async function storeCards(
  context: CliContext,
  deck: OpenDeck,
  cards: readonly Card[],
  options: {
    readonly update: boolean;
    readonly provenance?: Readonly<Record<string, readonly LineSource[]>>;
  },
): Promise<Stored> {
  const { deckId, say } = context;
  const { update, provenance } = options;
  const known = await knownCards(context, deck);
  const fresh = cards.filter(({ slide_id }) => !known.has(slide_id));
  const changed = cards.flatMap((card) => {
    const present = known.get(card.slide_id);
    return present === undefined || present.content_hash === cardHash(card)
      ? []
      : [{ card, present }];
  });
  const there = cards.filter(({ slide_id }) => known.has(slide_id));
  if (!update && there.length > 0)
    throw alreadyThere(
      there.map(({ slide_id }) => slide_id),
      context,
    );
  // Before anything is written: a card that is locked ends the whole call.
  const locked = changed.filter(({ present }) => present.status === 'approved');
  if (locked.length > 0)
    throw isLocked(
      locked.map(({ card }) => card.slide_id),
      context,
    );

  if (fresh.length > 0) {
    const request = {
      spec_id: deckId,
      cards: fresh,
      ...(provenance === undefined ? {} : { provenance }),
    };
    valueOf(await deck.service.createCards(request, deck.caller()), say);
  }
  for (const { card, present } of changed) {
    const { slide_id, ...content } = card;
    const ifMatch = present.revision;
    valueOf(
      await deck.service.patchCard(deck.refTo(slide_id), content, { ifMatch }, deck.caller()),
      say,
      slide_id,
    );
  }
  const updated = changed.map(({ card }) => card.slide_id);
  return {
    created: fresh.map(({ slide_id }) => slide_id),
    updated,
    unchanged: there.map(({ slide_id }) => slide_id).filter((id) => !updated.includes(id)),
  };
}

/** The error for cards that exist already when `--update` is not set. */
export function alreadyThere(ids: readonly string[], { say }: CliContext): DeckError {
  return new DeckError(
    say(
      `カードがすでにあります: ${ids.join(', ')}（--update で内容を入れ替え、--deck で別のデッキに）`,
      `cards exist already: ${ids.join(', ')}; --update puts the new content in, --deck names another deck`,
    ),
    { code: 'already_exists', exitCode: exitCodes.conflict, details: ids },
  );
}

function isLocked(ids: readonly string[], { say }: CliContext): DeckError {
  return new DeckError(
    say(
      `承認済みのカードは変えられません: ${ids.join(', ')}（deck return で戻してから）`,
      `approved cards cannot be changed: ${ids.join(', ')}; return them first with deck return`,
    ),
    { code: 'conflict', exitCode: exitCodes.conflict, details: ids },
  );
}
