import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { isLongRun } from '@kanmon/test-support';
import {
  hasChromium,
  inBothSchemes,
  seriousFindings,
  sidewaysOverflow,
  type WatchedPage,
} from '@kanmon/test-support/browser';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';

const phone = { width: 360, height: 740 };
/** The most that the first load of the playground may weigh. */
const maxFirstLoad = 154_500;

let site: OpenSite;
beforeAll(async () => {
  if (hasChromium) site = await openSite();
});
afterAll(() => site?.close());

const tabs = ['answer', 'rule', 'terms', 'plan'] as const;

/** Opens a tab and waits for its first result. */
async function openTab(
  tab: string,
  { language = 'en', ...options }: BrowserContextOptions & { readonly language?: 'en' | 'ja' } = {},
): Promise<WatchedPage> {
  const page = await site.open(`${language === 'ja' ? '/ja' : ''}/playground#${tab}`, options);
  if (tab.startsWith('rule')) await page.getByRole('button', { name: /^(?:Run|実行)$/ }).waitFor();
  else await page.locator('.pg-verdict, .pg-steps').waitFor();
  return page;
}

const packed = (state: unknown): string =>
  deflateRawSync(typeof state === 'string' ? state : JSON.stringify(state)).toString('base64url');

describe.skipIf(!hasChromium)('a page of the site', () => {
  it.each(['/', '/guide/first-gate', '/reference/errors', '/playground', '/ja/playground'])(
    '%s waits for its own style only, and asks no other host',
    async (path) => {
      const page = await site.open(path);
      await page.waitForLoadState('networkidle');
      // Read from the page as served: what the browser reports as blocking depends on what it fetched ahead.
      const blocking: readonly string[] = await page.evaluate(
        `fetch(location.href)
          .then((answer) => answer.text())
          .then((html) => new DOMParser().parseFromString(html, 'text/html'))
          .then((served) => [
            ...served.querySelectorAll(
              'link[rel~="stylesheet"], script[src]:not([async], [defer], [type="module"])',
            ),
          ].map((element) => element.getAttribute('href') ?? element.getAttribute('src')))`,
      );
      const { complaints, requests } = page.watched;
      await site.giveBack(page);
      const paths = blocking.map((url) => url.replace(/\.[\w-]{8}\./, '.'));
      expect(paths.toSorted()).toEqual(['/assets/style.css', '/vp-icons.css']);
      expect(new Set(requests.map(({ url }) => url.origin))).toEqual(new Set([site.url]));
      expect(complaints).toEqual([]);
    },
  );
});

/** Pages that links lead to are fetched when the browser is idle. They are no part of the page that links to them. */
const isFetchedAhead = (path: string): boolean => /\.md\.[\w-]+\.js$/.test(path);

describe.skipIf(!hasChromium)('the playground', () => {
  it('loads its first tab below its limit, and the packages of a tab when it is opened', async () => {
    const before = site.asked.length;
    const page = await openTab('answer', { offline: false }); // loaded nothing before
    await page.waitForLoadState('networkidle');
    const first = site.asked.slice(before).filter((path) => !isFetchedAhead(path));
    const bytes = first.reduce((sum, path) => sum + site.gzipSize(path), 0);
    console.log(`first load: ${bytes} bytes gzip in ${first.length} files`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(maxFirstLoad);
    expect(first.join(' ')).not.toMatch(/terms-|plan-|rule-runner/);
    await page.getByRole('tab', { name: 'Terms' }).click();
    await page.locator('.pg-terms').waitFor();
    await site.giveBack(page);
    expect(site.asked.join(' ')).toMatch(/\/terms-[\w-]+\.js/);
  });

  it.each(
    tabs.flatMap((tab) => (['en', 'ja'] as const).map((language) => [tab, language] as const)),
  )(
    'tab %s in %s has no serious accessibility finding in either scheme and fits a phone',
    async (tab, language) => {
      const page = await openTab(tab, { language, colorScheme: 'dark', viewport: phone });
      if (tab === 'rule') {
        await page.getByRole('button', { name: /^(?:Run|実行)$/ }).click();
        await page.locator('.pg-verdict').waitFor();
      }
      await inBothSchemes(page, async (scheme) => {
        expect(await seriousFindings(page), scheme).toEqual([]);
        expect(await sidewaysOverflow(page), scheme).toBe(0);
        const scrolling: number = await page.evaluate(
          `[...document.querySelectorAll('.pg *')].filter((element) =>
            /auto|scroll/.test(getComputedStyle(element).overflowY) &&
            element.scrollHeight > element.clientHeight).length`,
        );
        expect(scrolling, scheme).toBe(0);
      });
      const { complaints } = page.watched;
      await site.giveBack(page);
      expect(complaints).toEqual([]);
    },
  );

  it('is used by the keyboard alone', async () => {
    const page = await openTab('answer');
    const focused = (): Promise<string> =>
      page.evaluate(`document.activeElement.id || document.activeElement.tagName`);
    for (let step = 0; step < 40 && (await focused()) !== 'tab-answer'; step += 1)
      await page.keyboard.press('Tab');
    const visited: string[] = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowRight']) {
      await page.keyboard.press(key);
      visited.push(await focused());
    }
    expect(visited).toEqual([
      'tab-rule',
      'tab-plan',
      'tab-answer',
      'tab-plan',
      'tab-answer',
      'tab-rule',
    ]);
    // The fields of a tab come with its script; until then Tab leaves the page after the button above them.
    await page.getByRole('button', { name: 'Run' }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('Rule');
    for (const element of ['SELECT', 'BUTTON', 'TEXTAREA']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(element);
    }
    await page.keyboard.press('Control+Enter');
    await page.locator('.pg-verdict', { hasText: 'Refused' }).waitFor();
    await site.giveBack(page);
  });

  it('sends nothing after it has loaded', async () => {
    const page = await openTab('answer');
    await page.waitForLoadState('networkidle');
    const before = page.watched.requests.length;
    await page.getByLabel('Answer of a model').fill('{"title": "a secret"}');
    await page.locator('.pg-text', { hasText: 'a secret' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const sent = page.watched.requests.slice(before);
    expect(sent.filter(({ url }) => !isFetchedAhead(url.pathname))).toEqual([]);
    expect(sent.filter(({ url }) => url.search !== '')).toEqual([]);
    await site.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the Answer tab', () => {
  it('shows the value, the repairs at their places, the findings and the correction', async () => {
    const page = await openTab('answer');
    const marked = page.locator('.pg-marked');
    expect(await marked.locator('mark').allTextContents()).toContain("'Release 2.4'");
    expect(await marked.locator('mark.unsure.caret').count()).toBe(1);
    await page.getByRole('button', { name: 'missing-comma' }).focus();
    await page.locator('.pg-explain', { hasText: '(guess)' }).waitFor();
    expect(await marked.locator('mark.active').count()).toBe(1);
    await marked.locator('mark', { hasText: 'True' }).hover();
    await page.locator('.pg-explain', { hasText: 'language-literal' }).waitFor();
    expect(await page.locator('.pg-findings').textContent()).toContain('/tasks/1/days');
    expect(await page.locator('.pg-text').last().textContent()).toContain('RFC 6902');
    await page.getByLabel('Sample').selectOption({ label: 'An answer that was cut off' });
    await page.locator('.pg-verdict', { hasText: 'Cut off' }).waitFor();
    await page.getByLabel('Sample').selectOption({ label: 'An answer that passes' });
    await page.locator('.pg-verdict', { hasText: 'Passed' }).waitFor();
    await site.giveBack(page);
  });

  it('ends a pattern that backtracks without end, and goes on', async () => {
    const page = await openTab('answer');
    await page.getByLabel('Answer of a model').fill(`{"a": "${'a'.repeat(60)}!"}`);
    const schema = page.getByLabel('JSON Schema');
    await schema.fill('{"properties": {"a": {"pattern": "^(a+)+$"}}}');
    await page.locator('.pg-problem', { hasText: '3 seconds' }).waitFor();
    await schema.fill('{"properties": {"a": {"pattern": "!$"}}}');
    await page.locator('.pg-verdict', { hasText: 'Passed' }).waitFor();
    expect(await page.locator('.pg-problem').count()).toBe(0);
    await site.giveBack(page);
  });

  it('shows texts as texts', async () => {
    const page = await openTab('answer');
    const html = '<img src=x onerror="document.title = 1">';
    await page.getByLabel('Answer of a model').fill(JSON.stringify({ title: html, [html]: 1 }));
    await page.locator('.pg-text', { hasText: '<img' }).first().waitFor();
    expect(await page.locator('.pg img').count()).toBe(0);
    await site.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the Terms tab', () => {
  it('marks evidence in the request and in the plan, with a verdict for each term', async () => {
    const page = await openTab('terms', { language: 'ja' });
    const [request, plan] = [page.locator('.pg-marked').nth(0), page.locator('.pg-marked').nth(1)];
    expect(await request.locator('mark.bad').allTextContents()).toEqual([
      '3秒以内',
      'GET /items',
      '印刷',
    ]);
    await page.getByRole('button', { name: '3秒以内' }).focus();
    expect(await plan.locator('mark.active').textContent()).toBe('30秒以内');
    expect(await page.locator('.pg-verdict').textContent()).toContain('却下');
    await page.getByLabel('計画（1 行に 1 タスク）').fill('認証を3,000ms以内に終える\nGET /items');
    await page.locator('.pg-verdict', { hasText: /^\s*受理/ }).waitFor();
    await site.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the Plan tab', () => {
  it('shows the plan of a message and its history, with reasons', async () => {
    const page = await openTab('plan');
    expect(await page.locator('.pg-query').textContent()).toBe('Canada express shipping');
    expect(await page.locator('.pg-reasons').textContent()).toContain('terms-carried');
    await page.getByLabel('Sample').selectOption({ label: 'An unclear message' });
    await page.locator('.pg-steps', { hasText: 'Ask back' }).waitFor();
    await site.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the Rule tab', () => {
  const run = (page: WatchedPage) => page.getByRole('button', { name: 'Run', exact: true }).click();

  it('judges a value by rules in TypeScript', async () => {
    const page = await openTab('rule');
    expect(await page.locator('iframe').count()).toBe(0);
    await run(page);
    await page.locator('.pg-findings', { hasText: 'bob is not on the team' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByLabel('Value (JSON)').fill('{');
    await run(page);
    await page.locator('.pg-problem', { hasText: 'The value is not JSON' }).waitFor();
    await page.getByLabel('Rules in TypeScript').fill('export const broken: = 1;');
    await page.getByLabel('Value (JSON)').fill('{}');
    await run(page);
    await page.locator('.pg-problem', { hasText: 'The code failed: SyntaxError' }).waitFor();
    await site.giveBack(page);
  });

  it('ends a rule that never ends, and goes on', async () => {
    const page = await openTab('rule');
    await page.getByLabel('Sample').selectOption({ label: 'A rule that never ends' });
    await run(page);
    await page.locator('.pg-problem', { hasText: 'Ended after one second' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByLabel('Sample').selectOption({ label: 'Owners must be on the team' });
    await run(page);
    await page.locator('.pg-verdict', { hasText: 'Refused' }).waitFor();
    await site.giveBack(page);
  });

  it('gives code no page, no storage and no network', async () => {
    let connections = 0;
    const foreign = createServer((_request, response) => response.end('export default 1'));
    foreign.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/leak`;
    const page = await openTab('rule');
    await page.getByLabel('Rules in TypeScript').fill(hostileRule(url));
    await run(page);
    await page.locator('.pg-findings').waitFor();
    const findings = await page.locator('.pg-finding').allTextContents();
    const title = await page.title();
    await site.giveBack(page);
    await new Promise((resolve) => foreign.close(resolve));
    expect(connections).toBe(0);
    expect(Object.fromEntries(findings.map((text) => text.split(': ')))).toEqual({
      parent: 'undefined',
      top: 'undefined',
      document: 'undefined',
      localStorage: 'undefined',
      sessionStorage: 'undefined',
      indexedDB: 'SecurityError',
      eval: 'EvalError',
      Function: 'EvalError',
      importScripts: 'NetworkError',
      XMLHttpRequest: 'NetworkError',
      origin: 'null',
      page: 'undefined',
      fetch: 'called',
    });
    expect(title).toContain('Playground');
  });

  it('takes results for hostile data', async () => {
    const page = await openTab('rule');
    const forge = (result: string): string =>
      `const send = MessagePort.prototype.postMessage;\nexport const forged = ${result};`;
    const code = page.getByLabel('Rules in TypeScript');
    await code.fill(forge('{ id: "<img src=x>", codes: ["a"], severity: "must", check: 1 }'));
    await run(page);
    await page.locator('.pg-problem', { hasText: 'no rule' }).waitFor();
    await code.fill(`import { defineRule } from '@kanmon/core/gate';
JSON.stringify = () => '{"status":"judged","ok":true,"rules":"x"}';
export const rule = defineRule({
  id: 'html',
  messages: { html: '<img src=x onerror="parent.document.title = 1">' },
  check(_node, _context, report) { report('html'); },
});`);
    await run(page);
    await page.locator('.pg-finding', { hasText: '<img' }).waitFor();
    expect(await page.locator('.pg img').count()).toBe(0);
    await site.giveBack(page);
  });
});

/** Tries to reach everything that a page could, and reports what came of it. */
function hostileRule(url: string): string {
  return `import { defineRule } from '@kanmon/core/gate';
const tries = {
  parent: () => typeof parent,
  top: () => typeof top,
  document: () => typeof document,
  localStorage: () => typeof localStorage,
  sessionStorage: () => typeof sessionStorage,
  indexedDB: () => { indexedDB.open('x'); return 'opened'; },
  eval: () => (0, eval)('1'),
  Function: () => new Function('return 1')(),
  importScripts: () => { importScripts('${url}'); return 'loaded'; },
  XMLHttpRequest: () => {
    const request = new XMLHttpRequest();
    request.open('GET', '${url}', false);
    request.send();
    return request.responseText;
  },
  origin: () => self.origin,
  page: () => typeof (self as any).postMessage('x'),
  fetch: () => {
    void fetch('${url}').catch(() => {});
    void import('${url}').catch(() => {});
    try { new WebSocket('${url}'.replace('http', 'ws')); } catch {}
    try { new EventSource('${url}'); } catch {}
    const end = Date.now() + 400;
    while (Date.now() < end);
    return 'called';
  },
};
export const hostile = defineRule({
  id: 'hostile',
  messages: { got: '{name}: {result}' },
  check(_node: unknown, _context: unknown, report) {
    for (const [name, attempt] of Object.entries(tries)) {
      let result = '';
      try { result = String(attempt()); } catch (error) { result = (error as Error).name; }
      report('got', { params: { name, result } });
    }
  },
});`;
}

describe.skipIf(!hasChromium)('a link', () => {
  it('restores the texts of its tab, in another language too', async () => {
    const page = await openTab('terms', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Request').fill('Send the invoice within 3 days 請求書');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const link: string = await page.evaluate('navigator.clipboard.readText()');
    await site.giveBack(page);
    expect(link).toMatch(/\/playground#terms\.[\w-]+$/);
    const other = await openTab(new URL(link).hash.slice(1), { language: 'ja' });
    const request = other.getByRole('textbox', { name: '要求' });
    expect(await request.inputValue()).toBe('Send the invoice within 3 days 請求書');
    expect(await other.getByRole('tab', { selected: true }).textContent()).toContain('用語');
    await site.giveBack(other);
  });

  it('runs no rule before its reader presses Run', async () => {
    const state = { code: 'for (;;) {}', value: '{}', context: 'null' };
    const page = await openTab(`rule.${packed(state)}`);
    expect(await page.getByLabel('Rules in TypeScript').inputValue()).toBe('for (;;) {}');
    expect(await page.locator('iframe').count()).toBe(0);
    await site.giveBack(page);
  });

  it.each([
    ['is not base64', '!!'],
    ['is not packed', 'AAAA'],
    ['is not JSON', packed('{')],
    ['is a list', packed([])],
    ['lacks a field', packed({ answer: 'x' })],
    ['has a number for a text', packed({ answer: 'x', schema: 1 })],
    ['has a foreign field', packed({ answer: 'x', schema: '{}', extra: 'y' })],
    ['has a prototype', packed('{"answer":"x","schema":"{}","__proto__":{"a":"b"}}')],
    ['unpacks to 50 MB', packed({ answer: 'x'.repeat(50_000_000), schema: '{}' })],
    ['is longer than a link may be', 'A'.repeat(40_000)],
  ])('that %s is refused, and the sample is shown', async (_name, data) => {
    const page = await openTab(`answer.${data}`);
    await page.getByText('The link is damaged').waitFor();
    const answer = await page.getByLabel('Answer of a model').inputValue();
    const { complaints } = page.watched;
    await site.giveBack(page);
    expect(answer).toContain('Release 2.4');
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('the pages of the documentation', () => {
  const paths = ['/', '/how-to/fix-broken-json', '/ja/', '/ja/reference/errors'];
  if (isLongRun) paths.push('/reference/core', '/reference/content-cards', '/ja/reference/core');

  it.each(paths)('%s has no serious accessibility finding in either scheme', async (path) => {
    const page = await site.open(path, { colorScheme: 'dark' });
    await inBothSchemes(page, async (scheme) => {
      expect(await seriousFindings(page), scheme).toEqual([]);
    });
    await site.giveBack(page);
  });
});
