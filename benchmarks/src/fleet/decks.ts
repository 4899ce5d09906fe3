import { cardsPerDeck, decks } from './load.ts';

/** Creates the decks that reviewers work on. */
export async function createDecks(url: string): Promise<void> {
  for (let deck = 0; deck < decks; deck += 1) {
    const cards = Array.from({ length: cardsPerDeck }, (_, card) => ({
      slide_id: `card-${card}`,
      title: '題',
      body: ['一行目'],
      intent: 'outline',
      story: { phase: 'introduction' },
    }));
    const response = await fetch(`${url}/v1/content/cards`, {
      method: 'POST',
      headers: { authorization: 'Bearer reviewer', 'content-type': 'application/json' },
      body: JSON.stringify({ spec_id: `deck-${deck}`, cards }),
    });
    if (response.status !== 201)
      throw new Error(`no deck: ${response.status} ${await response.text()}`);
  }
}
