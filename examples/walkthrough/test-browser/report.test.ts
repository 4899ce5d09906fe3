import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  hasChromium,
  openBrowser,
  seriousFindings,
  sidewaysOverflow,
  watch,
} from '@kanmon/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const phone = { width: 390, height: 844 };

describe.skipIf(!hasChromium).each(['ja', 'en'] as const)('report.html in %s', (language) => {
  let browser: Browser;

  beforeAll(async () => {
    execFileSync(process.execPath, storyCommand(language), { cwd: folder, stdio: 'ignore' });
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each(['light', 'dark'] as const)('is readable in the %s scheme', async (colorScheme) => {
    const page = await browser.newPage();
    const { complaints, requests } = watch(page);
    await page.emulateMedia({ colorScheme });
    const report = pathToFileURL(join(folder, 'out/report.html')).href;
    await page.goto(report);
    const serious = await seriousFindings(page);
    await page.setViewportSize(phone);
    const overflow = await sidewaysOverflow(page);
    await page.close();

    expect(serious).toEqual([]);
    expect(overflow).toBe(0);
    expect(complaints).toEqual([]);
    expect(requests.map(({ url }) => url.href)).toEqual([report]);
  });
});

function storyCommand(language: string): readonly string[] {
  return ['--conditions=@kanmon/source', 'main.ts', '--lang', language];
}
