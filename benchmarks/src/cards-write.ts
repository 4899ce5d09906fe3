import { createMemoryEventStore } from '@kanmon/core';
import { type ContentService, createContentService } from '@kanmon/content-cards';
import { interleave, ratio, spreads, timeCalls } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';

/**
 * One write to a card in a deck of 1,000 cards against one in a deck of 50, in the memory store: the
 * state of a deck is kept folded, so a write must not grow with the deck.
 *
 * pnpm bench cards-write
 */
const caller = { actor: 'editor@example.com', requestId: 'req-1' };
const cardsPerRequest = 500;
const sizes = [50, 1000] as const;

async function deckOf(size: number): Promise<() => Promise<unknown>> {
  const service = createContentService({ store: createMemoryEventStore() });
  for (let from = 0; from < size; from += cardsPerRequest) {
    const cards = Array.from({ length: Math.min(cardsPerRequest, size - from) }, (_, index) => ({
      slide_id: `card-${from + index}`,
      title: `題名 ${from + index}`,
      body: ['背景整理', '提案サマリー'],
      intent: 'outline',
      story: { phase: 'body' },
    }));
    const made = await service.createCards({ spec_id: 'job-1', cards }, caller);
    if (!made.ok) throw new Error(`the deck was refused: ${made.error.code}`);
  }
  let turn = 0;
  return () => {
    turn += 1;
    return write(service, `card-${turn % size}`, turn);
  };
}

async function write(service: ContentService, slide_id: string, turn: number): Promise<void> {
  const result = await service.patchCard(
    { spec_id: 'job-1', slide_id },
    { title: `題名 ${turn} 改` },
    { ifMatch: '*' },
    caller,
  );
  if (!result.ok) throw new Error(`the write was refused: ${result.error.code}`);
}

const contenders: Record<string, () => Promise<unknown>> = {};
for (const size of sizes) contenders[`deck of ${size} cards`] = await deckOf(size);
const rounds = 31;
const callsPerRound = 40;
const samples = await interleave(contenders, timeCalls(callsPerRound), {
  rounds,
  warmUpRounds: 4,
});
writeResult('cards-write', {
  peers: [],
  figures: {
    rounds,
    callsPerRound,
    microseconds: spreads(samples),
    ratio: ratio(samples, 'deck of 1000 cards', 'deck of 50 cards'),
  },
});
