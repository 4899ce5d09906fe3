import type { EventStore } from '@kanmon/core';
import { listen } from '@kanmon/example-shared/listen';
import axe from 'axe-core';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { createDemoClock, fillWithDemo } from '../src/demo.ts';
import { createDemoModel } from '../src/demo-model.ts';
import { openDevelopmentTokens } from '../src/development-token.ts';
import { openStore } from '../src/open-store.ts';
import { readSettings } from '../src/settings.ts';
import { readStaticFiles } from '../src/static-files.ts';
import { createStudio, type StudioOptions } from '../src/studio.ts';

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

/** A busy machine needs seconds for a step. */
const waitMs = 12_000;

/** True when the machine has a browser. */
export const hasChromium: boolean = existsSync(executablePath);
if (!hasChromium) console.warn(`SKIPPED: there is no Chromium at ${executablePath}`);

/** The folder of the built console. */
export const dist: string = join(folder, 'console/dist');

/** Complaints and requests of a page. */
export interface Watched {
  /** Messages of the console and uncaught errors. */
  readonly complaints: readonly string[];
  /** Hosts that were asked. */
  readonly hosts: ReadonlySet<string>;
}

/** A studio with demo data, and a browser. */
export interface OpenConsole {
  readonly url: string;
  readonly store: EventStore;
  /** Sends a request as a person. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Opens a page of the console in its own browser profile. */
  open(
    path?: string,
    options?: BrowserContextOptions & { readonly as?: string },
  ): Promise<Page & { watched: Watched }>;
  close(): Promise<void>;
}

/** Builds the console, fills a studio with the demo and starts a browser. The options are those of the studio after that. */
export async function openConsole(options: Partial<StudioOptions> = {}): Promise<OpenConsole> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', join(folder, 'console'), '--logLevel', 'warn']);
  const data = mkdtempSync(join(tmpdir(), 'kanmon-console-'));
  const tokens = await openDevelopmentTokens(data);
  const settings = readSettings(['--data', data], {});
  if (settings === 'help') throw new Error('expected settings');
  const models = { client: createDemoModel(), price: () => 0.001 };
  const clock = createDemoClock();
  const past = await openStore(settings, { clock });
  await fillWithDemo({ ...past, ...models }, tokens, clock);
  await past.close();
  const { store, counter, close } = await openStore(settings);
  const studio = createStudio({
    store,
    counter,
    ...models,
    verify: tokens.verify,
    requestsPerSecond: Number.MAX_SAFE_INTEGER,
    console: readStaticFiles(dist, ''),
    ...options,
  });
  const server = await listen(studio.app, { host: '127.0.0.1', port: 0 });
  const browser: Browser = await chromium.launch({ executablePath, args: quiet });
  const token = await tokens.sign('hanako');
  return {
    url: server.url,
    store,
    call: (method, path, body, headers = {}) =>
      fetch(server.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async open(path = '', { as = 'hanako', ...contextOptions } = {}) {
      const context = await browser.newContext({ locale: 'en-US', ...contextOptions });
      const page = await context.newPage();
      page.setDefaultTimeout(waitMs);
      const complaints: string[] = [];
      const hosts = new Set<string>();
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol !== 'data:') hosts.add(host);
      });
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${server.url}/#token=${await tokens.sign(as)}`);
      await page.getByRole('navigation').first().waitFor();
      if (path !== '') await page.goto(`${server.url}/#/${path}`);
      return Object.assign(page, { watched: { complaints, hosts } });
    },
    async close() {
      await browser.close();
      await studio.stop();
      await server.close();
      await studio.close();
      await close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Returns what axe finds serious or worse. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

/** Returns the pixels that stick out of the screen. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`);
}
