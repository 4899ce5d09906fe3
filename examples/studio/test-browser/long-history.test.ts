import { hasChromium } from '@kanmon/test-support/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLongDeck, longDeck } from '../test/long-history.ts';
import { type OpenConsole, openConsole } from './open-console.ts';

const count = 100_000;

let studio: OpenConsole;
beforeAll(async () => {
  if (!hasChromium) return;
  studio = await openConsole();
  await fillLongDeck(studio.store, count);
});
afterAll(() => studio?.close());

describe.skipIf(!hasChromium)('the journal of a stream of 100,000 events', () => {
  it('reads and renders what is on the screen, at its end, its begin and any state', async () => {
    const page = await studio.open();
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, path] = /api\/journal\/(.*)/.exec(request.url()) ?? [];
      if (path?.includes('long') === true) asked.push(path);
    });
    await page.goto(`${studio.url}/#/journal/content-cards%2F${longDeck}`);
    await page.getByRole('cell', { name: String(count), exact: true }).waitFor();
    await page.getByText('State at event 100,000 of 100,000').waitFor();
    // The first state folds the whole stream.
    await page.getByText('Whole state').waitFor({ timeout: 60_000 });
    const rendered = (): Promise<number> => page.locator('.event-list tbody tr').count();
    expect(await rendered()).toBeLessThan(60);
    // By the keyboard: the list scrolls to its begin.
    await page.locator('.event-list').focus();
    await page.keyboard.press('Home');
    await page.getByRole('row', { name: /^1 card-created/ }).waitFor();
    expect(await rendered()).toBeLessThan(60);
    await page.getByRole('slider').fill('50000');
    await page.getByText('State at event 50,000 of 100,000').waitFor();
    await page.getByRole('row', { name: /^50000 card-commented/ }).waitFor();
    await page
      .getByText(/^\/cards\/card-199\//)
      .first()
      .waitFor();
    expect(await rendered()).toBeLessThan(60);
    const pages = asked.filter((path) => path.startsWith('streams/'));
    const states = asked.filter((path) => path.startsWith('state/'));
    await page.context().close();
    // Of 500 pages the last one, the first one, those around the chosen event, and where a slow scroll paused.
    expect(new Set(pages).size).toBeLessThan(10);
    // A state and the one before it, at two places.
    expect(states).toHaveLength(4);
  }, 120_000);
});
