import type { CliContext } from '../cli-context.ts';
import { cardLine, cardLines } from '../card-lines.ts';
import type { CommandResult } from '../command-result.ts';
import { valueOf } from '../explain-error.ts';
import { openDeck } from '../open-deck.ts';

/** `deck list`: every card in one line. */
export async function listCards(context: CliContext): Promise<CommandResult> {
  const { deckId, say } = context;
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const cards = valueOf(await deck.service.listCards({ spec_id: deckId }), say, deckId);
    return { data: { deck: deckId, cards }, lines: cards.map((card) => cardLine(card, say)) };
  } finally {
    await deck.close();
  }
}

/** `deck show <id>`: one card as a whole. */
export async function showCard(context: CliContext, slideId: string): Promise<CommandResult> {
  const { say } = context;
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const card = valueOf(await deck.service.getCard(deck.refTo(slideId)), say, slideId);
    return { data: { card }, lines: cardLines(card, say) };
  } finally {
    await deck.close();
  }
}
