import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const executablePath = process.env['KANMON_CHROMIUM'] ?? '/usr/bin/chromium';
/** A closed network must not make the browser wait for its own services. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const phone = { width: 390, height: 844 };

describe.each(['ja', 'en'] as const)('report.html in %s', (language) => {
  let profile: string;
  let browser: BrowserContext;

  beforeAll(async () => {
    execFileSync(process.execPath, storyCommand(language), { cwd: folder, stdio: 'ignore' });
    profile = mkdtempSync(join(tmpdir(), 'kanmon-browser-'));
    browser = await chromium.launchPersistentContext(profile, { executablePath, args: quiet });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it.each(['light', 'dark'] as const)('is readable in the %s scheme', async (colorScheme) => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.emulateMedia({ colorScheme });
    const report = pathToFileURL(join(folder, 'out/report.html')).href;
    await page.goto(report);
    await page.evaluate(axe.source);
    const serious = await page.evaluate(seriousFindings);
    await page.setViewportSize(phone);
    const overflow = await page.evaluate(sidewaysOverflow);
    await page.close();

    expect(serious).toEqual([]);
    expect(overflow).toBe(0);
    expect(complaints).toEqual([]);
    expect(asked).toEqual([report]);
  });
});

function storyCommand(language: string): readonly string[] {
  return ['--conditions=@kanmon/source', 'main.ts', '--lang', language];
}

/** Runs in the page. */
const seriousFindings = `axe.run().then(({ violations }) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

/** Runs in the page: pixels that stick out of the screen. */
const sidewaysOverflow = `Math.max(0, document.documentElement.scrollWidth - innerWidth)`;
