import type { CardView } from '@kanmon/content-cards';
import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import { cardLine } from '../card-lines.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { valueOf } from '../explain-error.ts';
import { type OpenDeck, openDeck } from '../open-deck.ts';
import { knownCards } from '../store-cards.ts';

const chosenSchema = z.object({ all: z.boolean().default(false) });
const approveOptionsSchema = z.object({
  notes: z.string().optional(),
  ifMatch: z.string().optional(),
  contentHash: z.string().optional(),
});
const returnOptionsSchema = z.object({ reason: z.string(), code: z.string().optional() });

/** `deck approve`: each card is bound to the content it has now, or to the one that is named. */
export async function approve(
  context: CliContext,
  ids: readonly string[],
  options: unknown,
): Promise<CommandResult> {
  const { notes, ifMatch, contentHash } = approveOptionsSchema.parse(options);
  return forEachCard(context, await chosen(context, ids, options), async (deck, card) =>
    valueOf(
      await deck.service.approveCard(
        deck.refTo(card.slide_id),
        {
          content_hash: contentHash ?? card.content_hash,
          ...(notes === undefined ? {} : { notes }),
        },
        { ifMatch: ifMatch ?? card.revision },
        deck.caller(),
      ),
      context.say,
      card.slide_id,
    ),
  );
}

/** `deck return`: back to the author, with a reason. */
export async function returnCards(
  context: CliContext,
  ids: readonly string[],
  options: unknown,
): Promise<CommandResult> {
  const { reason, code } = returnOptionsSchema.parse(options);
  return forEachCard(context, ids, async (deck, card) =>
    valueOf(
      await deck.service.returnCard(
        deck.refTo(card.slide_id),
        { reason, ...(code === undefined ? {} : { reason_code: code }) },
        { ifMatch: card.revision },
        deck.caller(),
      ),
      context.say,
      card.slide_id,
    ),
  );
}

/** `deck apply-fix`: the named proposals, or all that a card has, one after another. */
export async function applyFix(
  context: CliContext,
  slideId: string,
  patchIds: readonly string[],
): Promise<CommandResult> {
  return forEachCard(context, [slideId], async (deck, card) => {
    const wanted =
      patchIds.length > 0
        ? patchIds
        : (card.ai_review?.autofix_proposals ?? []).map(({ patch_id }) => patch_id);
    let current = card;
    for (const id of wanted) {
      const offered = current.ai_review?.autofix_proposals.some(({ patch_id }) => patch_id === id);
      // Without names everything is meant that still applies; an earlier fix may have made it superfluous.
      if (patchIds.length === 0 && offered !== true) continue;
      current = valueOf(
        await deck.service.patchCard(
          deck.refTo(slideId),
          { apply_autofix: [id] },
          { ifMatch: current.revision },
          deck.caller(),
        ),
        context.say,
        `${slideId} ${id}`,
      );
    }
    return current;
  });
}

async function forEachCard(
  context: CliContext,
  ids: readonly string[],
  act: (deck: OpenDeck, card: CardView) => Promise<CardView>,
): Promise<CommandResult> {
  const { say } = context;
  const plan = planOutputs(context);
  const deck = await openDeck(context, { mode: 'write' });
  try {
    const known = await knownCards(context, deck);
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) throw noSuchCards(unknown, context);
    const cards: CardView[] = [];
    const refused: DeckError[] = [];
    for (const id of ids) {
      const card = known.get(id);
      if (card === undefined) continue;
      try {
        cards.push(await act(deck, card));
      } catch (error) {
        // One card that is refused is no reason to leave the others undecided.
        if (!(error instanceof DeckError)) throw error;
        refused.push(error);
      }
    }
    await writeOutputs(context, deck, plan);
    const [first] = refused;
    return {
      data: { cards, refused: refused.map(({ code, message }) => ({ code, message })) },
      lines: [
        ...cards.map((card) => cardLine(card, say)),
        ...refused.map(({ message }) => `✗ ${message}`),
      ],
      exitCode: first?.exitCode ?? exitCodes.done,
    };
  } finally {
    await deck.close();
  }
}

async function chosen(
  context: CliContext,
  ids: readonly string[],
  options: unknown,
): Promise<readonly string[]> {
  const { all } = chosenSchema.parse(options);
  const { say } = context;
  if (all === ids.length > 0) {
    throw new DeckError(
      say(
        'カードの ID か --all のどちらかを指定してください',
        'name cards or say --all, one of the two',
      ),
      { code: 'usage', exitCode: exitCodes.usage },
    );
  }
  if (!all) return ids;
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const cards = valueOf(
      await deck.service.listCards({ spec_id: context.deckId }),
      say,
      context.deckId,
    );
    return cards.flatMap(({ slide_id, status }) => (status === 'draft' ? [slide_id] : []));
  } finally {
    await deck.close();
  }
}

function noSuchCards(ids: readonly string[], { deckId, say }: CliContext): DeckError {
  return new DeckError(
    say(
      `デッキ ${deckId} にないカードです: ${ids.join(', ')}`,
      `the deck ${deckId} has no card ${ids.join(', ')}`,
    ),
    { code: 'not_found', exitCode: exitCodes.usage, details: ids },
  );
}
