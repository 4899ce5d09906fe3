import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hasChromium,
  inBothSchemes,
  seriousFindings,
  sidewaysOverflow,
} from '@kanmon/test-support/browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proposal } from '../src/board-proposals.ts';
import type { Lifelines } from '../src/lifelines.ts';
import { type OpenConsole, openConsole } from './open-console.ts';

let studio: OpenConsole;
beforeAll(async () => {
  if (hasChromium) studio = await openConsole();
});
afterAll(() => studio?.close());

interface Dashboard {
  readonly trays: Readonly<
    Record<string, readonly { readonly id: string; readonly title: string }[]>
  >;
}
const inputs = join(import.meta.dirname, '../../walkthrough/inputs');
const dashboard = JSON.parse(
  readFileSync(join(inputs, 'dashboard.en.json'), 'utf8'),
  // Our own file.
) as Dashboard;
const phone = { width: 360, height: 740 };
const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

async function read<Body>(answer: Promise<Response>): Promise<Body> {
  const response = await answer;
  expect(response.status).toBeLessThan(300);
  // Each test names the members that it reads.
  return (await response.json()) as Body;
}

const retitled = (id: string, title: string): Dashboard => ({
  trays: Object.fromEntries(
    Object.entries(dashboard.trays).map(([tray, notes]) => [
      tray,
      notes.map((note) => (note.id === id ? { ...note, title } : note)),
    ]),
  ),
});

/** Stores a board with the proposals of a recorded answer. */
async function addBoard(name: string, stored: Dashboard = dashboard): Promise<void> {
  await read(studio.call('PUT', `/api/boards/${name}`, { dashboard: stored }));
  const { report } = await read<{ report: object }>(
    studio.call('POST', '/api/organizer/run', { dashboard }),
  );
  const body = { boardId: name, runId: `run-${name}`, report };
  await read(studio.call('POST', '/api/proposal-quality/diffs', body));
}

const statesOf = async (board: string): Promise<Readonly<Record<string, number>>> => {
  const path = `/api/boards/${board}/proposals`;
  const { items } = await read<{ items: readonly Proposal[] }>(studio.call('GET', path));
  const states: Record<string, number> = {};
  for (const { state } of items) states[state] = (states[state] ?? 0) + 1;
  return states;
};

/** Stores a manuscript and returns its session. */
async function addManuscript(name: string, text: string): Promise<string> {
  const begun = await read<{ session_id: string }>(
    studio.call('POST', '/api/issues/sessions', { episode_number: name, text }),
  );
  return begun.session_id;
}
const lifelinesOf = (session: string) =>
  read<Lifelines>(studio.call('GET', `/api/issues/sessions/${session}/lifelines`));

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const focused = page.locator(`${selector}:focus`);
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

const split = /^Confirm: Split “Integration test/;

describe.skipIf(!hasChromium)('the pages of proposals and manuscripts', () => {
  it.each(['proposals/release-2.4', 'manuscript'])(
    '%s and its dialogs have no serious accessibility finding in either scheme, on a phone too',
    async (path) => {
      const colorScheme = 'dark';
      const page = await studio.open(path, { colorScheme, viewport: phone, locale: 'ja-JP' });
      const check = () =>
        inBothSchemes(page, async (scheme) => {
          expect(await seriousFindings(page), scheme).toEqual([]);
          expect(await sidewaysOverflow(page), scheme).toBe(0);
        });
      await page.locator('.finding-number').first().waitFor();
      await check();
      const buttons = path === 'manuscript' ? ['新しい原稿', '対応しない'] : ['却下'];
      for (const name of buttons) {
        await page.getByRole('button', { name }).last().click();
        await page.getByRole('dialog').waitFor();
        await check();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      if (path !== 'manuscript') {
        await page.getByRole('checkbox').nth(1).check();
        await page.getByRole('button', { name: /^ボード/ }).click();
        await page.locator('.trays').waitFor();
        await check();
      }
      const { complaints } = page.watched;
      await studio.giveBack(page);
      expect(complaints).toEqual([]);
    },
  );
});

describe.skipIf(!hasChromium)('proposals', () => {
  it('shows each finding of an answer at its place in the text', async () => {
    const page = await studio.open('proposals/release-2.4-en');
    await page.getByRole('button', { name: /^First answer/ }).click();
    const marks = page.locator('.report-text mark');
    await expect.poll(() => marks.allTextContents()).toContain('n99');
    // The rest of the sentence is not marked.
    expect(await marks.allTextContents()).toContain('must');
    const finding = page.getByRole('listitem').filter({ hasText: "'n99' is not in the list" });
    expect(await finding.textContent()).toContain('Must be fixed');
    await finding.getByRole('button').click();
    expect(await page.locator('.finding-number:focus').getAttribute('aria-label')).toContain('n99');
    await studio.giveBack(page);
  });

  it('shows the effect of a selection on the board, and applies it', async () => {
    await addBoard('select');
    const page = await studio.open('proposals/select');
    const list = page.locator('.proposal-list > li');
    const first = list.filter({ hasText: 'Split “Integration test of the calendar”' });
    await first.getByText('Note “Integration test with provider A”').waitFor();
    expect(await first.locator('del').textContent()).toBe('not split');
    expect(await first.locator('ins').textContent()).toContain('Integration test with provider B');
    await first.getByRole('checkbox').check();
    await list.filter({ hasText: 'Speed of the booking list' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Board/ }).click();
    const added = page.locator('.trays ins, .board-links ins');
    await expect.poll(() => added.count()).toBe(3);
    await page.getByRole('button', { name: 'Confirm selected (2)' }).click();
    await expect.poll(() => statesOf('select')).toMatchObject({ applied: 2 });
    await expect.poll(() => added.count()).toBe(0);
    await page.locator('.note-parts').getByText('Integration test with provider A').waitFor();
    await studio.giveBack(page);
  });

  it('are decided from the keyboard alone', async () => {
    await addBoard('keys');
    const page = await studio.open('proposals/keys');
    await page.locator('.proposal-list > li').first().waitFor();
    await tabTo(page, '.proposal-list input');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await page.locator(':focus').textContent()).toBe('Confirm selected (1)');
    await page.keyboard.press('Enter');
    await expect.poll(() => statesOf('keys')).toMatchObject({ applied: 1 });
    // The page takes the proposal out of its list after the server has applied it; a focus in it would be lost.
    await page.getByText('Decided (1)').waitFor();
    await tabTo(page, '.proposal-list button[aria-label^="Reject"]');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Outside of this release');
    await tabTo(page, 'dialog button[type=submit]');
    await page.keyboard.press('Enter');
    await expect.poll(() => statesOf('keys')).toMatchObject({ applied: 1, rejected: 1 });
    await studio.giveBack(page);
  });

  it('asks a model and records its proposals', async () => {
    await read(studio.call('PUT', '/api/boards/asked', { dashboard }));
    const page = await studio.open('proposals/asked');
    await page.getByText('Nothing waits for a decision.').waitFor();
    await page.getByLabel('What should become clearer?').fill('The announcement');
    await page.getByRole('button', { name: 'Run Organizer' }).click();
    await expect.poll(() => page.locator('.proposal-list > li').count()).toBe(9);
    await page.getByRole('button', { name: 'Run Advisor' }).click();
    await page.getByRole('heading', { name: 'Answer of Advisor' }).waitFor();
    await studio.giveBack(page);
  });

  it('shows both effects when the board has changed meanwhile, and lets the user decide again', async () => {
    await addBoard('conflict');
    const page = await studio.open('proposals/conflict');
    await page.getByRole('button', { name: split }).waitFor();
    let isCut = true;
    await page.route('**/api/boards/conflict**', (route) =>
      isCut ? route.abort() : route.continue(),
    );
    // The page does not hear of the change before it sends its decision.
    page.on('request', (request) => {
      if (request.url().endsWith('/confirmations')) isCut = false;
    });
    const changed = { dashboard: retitled('n13', 'Test of two calendars') };
    await read(studio.call('PUT', '/api/boards/conflict', changed));
    await page.getByRole('button', { name: split }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'The board changed meanwhile' }).waitFor();
    const sides = dialog.locator('.two-sides section');
    expect(await sides.nth(0).textContent()).toContain('Integration test of the calendar');
    expect(await sides.nth(1).textContent()).toContain('Test of two calendars');
    await inBothSchemes(page, async (scheme) => {
      expect(await seriousFindings(page), scheme).toEqual([]);
    });
    await dialog.getByRole('button', { name: 'Decide on it as it is now' }).click();
    await expect.poll(() => statesOf('conflict')).toMatchObject({ applied: 1 });
    await studio.giveBack(page);
  });

  it.each(['confirmations', 'apply'])(
    'keeps a decision whose connection is lost at %s, and applies it once',
    async (step) => {
      const board = `lost-${step}`;
      await addBoard(board);
      const page = await studio.open(`proposals/${board}`);
      await page.getByRole('button', { name: split }).waitFor();
      let lost = 0;
      await page.route(`**/api/proposal-quality/${step}`, async (route) => {
        lost += 1;
        if (lost > 1) return route.continue();
        // The server has it, and the browser never hears of it.
        await route.fetch();
        return route.abort('connectionreset');
      });
      await page.getByRole('button', { name: split }).click();
      await page.getByText('decisions are kept here').waitFor();
      await page.getByText('decisions are kept here').waitFor({ state: 'detached' });
      await expect.poll(() => statesOf(board)).toMatchObject({ applied: 1 });
      const stream = encodeURIComponent(`proposal-quality/${board}`);
      const { items } = await read<{ items: readonly { type: string }[] }>(
        studio.call('GET', `/api/journal/streams/${stream}`),
      );
      expect(items.filter(({ type }) => type === 'diff-applied')).toHaveLength(1);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await studio.giveBack(page);
    },
  );

  it('shows hostile texts as texts in every field', async () => {
    const stored = { trays: { ...retitled('n13', hostile).trays, [hostile]: [] } };
    await addBoard('evil', stored);
    const page = await studio.open('proposals/evil');
    await page.getByRole('heading', { name: `Split “${hostile}”` }).waitFor();
    await page.getByLabel('What should become clearer?').fill(hostile);
    await page.getByRole('button', { name: /^Board/ }).click();
    await page.getByRole('heading', { name: hostile }).first().waitFor();
    await page.getByRole('button', { name: `Reject: Split “${hostile}”` }).click();
    await page.getByLabel('Reason', { exact: true }).fill(hostile);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Decided (1)').click();
    await page.getByText(`Rejected by hanako: ${hostile}`).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('img, main script').count()).toBe(0);
    await studio.giveBack(page);
  });
});

describe.skipIf(!hasChromium)('a manuscript', () => {
  const text = 'The list is able to open quickly, and it is very small!  It is done.';

  it('is checked, fixed by rule and by a person, and followed over its revisions', async () => {
    const page = await studio.open('manuscript');
    await page.getByRole('button', { name: 'New manuscript' }).click();
    await page.getByLabel('Name').fill('letter');
    await page.getByRole('dialog').getByLabel('Text').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click();
    await page.getByText('Revision 1 of 1').waitFor();
    await expect
      .poll(() => page.locator('.manuscript-text mark').allTextContents())
      .toEqual(['is able to', 'very ', '!']);
    await page.getByRole('button', { name: 'Fix by rule' }).click();
    await page.getByRole('button', { name: /^Fix it/ }).click();
    await page.getByText('Revision 2 of 2').waitFor();
    await page.getByText('The list can open quickly, and it is small.').waitFor();
    await page.getByText('Fixed (3)').waitFor();
    await page.getByRole('slider').fill('1');
    await page.getByText('Revision 1 of 2').waitFor();
    await expect.poll(() => page.locator('.manuscript-text mark').count()).toBe(3);
    const chart = page.getByRole('img', { name: /3 findings over 2 revisions/ });
    expect(await chart.getAttribute('aria-label')).toContain('fixed: 3');
    await page.getByText('As a table').click();
    expect(await page.getByRole('row', { name: /Wordy found fixed/ }).count()).toBe(1);
    await studio.giveBack(page);
  });

  it('marks findings that overlap', async () => {
    const { items } = await read<{
      items: readonly { session_id: string; episode_number: string }[];
    }>(studio.call('GET', '/api/issues/sessions'));
    const demo = items.find(({ episode_number: name }) => name === 'announcement-ja');
    const page = await studio.open(`manuscript/${demo?.session_id}`);
    await page.getByText('Revision 4 of 4').waitFor();
    await page.getByRole('slider').fill('1');
    await page.getByText('Revision 1 of 4').waitFor();
    const inner = page.locator('.manuscript-text mark.depth-2');
    await expect.poll(() => inner.first().textContent()).toBe('とても');
    await page.getByRole('button', { name: /^Finding 9: Placeholder/ }).click();
    expect(await page.locator(':focus').textContent()).toContain('Placeholder');
    await studio.giveBack(page);
  });

  it('is worked on from the keyboard alone', async () => {
    const session = await addManuscript('keys', text);
    const page = await studio.open(`manuscript/${session}`);
    await page.getByText('Revision 1 of 1').waitFor();
    await tabTo(page, '.manuscript-findings button[aria-label^="Ignore"]');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('It is meant like this');
    await tabTo(page, 'dialog button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByText('Ignored: It is meant like this').waitFor();
    await tabTo(page, '.revisions button:nth-of-type(2)');
    await page.keyboard.press('Enter');
    await page.getByLabel('Text', { exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Nothing is wrong here.');
    await tabTo(page, '.editor button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByText('Revision 2 of 2').waitFor();
    await tabTo(page, '.revisions input');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Revision 1 of 2').waitFor();
    expect((await lifelinesOf(session)).revisions).toHaveLength(2);
    await studio.giveBack(page);
  });

  it('opens an ignored finding again', async () => {
    const session = await addManuscript('again', text);
    const page = await studio.open(`manuscript/${session}`);
    await page.getByRole('button', { name: /^Ignore: 1/ }).click();
    await page.getByRole('button', { name: 'It is a quotation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click();
    await page.getByRole('button', { name: /^Open again/ }).click();
    await expect
      .poll(async () => (await lifelinesOf(session)).findings[0]?.points.at(-1)?.state)
      .toBe('reopened');
    await studio.giveBack(page);
  });

  it('shows the newer revision when two people edit at once', async () => {
    const session = await addManuscript('both', text);
    const first = await studio.open(`manuscript/${session}`);
    const second = await studio.open(`manuscript/${session}`, { as: 'sato' });
    for (const [page, edit] of [
      [first, 'From the first.'],
      [second, 'From the second.'],
    ] as const) {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Text', { exact: true }).fill(edit);
    }
    await first.getByRole('button', { name: 'Check this text' }).click();
    await first.getByText('Revision 2 of 2').waitFor();
    await second.getByRole('button', { name: 'Check this text' }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'There is a newer revision' }).waitFor();
    await dialog.locator('del').first().waitFor();
    await inBothSchemes(second, async (scheme) => {
      expect(await seriousFindings(second), scheme).toEqual([]);
    });
    await dialog.getByRole('button', { name: 'Check mine as the next revision' }).click();
    await second.getByText('Revision 3 of 3').waitFor();
    await second.getByText('From the second.').waitFor();
    await studio.giveBack(first);
    await studio.giveBack(second);
  });

  it('keeps an edit whose answer was lost, and checks it once', async () => {
    const session = await addManuscript('lost', text);
    const page = await studio.open(`manuscript/${session}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Another text.');
    let lost = 0;
    await page.route('**/steps', async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.getByText('decisions are kept here').waitFor();
    await page.getByText('decisions are kept here').waitFor({ state: 'detached' });
    await page.getByText('Revision 2 of 2').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await studio.giveBack(page);
    expect((await lifelinesOf(session)).revisions).toHaveLength(2);
  });

  it('shows hostile texts as texts in every field', async () => {
    const page = await studio.open('manuscript');
    await page.getByRole('button', { name: 'New manuscript' }).click();
    await page.getByLabel('Name').fill(hostile.slice(0, 60));
    await page.getByRole('dialog').getByLabel('Text').fill(`${hostile}\n${hostile} is very bad!`);
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click();
    await page.getByText(hostile).first().waitFor();
    await page
      .getByRole('button', { name: /^Ignore/ })
      .first()
      .click();
    await page.getByLabel('Reason', { exact: true }).fill(hostile);
    await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click();
    await page.getByText(`Ignored: ${hostile}`).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text', { exact: true }).fill(`${hostile} is really bad!`);
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.getByText('Revision 2 of 2').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('img, main script').count()).toBe(0);
    await studio.giveBack(page);
  });
});
