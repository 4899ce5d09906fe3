import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  hasChromium,
  inBothSchemes,
  seriousFindings,
  sidewaysOverflow,
} from '@kanmon/test-support/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dist, type OpenConsole, openConsole } from './open-console.ts';

const deck = 'release-2.4';
const phone = { width: 360, height: 740 };
const pages = [
  'queue',
  `card/${deck}/import-01`,
  `journal/content-cards%2F${deck}`,
  'runs',
  'plan',
  'metrics',
  'chat/demo',
];
/** The most that the script of the console may weigh. */
const maxScript = 60 * 1024;

let studio: OpenConsole;
beforeAll(async () => {
  if (hasChromium) studio = await openConsole();
});
afterAll(() => studio?.close());

interface Card {
  readonly status: string;
  readonly revision: string;
  readonly content_hash: string;
  readonly title: string;
  readonly body: readonly string[];
  readonly history: readonly { readonly action: string }[];
}
const cardPath = (id: string, action = '') => `/v1/content/cards/${id}${action}?spec_id=${deck}`;
const cardOf = async (id: string) =>
  (await (await studio.call('GET', cardPath(id))).json()) as Card;
const addCards = (
  cards: readonly {
    readonly slide_id: string;
    readonly title: string;
    readonly body?: readonly string[];
  }[],
) =>
  studio.call('POST', '/v1/content/cards', {
    spec_id: deck,
    cards: cards.map(({ body = ['A line'], ...rest }) => ({
      intent: 'test',
      story: { phase: 'body' },
      body,
      ...rest,
    })),
  });

describe.skipIf(!hasChromium)('every page', () => {
  it.each(pages)(
    '%s has no serious accessibility finding in either scheme, fits a phone and stays at its origin',
    async (path) => {
      const page = await studio.open(path, {
        colorScheme: 'dark',
        viewport: phone,
        locale: 'ja-JP',
      });
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('domcontentloaded');
      await page
        .locator('main :is(table, .timeline, .panel, .lines, .chart, .turn)')
        .first()
        .waitFor();
      await inBothSchemes(page, async (scheme) => {
        expect(await seriousFindings(page), scheme).toEqual([]);
        expect(await sidewaysOverflow(page), scheme).toBe(0);
      });
      const { complaints, requests } = page.watched;
      const language = await page.locator('html').getAttribute('lang');
      await studio.giveBack(page);
      expect(complaints).toEqual([]);
      const hosts = requests
        .filter(({ url }) => url.protocol !== 'data:')
        .map(({ url }) => url.host);
      expect(new Set(hosts)).toEqual(new Set([new URL(studio.url).host]));
      expect(language).toBe('ja');
    },
  );

  it('keeps the script of the console within its size', () => {
    const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
    const sizes = files.map((name) => gzipSync(readFileSync(join(dist, 'assets', name))).length);
    expect(files.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxScript);
  });

  it('removes the token from the address, and asks for one without it', async () => {
    const page = await studio.open();
    expect(page.url()).not.toContain('token');
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await studio.giveBack(page);
  });

  it('switches the language and the scheme and remembers both', async () => {
    const page = await studio.open('queue', { colorScheme: 'light' });
    await page.getByRole('button', { name: '日本語' }).click();
    await page.getByRole('heading', { name: 'レビュー待ち' }).waitFor();
    await page.getByRole('button', { name: 'ダーク' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'レビュー待ち' }).waitFor();
    expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark');
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the review queue', () => {
  it('takes decisions from the keyboard alone', async () => {
    await addCards([
      { slide_id: 'keys-1', title: 'Keys one' },
      { slide_id: 'keys-2', title: 'Keys two' },
    ]);
    const page = await studio.open('queue');
    await page.getByRole('grid').waitFor();
    await page.getByLabel('Search').fill('Keys');
    await page.getByRole('grid').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await expect.poll(async () => (await cardOf('keys-1')).status).toBe('approved');
    await page.keyboard.press('r');
    await page.getByLabel('Reason', { exact: true }).fill('Too short');
    await page.keyboard.press('Tab');
    for (let step = 0; step < 10; step += 1) {
      if (await page.locator('button[type=submit]:focus').count()) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await cardOf('keys-2')).status).toBe('returned');
    await studio.giveBack(page);
  });

  it('renders a part of a list of 1,000 cards and reaches the last one', async () => {
    for (let start = 0; start < 1000; start += 250) {
      const cards = Array.from({ length: 250 }, (_, index) => ({
        slide_id: `many-${start + index}`,
        title: `Many ${start + index}`,
      }));
      const answer = await studio.call('POST', '/v1/content/cards', {
        spec_id: 'large',
        cards: cards.map((card) => ({
          ...card,
          body: ['A line'],
          intent: 'test',
          story: { phase: 'body' },
        })),
      });
      expect(answer.status).toBe(201);
    }
    const page = await studio.open('queue/large');
    await page.getByText('1000 cards').waitFor();
    expect(await page.locator('.queue-list tbody tr').count()).toBeLessThan(60);
    await page.evaluate(`document.querySelector('.queue-list').scrollTo(0, 1e6)`);
    await page.getByRole('link', { name: 'Many 999', exact: true }).waitFor();
    await studio.giveBack(page);
  });

  it('shows a new card without a reload', async () => {
    const page = await studio.open(`queue/${deck}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await addCards([{ slide_id: 'news', title: 'Fresh from the stream' }]);
    const link = page.getByRole('link', { name: 'Fresh from the stream' });
    await expect.poll(() => link.count(), { timeout: 12_000 }).toBe(1);
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('a card', () => {
  it('applies a fix and undoes it', async () => {
    const { title } = await cardOf('import-01');
    const before = await cardOf('import-01');
    const page = await studio.open(`card/${deck}/import-01`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page
      .getByRole('button', { name: /^Apply/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo the last change' }).waitFor();
    const after = await cardOf('import-01');
    expect(after.body).not.toEqual(before.body);
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(async () => (await cardOf('import-01')).body).toEqual(before.body);
    await studio.giveBack(page);
  });

  it('marks the passage of the source', async () => {
    const page = await studio.open(`card/${deck}/request`);
    await page.locator('.source mark').first().waitFor();
    expect(await page.locator('.source mark').count()).toBeGreaterThan(2);
    await studio.giveBack(page);
  });

  it('shows three versions when two people decide at once', async () => {
    await addCards([{ slide_id: 'both', title: 'Both want it', body: ['As it was'] }]);
    const first = await studio.open(`card/${deck}/both`);
    const second = await studio.open(`card/${deck}/both`, { as: 'sato' });
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Body, one line each').waitFor();
    }
    await first.getByLabel('Body, one line each').fill('From the first');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('From the first').first().waitFor();
    await second.getByLabel('Body, one line each').fill('From the second');
    await second.getByRole('button', { name: 'Save' }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByText('Another person was faster').waitFor();
    const row = dialog.getByRole('row', { name: /Content/ });
    expect(await row.getByRole('cell').first().textContent()).toBe('As it was');
    await dialog.getByRole('button', { name: 'Apply mine to the current one' }).click();
    await expect.poll(async () => (await cardOf('both')).body).toEqual(['From the second']);
    await studio.giveBack(first);
    await studio.giveBack(second);
  });

  it('keeps an approval whose answer was lost, and sends it again once', async () => {
    await addCards([{ slide_id: 'lost', title: 'Lost answer' }]);
    const page = await studio.open(`card/${deck}/lost`);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const keys: (string | null)[] = [];
    await page.route('**/approve?**', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'));
      if (keys.length > 1) return route.continue();
      // The server has it, and the browser never hears of it.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('decisions are kept here').waitFor();
    await page.getByText('Approved by hanako').first().waitFor();
    await page.getByText('decisions are kept here').waitFor({ state: 'detached' });
    const { history } = await cardOf('lost');
    await studio.giveBack(page);
    expect(history.filter(({ action }) => action === 'approve')).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  });

  it('reports a lost connection and recovers', async () => {
    const page = await studio.open('queue');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.route('**/api/live', (route) => route.abort());
    await page.context().setOffline(true);
    await page.reload().catch(() => undefined);
    await page.context().setOffline(false);
    await page.goto(`${studio.url}/#/queue`);
    await page.getByText('Connection lost').waitFor();
    await page.unroute('**/api/live');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByText('Connection lost').count()).toBe(0);
    await studio.giveBack(page);
  });
});

const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describe.skipIf(!hasChromium)('hostile texts', () => {
  it('are shown as text in every field of a card', async () => {
    await addCards([{ slide_id: 'evil', title: hostile, body: [hostile.slice(0, 60)] }]);
    const page = await studio.open(`card/${deck}/evil`);
    await page.getByRole('heading', { name: hostile }).waitFor();
    await page.getByRole('button', { name: 'Return' }).click();
    await page.getByLabel('Reason', { exact: true }).fill(hostile);
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click();
    await page.getByText('Returned by hanako').first().waitFor();
    await page.goto(`${studio.url}/#/journal/content-cards%2F${deck}`);
    await page.getByText('card-returned').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('img, main script').count()).toBe(0);
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the journal', () => {
  it('verifies a chain and travels through time', async () => {
    const page = await studio.open('journal');
    await page.getByRole('link', { name: /content-cards\/release-2.4/ }).click();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('The chain is intact').waitFor();
    await page.getByRole('slider').fill('2');
    await page.getByText(/State at event 2 of/).waitFor();
    await page.getByText('/cards/cover-p2').first().waitFor();
    expect(await page.getByRole('slider').inputValue()).toBe('2');
    await studio.giveBack(page);
  });

  it('reads only the pages on the screen of a long stream', async () => {
    const asked: string[] = [];
    const page = await studio.open();
    page.on('request', (request) => {
      if (/streams\/content-cards%2Flarge/.test(request.url())) asked.push(request.url());
    });
    await page.goto(`${studio.url}/#/journal/content-cards%2Flarge`);
    await page.getByRole('cell', { name: '1000', exact: true }).waitFor();
    await page.evaluate(`document.querySelector('.event-list').scrollTo(0, 0)`);
    await page.getByRole('row', { name: /^1 card-created/ }).waitFor();
    await studio.giveBack(page);
    // The last page, the first one, and none between them.
    expect(asked.every((url) => /after=(?:0|800)&/.test(url))).toBe(true);
  });
});

describe.skipIf(!hasChromium)('gate runs', () => {
  it('shows attempts, repairs, findings and patches of a run', async () => {
    const page = await studio.open('runs');
    await page
      .getByRole('link', { name: /advisor-report/ })
      .first()
      .click();
    await page.getByText('Attempt 2').waitFor();
    await page.getByText('reasoning-removed').waitFor();
    await page.getByText('illegal-transition').waitFor();
    expect(await page.getByText('/options/1/suggested_status').count()).toBeGreaterThan(1);
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the plan guard', () => {
  it('marks the evidence in request and plan, and shows hostile texts as texts', async () => {
    const page = await studio.open('plan');
    await page.getByLabel('Plan: one task').fill(`Add a print button | ${hostile}`);
    await page.getByRole('button', { name: 'Check the plan' }).click();
    await page.getByRole('heading', { name: 'Coverage of terms by tasks' }).waitFor();
    expect(await page.locator('.marked mark').count()).toBeGreaterThan(1);
    expect(await page.getByText(hostile).count()).toBeGreaterThan(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('the metrics', () => {
  it('draws a chart for each figure', async () => {
    const page = await studio.open('metrics');
    await page.getByRole('img', { name: 'Approvals' }).waitFor();
    expect(await page.getByRole('img').count()).toBe(6);
    await studio.giveBack(page);
  });
});
