import {
  createPages,
  openBrowser,
  type Pages,
  type WatchedPage,
} from '@kanmon/test-support/browser';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions } from 'playwright-core';

const site = join(import.meta.dirname, '..');
const dist = join(site, '.vitepress/dist');
/** A busy machine needs seconds for a step. */
const waitMs = 20_000;

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The built site on a server of this machine, and a browser. */
export interface OpenSite {
  readonly url: string;
  /** The paths that the server was asked for, in order. */
  readonly asked: readonly string[];
  /** Bytes of a file of the site as a server with gzip sends it. */
  gzipSize(path: string): number;
  /** Opens a page in its own browser profile, empty when it is used again. */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  readonly giveBack: Pages['giveBack'];
  close(): Promise<void>;
}

/** Serves the built site and starts a browser. */
export async function openSite(): Promise<OpenSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const file = fileOf(pathname);
    if (file === null) response.writeHead(404).end();
    else {
      const type = mediaTypes[extname(file)] ?? 'application/octet-stream';
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(readFileSync(file)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  const { take, giveBack } = createPages(browser);
  return {
    url,
    asked,
    gzipSize(path) {
      const file = fileOf(path);
      return file === null ? 0 : gzipSync(readFileSync(file)).length;
    },
    async open(path, options) {
      const page = await take(options);
      page.setDefaultTimeout(waitMs);
      await page.goto(url + path);
      return page;
    },
    giveBack,
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The file of an address; `/guide/what` is `guide/what.html`. Null outside of the site. */
function fileOf(pathname: string): string | null {
  const path = normalize(decodeURIComponent(pathname));
  if (path.includes('..')) return null;
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  const files = names.map((name) => join(dist, name));
  return files.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}
