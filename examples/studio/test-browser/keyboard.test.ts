import { hasChromium, inBothSchemes, seriousFindings } from '@kanmon/test-support/browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenConsole, openConsole } from './open-console.ts';

const deck = 'release-2.4';

let studio: OpenConsole;
beforeAll(async () => {
  if (hasChromium) studio = await openConsole();
});
afterAll(() => studio?.close());

/** More controls than any page has. */
const mostTabs = 80;

/** Presses Tab until an element that matches the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  for (let step = 0; step < mostTabs; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`no Tab reached ${selector}`);
}

async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

async function addCard(id: string, title: string): Promise<void> {
  const card = { slide_id: id, title, body: ['A line'], intent: 'test', story: { phase: 'body' } };
  await studio.call('POST', '/v1/content/cards', { spec_id: deck, cards: [card] });
}

/** The main path of each page. */
const paths: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'card/release-2.4/typed'(page) {
    await press(page, '.actions button:nth-child(3)');
    await page.getByLabel('Body, one line each').waitFor();
    await tabTo(page, 'textarea');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Typed');
    await press(page, '.editor button[type=submit]');
    await page.getByText('Typed', { exact: true }).waitFor();
  },
  async journal(page) {
    await press(page, `.links a[href*="content-cards"]`);
    await press(page, '.stream-head button');
    await page.getByText('The chain is intact').waitFor();
    await press(page, '.event-list button');
    await page.locator('.hash').waitFor();
    await tabTo(page, 'input[type=range]');
    await page.keyboard.press('Home');
    await page.getByText(/State at event 1 of/).waitFor();
  },
  async runs(page) {
    await press(page, '.links li:last-child a');
    // Until then the timeline of the first run is there, and goes away under the keys.
    await page.locator('.links li:last-child a[aria-current]').waitFor();
    await press(page, '.timeline summary');
    await page.locator('.timeline details[open] .answer').first().waitFor();
  },
  async plan(page) {
    await tabTo(page, '.plan-form textarea');
    await page.keyboard.type('The list must be printed. ');
    await press(page, '.plan-form button[type=submit]');
    await page.getByRole('heading', { name: 'Coverage of terms by tasks' }).waitFor();
  },
  async metrics(page) {
    await press(page, '.chart summary, .panel summary');
    await page.locator('details[open] table').waitFor();
  },
};

describe.skipIf(!hasChromium)('the keyboard alone', () => {
  it.each(Object.entries(paths))('takes the main path of %s', async (path, walk) => {
    if (path.startsWith('card/')) await addCard('typed', 'To be typed');
    const page = await studio.open(path);
    await page.locator('main h1, main h2').first().waitFor();
    await walk(page);
    expect(page.watched.complaints).toEqual([]);
    await studio.giveBack(page);
  });
});

/** Opens each dialog of the console. */
const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'the keyboard help'(page) {
    await page.goto(`${studio.url}/#/queue/${deck}`);
    await page.getByRole('grid').focus();
    await page.keyboard.press('?');
  },
  async 'the reason of a return'(page) {
    await addCard('reason', 'To be returned');
    await page.goto(`${studio.url}/#/card/${deck}/reason`);
    await page.getByRole('button', { name: '差し戻し' }).first().click();
  },
  async 'a conflict'(page) {
    const id = `faster-${Math.random()}`;
    await addCard(id, 'Another is faster');
    await page.route('**/api/live', (route) => route.abort());
    await page.goto(`${studio.url}/#/card/${deck}/${id}`);
    const button = page.getByRole('button', { name: '承認' }).first();
    await button.waitFor();
    await studio.call(
      'PATCH',
      `/v1/content/cards/${id}?spec_id=${deck}`,
      { title: 'Changed' },
      { 'if-match': '*' },
    );
    await button.click();
    await page.locator('.three-way').waitFor();
  },
};

describe.skipIf(!hasChromium)('the dialog of', () => {
  it.each(Object.keys(dialogs))(
    '%s has no serious accessibility finding in either scheme, and closes by Escape',
    async (name) => {
      const page = await studio.open('', { colorScheme: 'dark', locale: 'ja-JP' });
      await dialogs[name]?.(page);
      await page.getByRole('dialog').waitFor();
      await inBothSchemes(page, async (scheme) => {
        expect(await seriousFindings(page), scheme).toEqual([]);
      });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await studio.giveBack(page);
    },
  );
});
