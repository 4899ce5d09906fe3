// Renders every page of the console for the README, and prints how long the first page takes to be usable.
// node --conditions=@kanmon/source examples/studio/test-browser/screenshots.ts
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { setup as buildConsole } from './build.ts';
import { openConsole } from './open-console.ts';

const folder = join(import.meta.dirname, '../screenshots');
const viewport = { width: 1100, height: 720 };
const loads = 5;

/** A page by its name in the README, its address, and what a person does there first. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

const shotsOf = (language: 'en' | 'ja'): readonly Shot[] => [
  { name: 'queue', path: 'queue' },
  { name: 'card', path: 'card/release-2.4/promise' },
  { name: 'proposals', path: `proposals/release-2.4${language === 'en' ? '-en' : ''}` },
  { name: 'plan', path: 'plan', act: (page) => page.locator('main form button').first().click() },
  {
    name: 'manuscript',
    path: 'manuscript',
    act: async (page) => {
      await page
        .locator('main select')
        .first()
        .selectOption({ label: `announcement-${language}` });
    },
  },
  { name: 'chat', path: 'chat', act: (page) => page.locator('main nav a').nth(1).click() },
  { name: 'journal', path: 'journal/content-cards%2Frelease-2.4' },
  { name: 'runs', path: 'runs', act: (page) => page.locator('main a').first().click() },
  { name: 'metrics', path: 'metrics' },
];

const looks = [
  { language: 'en', locale: 'en-US', colorScheme: 'light' },
  { language: 'ja', locale: 'ja-JP', colorScheme: 'dark' },
] as const;

buildConsole();
const studio = await openConsole();
mkdirSync(folder, { recursive: true });
for (const { language, locale, colorScheme } of looks) {
  const page = await studio.open('', { locale, colorScheme, viewport });
  for (const { name, path, act } of shotsOf(language)) {
    await page.goto(`${studio.url}/#/${path}`);
    await page.waitForTimeout(800);
    await act?.(page).catch((error: unknown) => console.warn(name, String(error).split('\n')[0]));
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${name}-${language}-${colorScheme}.png`) });
  }
  await page.context().close();
}

const times: number[] = [];
const page = await studio.open();
for (let load = 0; load < loads; load += 1) {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(`${studio.url}/#/queue`);
  await page.locator('.queue-list a').first().waitFor();
  times.push(performance.now() - start);
}
console.log('ms until the first card can be opened:', times.map(Math.round).join(', '));
await studio.close();
