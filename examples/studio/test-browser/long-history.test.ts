import { isLongRun } from '@kanmon/test-support';
import { hasChromium } from '@kanmon/test-support/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLongDeck, longDeck } from '../test/long-history.ts';
import { type OpenConsole, openConsole } from './open-console.ts';

// Filling the deck takes most of the time.
const count = isLongRun ? 100_000 : 20_000;
const middle = count / 2;
const written = (number: number): string => number.toLocaleString('en');

let studio: OpenConsole;
beforeAll(async () => {
  if (!hasChromium) return;
  studio = await openConsole();
  await fillLongDeck(studio.store, count);
});
afterAll(() => studio?.close());

describe.skipIf(!hasChromium)(`the journal of a stream of ${written(count)} events`, () => {
  it('reads and renders what is on the screen, at its end, its begin and any state', async () => {
    const page = await studio.open();
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, path] = /api\/journal\/(.*)/.exec(request.url()) ?? [];
      if (path?.includes('long') === true) asked.push(path);
    });
    await page.goto(`${studio.url}/#/journal/content-cards%2F${longDeck}`);
    await page.getByRole('cell', { name: String(count), exact: true }).waitFor();
    await page.getByText(`State at event ${written(count)} of ${written(count)}`).waitFor();
    // The first state folds the whole stream.
    await page.getByText('Whole state').waitFor({ timeout: 60_000 });
    const rendered = (): Promise<number> => page.locator('.event-list tbody tr').count();
    expect(await rendered()).toBeLessThan(60);
    // By the keyboard: the list scrolls to its begin.
    await page.locator('.event-list').focus();
    await page.keyboard.press('Home');
    await page.getByRole('row', { name: /^1 card-created/ }).waitFor();
    expect(await rendered()).toBeLessThan(60);
    await page.getByRole('slider').fill(String(middle));
    await page.getByText(`State at event ${written(middle)} of ${written(count)}`).waitFor();
    await page.getByRole('row', { name: RegExp(`^${middle} card-commented`) }).waitFor();
    await page
      .getByText(/^\/cards\/card-199\//)
      .first()
      .waitFor();
    expect(await rendered()).toBeLessThan(60);
    const pages = asked.filter((path) => path.startsWith('streams/'));
    const states = asked.filter((path) => path.startsWith('state/'));
    await page.context().close();
    // Of 100 pages and more, the last one, the first one, those around the chosen event, and where a slow scroll paused.
    expect(new Set(pages).size).toBeLessThan(10);
    // A state and the one before it, at two places.
    expect(states).toHaveLength(4);
  }, 120_000);
});
