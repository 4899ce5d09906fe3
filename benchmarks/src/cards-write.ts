import { createMemoryEventStore } from '@kanmon/core';
import { type ContentService, createContentService } from '@kanmon/content-cards';
import { timeRounds } from './cards/rounds.ts';
import { rounded, writeResult } from './cards/write-result.ts';

/**
 * One write to a card in a deck of 1,000 cards against one in a deck of 50, in the memory store: the
 * state of a deck is kept folded, so a write must not grow with the deck.
 *
 * pnpm build && pnpm --filter @kanmon/benchmarks cards-write
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
const microseconds = await timeRounds(contenders, { rounds, callsPerRound, warmUpRounds: 4 });
const [small, large] = sizes.map((size) => microseconds[`deck of ${size} cards`]?.median ?? 0);
const ratio = rounded((large ?? 0) / (small ?? 1));
console.log(`a write to a deck of 1,000 cards takes ${ratio} x that to one of 50`);
writeResult('cards-write', { rounds, callsPerRound, microseconds, ratio });
