import { readFileSync } from 'node:fs';
import type { StoredEvent } from '@kanmon/core';
import { expect, test } from 'vitest';
import { replayDialog } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';
import { shop } from './subjects/shop.ts';

/** Turns of the golden journal: a search, a follow-up, a question, its reply, two intents, thanks. */
const messages = [
  '北海道への送料を教えてください',
  '沖縄は？',
  'サイズを教えてください',
  '赤いフライパン',
  'ギフト配送と領収書発行の条件をまとめて教えて',
  'ありがとうございました',
];

async function record(): Promise<readonly StoredEvent[]> {
  const { agent, clock, ...fixture } = dialogFixture({
    rules: shop,
    hits: ({ query }) => [{ id: query, text: `${query}の答え` }],
  });
  for (const message of messages) {
    await agent.turn({ sessionId: 'golden', message, options: { debug: true } });
    clock.advance(1500);
  }
  return fixture.journal('golden');
}

test('the golden journal replays to its own bytes', async () => {
  const text = readFileSync(new URL('golden/dialog.jsonl', import.meta.url), 'utf8');
  const events = text
    .trim()
    .split('\n')
    .map((line): StoredEvent => JSON.parse(line) as StoredEvent);
  const replay = await replayDialog(events, shop);
  expect(replay.difference).toBeUndefined();
  expect(replay).toMatchObject({ ok: true, turns: messages.length });
});

test('the same turns give the same journal', async () => {
  expect(await record()).toEqual(await record());
});

test('a journal that is no journal is a difference and no throw', async () => {
  const events = await record();
  const damaged = events.map((event) =>
    event.type === 'plan-made' ? { ...event, data: 'gone' } : event,
  );
  expect(await replayDialog(damaged, shop)).toMatchObject({ ok: false, difference: { turn: 1 } });
});

test.each([
  ['nothing', () => null],
  ['an event without data', (event: StoredEvent) => ({ ...event, data: undefined })],
])('an event that is %s is a difference at its turn', async (_name, damage) => {
  const events = await record();
  const last = events.findLastIndex(({ type }) => type === 'turn-received');
  const damaged = events.map((event, index) => (index === last ? damage(event) : event));
  expect(await replayDialog(damaged as never, shop)).toMatchObject({
    ok: false,
    difference: { turn: messages.length },
  });
});

test('a turn that was cut off before the end of its dialog is a difference', async () => {
  const [received] = await record();
  const events = [
    { ...received, data: 5 },
    { ...received, type: 'dialog-ended', data: {} },
  ];
  expect(await replayDialog(events as never, shop)).toMatchObject({
    ok: false,
    difference: { turn: 1 },
  });
});
