import { cardsPerDeck, deckOf, decks } from './load.ts';

/** Creates the decks that reviewers work on. */
export async function createDecks(url: string): Promise<void> {
  for (let deck = 0; deck < decks; deck += 1) {
    const response = await fetch(`${url}/v1/content/cards`, {
      method: 'POST',
      headers: { authorization: 'Bearer reviewer', 'content-type': 'application/json' },
      body: JSON.stringify(deckOf(`deck-${deck}`, cardsPerDeck)),
    });
    if (response.status !== 201)
      throw new Error(`no deck: ${response.status} ${await response.text()}`);
  }
}
