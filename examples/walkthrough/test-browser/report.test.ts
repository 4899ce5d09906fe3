import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  hasChromium,
  inBothSchemes,
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

  it('is readable in either scheme', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    const { complaints, requests } = watch(page);
    const report = pathToFileURL(join(folder, 'out/report.html')).href;
    await page.goto(report);
    await inBothSchemes(page, async (scheme) => {
      expect(await seriousFindings(page), scheme).toEqual([]);
    });
    await page.setViewportSize(phone);
    await inBothSchemes(page, async (scheme) => {
      expect(await sidewaysOverflow(page), scheme).toBe(0);
    });
    await page.close();

    expect(complaints).toEqual([]);
    expect(requests.map(({ url }) => url.href)).toEqual([report]);
  });
});

function storyCommand(language: string): readonly string[] {
  return ['--conditions=@kanmon/source', 'main.ts', '--lang', language];
}
