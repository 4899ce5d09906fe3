import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

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

/** A page, with what it asked for and complained about. */
export type WatchedPage = Page & { readonly watched: Watched };

/** Pages of a browser, each alone in its context. */
export interface Pages {
  /** Returns an empty page. */
  take(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Clears a page and what its site stored, for a later `take`. Not for pages of which more was changed. */
  giveBack(page: Page): Promise<void>;
}

const screen = { width: 1280, height: 720 };

/** Creates pages that are used again: a new context starts a process, which takes half as long as a test. */
export function createPages(browser: Browser): Pages {
  const idle = new Map<string, Page[]>();
  const keys = new WeakMap<Page, string>();
  return {
    async take({ colorScheme = 'light', viewport = screen, ...options } = {}) {
      const key = JSON.stringify(options);
      const page = idle.get(key)?.pop() ?? (await (await browser.newContext(options)).newPage());
      keys.set(page, key);
      await page.setViewportSize(viewport ?? screen);
      await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      return Object.assign(page, { watched: watch(page) });
    },
    async giveBack(page) {
      const key = keys.get(page) ?? '';
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      await page.context().clearCookies();
      await page.goto('about:blank');
      for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
      page.context().removeAllListeners('request');
      idle.set(key, [...(idle.get(key) ?? []), page]);
    },
  };
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
