import type { EventStore } from '@kanmon/core';
import { listen } from '@kanmon/example-shared/listen';
import {
  createPages,
  openBrowser,
  type Pages,
  type WatchedPage,
} from '@kanmon/test-support/browser';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { createDemoClock, fillWithDemo } from '../src/demo.ts';
import { createDemoModel } from '../src/demo-model.ts';
import { openDevelopmentTokens } from '../src/development-token.ts';
import { openStore } from '../src/open-store.ts';
import { readSettings } from '../src/settings.ts';
import { readStaticFiles } from '../src/static-files.ts';
import { createStudio, type StudioOptions } from '../src/studio.ts';

/** A busy machine needs seconds for a step. */
const waitMs = 12_000;

/** The folder of the built console. */
export const dist: string = join(import.meta.dirname, '../console/dist');

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
  /** Opens a page of the console in its own browser profile, empty when it is used again. */
  open(
    path?: string,
    options?: BrowserContextOptions & { readonly as?: string },
  ): Promise<WatchedPage>;
  readonly giveBack: Pages['giveBack'];
  close(): Promise<void>;
}

/** Fills a studio with the demo and starts a browser. The options are those of the studio after that. */
export async function openConsole(options: Partial<StudioOptions> = {}): Promise<OpenConsole> {
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
  const browser = await openBrowser();
  const { take, giveBack } = createPages(browser);
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
      const page = await take({ locale: 'en-US', ...contextOptions });
      page.setDefaultTimeout(waitMs);
      await page.goto(`${server.url}/#token=${await tokens.sign(as)}`);
      await page.getByRole('navigation').first().waitFor();
      if (path !== '') await page.goto(`${server.url}/#/${path}`);
      return page;
    },
    giveBack,
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
