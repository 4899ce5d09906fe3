import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The headless shell draws the same pages with half of the work: it has no windows and no services of a desktop. */
const debianPrograms = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath =
  process.env['KANMON_CHROMIUM'] ?? debianPrograms.find(existsSync) ?? debianPrograms[0];
/** A closed network must not make the browser wait for its own services. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** True when the machine has a browser; `KANMON_CHROMIUM` names one that does not come from Debian. */
export const hasChromium: boolean = existsSync(executablePath);
if (!hasChromium) process.stderr.write(`SKIPPED: there is no Chromium at ${executablePath}\n`);

/** Starts a browser with a new profile. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: quiet });
}

/** The requests and complaints of a page since it was opened. */
export interface Watched {
  /** Messages of the console and uncaught errors. */
  readonly complaints: readonly string[];
  /** Every request of the page, its frames and its workers, in order. */
  readonly requests: readonly { readonly method: string; readonly url: URL }[];
}

/** Records from now on what a page, alone in its context, asks for and complains about. */
export function watch(page: Page): Watched {
  const complaints: string[] = [];
  const requests: { readonly method: string; readonly url: URL }[] = [];
  page
    .context()
    .on('request', (request) =>
      requests.push({ method: request.method(), url: new URL(request.url()) }),
    );
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { complaints, requests };
}

/** The minified one: a page compiles it in two thirds of the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe finds serious or worse. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  // Without this it also names the place of each node that passes, a seventh of its work.
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

/** True when the text of the page is light. */
const isDark = `(() => {
  const [red, green, blue] = getComputedStyle(document.body).color.match(/[\\d.]+/g).map(Number);
  return red + green + blue > 1.5 * 255;
})()`;

/** Runs a check of one page in the dark scheme, then in the light one; each when the page has taken its colours. */
export async function inBothSchemes(
  page: Page,
  check: (scheme: 'dark' | 'light') => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(`new Promise((resolve) => {
      const look = () => ${isDark} === ${colorScheme === 'dark'} ? resolve() : requestAnimationFrame(look);
      look();
    }).then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`);
    await check(colorScheme);
  }
}

/** Returns the pixels that stick out of the screen. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`);
}
