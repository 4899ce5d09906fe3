import type { AnswerTool, SearchTool } from '@kanmon/multistep-planner';
import { createFaqSearch, createPassageAnswer } from '@kanmon/example-shared';
import { hasChromium, seriousFindings } from '@kanmon/test-support/browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenConsole, openConsole } from './open-console.ts';

const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const hostileHit = {
  id: hostile,
  title: hostile,
  text: hostile,
  url: 'javascript:window.hacked=1',
};
const question = '北海道への送料はいくらですか？';

/** Answers to messages with this word go on until the server stops them. */
const endless = 'endless';
const stopped: string[] = [];
const passages = createPassageAnswer();
const answer: AnswerTool = {
  answer: (request, options) =>
    request.message.includes(hostile)
      ? Promise.resolve({ text: `${hostile} [1]`, sourceIds: [hostile] })
      : request.message.includes(endless)
        ? new Promise((_resolve, reject) => {
            options.signal.addEventListener('abort', () => {
              stopped.push(request.message);
              reject(new Error('stopped'));
            });
          })
        : passages.answer(request, options),
};
const faq = createFaqSearch();
const search: SearchTool = {
  search: async (request, options) =>
    /script|onerror/.test(request.query) ? [hostileHit] : faq.search(request, options),
};

let studio: OpenConsole;
beforeAll(async () => {
  if (hasChromium) studio = await openConsole({ dialog: { search, answer } });
});
afterAll(() => studio?.close());

interface Dialogs {
  readonly items: readonly { readonly session_id: string; readonly title: string }[];
}
/** The messages of the dialog that a page shows, as the server has them. */
async function recorded(page: Page): Promise<readonly string[]> {
  const id = page.url().split('/').at(-1) ?? '';
  const response = await studio.call('GET', `/api/dialogs/${id}`);
  if (response.status === 404) return [];
  const { turns } = (await response.json()) as { readonly turns: { readonly message: string }[] };
  return turns.map(({ message }) => message);
}

async function askIn(page: Page, message: string): Promise<void> {
  await page.getByLabel('Your question').fill(message);
  await page.getByLabel('Your question').press('Enter');
}

describe.skipIf(!hasChromium)('the questions page', () => {
  it('answers with its plan, and a citation leads to its source, by the keyboard alone', async () => {
    const page = await studio.open('chat');
    await page.getByLabel('Your question').focus();
    await page.keyboard.type('How much is shipping to Hokkaido?');
    await page.keyboard.press('Enter');
    const cite = page.getByRole('button', { name: /^Source 1/ });
    await cite.waitFor();
    await page.getByText('8 found').waitFor();
    // The field keeps the focus, so that the next question can be typed.
    expect(await page.locator('textarea:focus').count()).toBe(1);
    for (let step = 0; step < 10 && (await page.locator('.cite:focus').count()) === 0; step += 1) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.sources li:focus').innerText()).toContain('[1]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('.hits[open] li').count()).toBe(8);
    expect(await seriousFindings(page)).toEqual([]);
    expect(page.watched.complaints).toEqual([]);
    await studio.giveBack(page);
  });

  it('shows what a follow-up takes over, and a question that is asked back', async () => {
    const page = await studio.open('chat');
    await askIn(page, question);
    await page.locator('.cite').waitFor();
    await askIn(page, '沖縄は？');
    await page.getByText('Goes on from before and searches for').waitFor();
    await askIn(page, 'サイズを知りたいです');
    await page.getByText('Asked back', { exact: true }).waitFor();
    await page.getByText('The question leaves open: which product').waitFor();
    expect(await recorded(page)).toEqual([question, '沖縄は？', 'サイズを知りたいです']);
    await studio.giveBack(page);
  });

  it('announces the stages and the whole answer to screen readers, not each word', async () => {
    const page = await studio.open('chat');
    await page.getByLabel('Your question').waitFor();
    await page.evaluate(`
      window.said = [];
      new MutationObserver(() => {
        const text = document.querySelector('.composer [role=status]').textContent;
        if (text !== window.said.at(-1)) window.said.push(text);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
    await askIn(page, question);
    await page.locator('.cite').waitFor();
    await page.getByText('Answer: 送料').waitFor({ state: 'attached' });
    const said = await page.evaluate<string[]>('window.said');
    expect(said.filter((text) => text.includes('900'))).toHaveLength(1);
    expect(await page.locator('[aria-live]:not([aria-live=polite])').count()).toBe(0);
    await studio.giveBack(page);
  });

  it('stops an answer: the server stops too, and the question is in the field again', async () => {
    const page = await studio.open('chat');
    const message = `送料 ${endless} button`;
    await askIn(page, message);
    await page.getByText('Answers from what was found').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => stopped).toContain(message);
    expect(await page.getByLabel('Your question').inputValue()).toBe(message);
    await askIn(page, `送料 ${endless} key`);
    await page.getByText('Answers from what was found').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => stopped).toContain(`送料 ${endless} key`);
    expect(await recorded(page)).toEqual([]);
    await studio.giveBack(page);
  });

  it('sends a message again whose answer was lost, and it counts once', async () => {
    const page = await studio.open('chat');
    await page.route('**/api/dialogs/**', (route) => route.abort());
    await page.route('**/agent.dialog', async (route) => {
      // The server answers, and the browser never hears of it.
      await route.fetch();
      await route.abort('connectionreset');
    });
    await askIn(page, question);
    await page.getByText('The connection was lost').waitFor();
    expect(await recorded(page)).toEqual([question]);
    await page.unroute('**/agent.dialog');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.cite').waitFor();
    expect(await recorded(page)).toEqual([question]);
    // Not earlier: a page that can read the dialog shows the recorded turn and has nothing to send again.
    await page.unroute('**/api/dialogs/**');

    await page.route('**/agent.dialog', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: answer-delta\nid: 1\ndata: {"type":"answer-delta","text":"Half an"}\n\n',
      }),
    );
    await askIn(page, '沖縄は？');
    await page.getByText('Half an').waitFor();
    await page.getByText('The connection was lost').waitFor();
    await page.unroute('**/agent.dialog');
    // The message also survives a reload of the tab.
    await page.reload();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => recorded(page)).toEqual([question, '沖縄は？']);
    await page.getByText('The connection was lost').waitFor({ state: 'detached' });
    expect(await page.locator('.turn').count()).toBe(2);
    await studio.giveBack(page);
  });

  it('shows hostile texts of messages and sources as texts, and links to no script', async () => {
    const page = await studio.open('chat');
    await askIn(page, hostile);
    await page.locator('.cite').waitFor();
    await page.locator('.cite').click();
    await page.locator('.hits summary').click();
    expect(await page.locator('.sources blockquote').innerText()).toBe(hostile);
    expect(await page.locator('main :is(img, script, [href^="javascript"])').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await studio.giveBack(page);
  });

  it('reads dialogs back, to their owner alone', async () => {
    const page = await studio.open('chat', { as: 'sato' });
    await askIn(page, 'サイズを知りたいです');
    await page.getByText('Asked back', { exact: true }).waitFor();
    await page.getByRole('link', { name: '+ New dialog' }).click();
    await page.locator('.turn').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^サイズを知りたいです/ }).click();
    await page.getByText('Asked back', { exact: true }).waitFor();
    const { items } = (await (await studio.call('GET', '/api/dialogs')).json()) as Dialogs;
    const own = page.url().split('/').at(-1);
    expect(items.map(({ session_id }) => session_id)).not.toContain(own);
    expect((await studio.call('GET', `/api/dialogs/${own}`)).status).toBe(404);
    await studio.giveBack(page);
  });
});
