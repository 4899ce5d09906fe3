import { createMemoryCounter, createMemoryEventStore } from '@kanmon/core';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createDemoClock, fillWithDemo, isEmptyStore } from '../src/demo.ts';
import { createDemoModel } from '../src/demo-model.ts';
import { openStudio } from './open-studio.ts';

const reviewed = z.object({ grade: z.string() });
const items = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

it('fills every page of the console, with a past', async () => {
  const clock = createDemoClock();
  const store = createMemoryEventStore({ clock });
  const client = createDemoModel();
  const { tokens, send } = await openStudio({ store, client });
  expect(await isEmptyStore(store)).toBe(true);
  const price = (): number => 1;
  await fillWithDemo({ store, counter: createMemoryCounter(), client, price }, tokens, clock);
  expect(await isEmptyStore(store)).toBe(false);

  const listed = async (path: string) => items.parse(await (await send('GET', path)).json()).items;
  const cards = await listed('/v1/content/cards?spec_id=release-2.4');
  const statuses = new Set(cards.map(({ status }) => status));
  expect(statuses).toEqual(new Set(['approved', 'draft', 'returned']));
  const grades = new Set(cards.map(({ ai_review: review }) => reviewed.parse(review).grade));
  expect(grades).toEqual(new Set(['A', 'B', 'C']));
  expect(await listed('/api/runs')).toHaveLength(4);
  expect(await listed('/api/boards')).toHaveLength(2);
  const sessions = await listed('/api/issues/sessions');
  expect(sessions).toMatchObject([
    { current_status: 'waiting_for_user' },
    { current_status: 'waiting_for_user' },
  ]);
  const series = await listed('/api/metrics-series');
  expect(series.length).toBeGreaterThan(5);
  expect(series.some(({ cost }) => Number(cost) > 0)).toBe(true);
  for (const { stream } of await listed('/api/journal/streams')) {
    const verdict = await send('GET', `/api/journal/verify/${encodeURIComponent(String(stream))}`);
    expect(await verdict.json()).toMatchObject({ ok: true });
  }
});
