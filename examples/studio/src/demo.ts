import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources, itemsToCards } from '@kanmon/content-cards';
import type { EventStore } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { sourceOf, sourceTools } from '@kanmon/example-shared/content-sources';
import type { DevelopmentTokens } from './development-token.ts';
import { scopes } from './scopes.ts';
import { createStudio, type Studio, type StudioOptions } from './studio.ts';

const inputs = join(import.meta.dirname, '../../walkthrough/inputs');
const hour = 3_600_000;
/** The demo begins two weeks ago, so that its charts have a past. */
const daysOfHistory = 14;
const deck = 'release-2.4';
const board = 'release-2.4';

/** The clock of the demo data. */
export function createDemoClock(): ManualClock {
  return createManualClock(Date.now() - daysOfHistory * 24 * hour);
}

/** Returns true for a store without events. */
export async function isEmptyStore(store: EventStore): Promise<boolean> {
  for await (const _ of store.readAll({ limit: 1 })) return false;
  return true;
}

/** Fills a store with the story of one release, through the routes that people use. */
export async function fillWithDemo(
  options: Omit<StudioOptions, 'verify' | 'requestsPerSecond'>,
  tokens: DevelopmentTokens,
  clock: ManualClock,
): Promise<void> {
  const studio = createStudio({
    ...options,
    clock,
    verify: tokens.verify,
    requestsPerSecond: Number.MAX_SAFE_INTEGER,
  });
  const editor = await callerOf(studio, tokens, 'hanako');
  const second = await callerOf(studio, tokens, 'sato');
  try {
    await fillDeck(editor, second, clock);
    await fillBoard(editor, second, clock);
    await fillManuscript(editor, clock);
    await fillDialog(editor, clock);
  } finally {
    await studio.close();
  }
}

type Call = <Answer>(
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

async function callerOf(studio: Studio, tokens: DevelopmentTokens, name: string): Promise<Call> {
  const authorization = `Bearer ${await tokens.sign(name, scopes)}`;
  return async <Answer>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await studio.app.request(path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) {
      // The routes are ours, and each caller names the members that it reads.
      return JSON.parse(text) as Answer;
    }
    throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  };
}

interface CardAnswer {
  readonly slide_id: string;
  readonly revision: string;
  readonly content_hash: string;
  readonly ai_review: {
    readonly grade: string;
    readonly autofix_proposals: readonly { readonly patch_id: string }[];
  } | null;
}

async function fillDeck(editor: Call, second: Call, clock: ManualClock): Promise<void> {
  const sources = ['brief.ja.md', 'voices.ja.txt'].map((name) =>
    sourceOf(join(inputs, name), true),
  );
  const imported = await importSources(sources, { ...sourceTools(), locale: 'ja', clock });
  const { cards, provenance } = itemsToCards(imported.items, { locale: 'ja' });
  const source = imported.items.flatMap(({ title, body }) => [title, ...body]).join('\n');
  // Each day brings some cards; the last ones wait for a review.
  const parts = Math.ceil(cards.length / (daysOfHistory - 4));
  for (let start = 0; start < cards.length; start += parts) {
    const part = cards.slice(start, start + parts);
    await editor('POST', '/v1/content/cards', {
      spec_id: deck,
      cards: part,
      provenance: Object.fromEntries(
        part.flatMap(({ slide_id: id }) =>
          provenance[id] === undefined ? [] : [[id, provenance[id]]],
        ),
      ),
      sources: Object.fromEntries(part.map(({ slide_id: id }) => [id, source])),
    });
    clock.advance(5 * hour);
    if (start + parts * 2 < cards.length) {
      for (const { slide_id: id } of part) await decide(second, id, start);
    }
    clock.advance(19 * hour);
  }
}

/** Applies the fixes of a card, then approves it, or returns it where the rules forbid an approval. */
async function decide(call: Call, id: string, turn: number): Promise<void> {
  const path = `/v1/content/cards/${encodeURIComponent(id)}`;
  const query = `?spec_id=${deck}`;
  let card = await call<CardAnswer>('GET', path + query);
  const fixes = card.ai_review?.autofix_proposals ?? [];
  const [first] = fixes;
  if (first !== undefined) {
    const patched = await call<{ readonly card: CardAnswer }>(
      'PATCH',
      path + query,
      { apply_autofix: [first.patch_id] },
      { 'if-match': `"${card.revision}"` },
    ).catch(() => null);
    card = patched?.card ?? card;
  }
  const headers = { 'if-match': `"${card.revision}"` };
  const isReturned = card.ai_review?.grade === 'C' || turn % 4 === 3;
  if (isReturned) {
    await call(
      'POST',
      `${path}/return${query}`,
      { reason: '数字の出どころを書いてください' },
      headers,
    );
  } else {
    await call('POST', `${path}/approve${query}`, { content_hash: card.content_hash }, headers);
  }
}

interface DiffAnswer {
  readonly diff_id: string;
  readonly content_hash?: string;
  readonly result: string;
}

async function fillBoard(editor: Call, second: Call, clock: ManualClock): Promise<void> {
  // Our own file, in the form of a dashboard.
  const dashboard = JSON.parse(readFileSync(join(inputs, 'dashboard.ja.json'), 'utf8')) as object;
  const userIntent = '告知と予約一覧まわりの見通しをよくしたい';
  await editor('PUT', `/api/boards/${board}`, { dashboard });
  const run = await editor<{ readonly report: object }>('POST', '/api/organizer/run', {
    dashboard,
    userIntent,
  });
  clock.advance(hour);
  await editor('POST', '/api/advisor/run', { dashboard, focusNodeId: 'n07' });
  const { results } = await editor<{ readonly results: readonly DiffAnswer[] }>(
    'POST',
    '/api/proposal-quality/diffs',
    { boardId: board, runId: 'run-1', report: run.report },
  );
  const shown = results.find(({ result }) => result !== 'INVALID');
  if (shown?.content_hash === undefined) return;
  clock.advance(hour);
  const { id } = await second<{ readonly id: string }>(
    'POST',
    '/api/proposal-quality/confirmations',
    { boardId: board, diffId: shown.diff_id, content_hash: shown.content_hash },
  );
  await second('POST', '/api/proposal-quality/apply', {
    boardId: board,
    confirmationId: id,
  });
}

async function fillManuscript(editor: Call, clock: ManualClock): Promise<void> {
  const text = readFileSync(join(inputs, 'manuscript.ja.txt'), 'utf8');
  const { session_id: id } = await editor<{ readonly session_id: string }>(
    'POST',
    '/api/issues/sessions',
    { episode_number: 1, text },
  );
  clock.advance(hour);
  const revised = text.replace('とても多くの声', 'とてもたくさんの声');
  await editor('POST', `/api/issues/sessions/${id}/steps`, { text: revised });
  clock.advance(hour);
  await editor('POST', `/api/issues/sessions/${id}/steps`, { fix: true });
}

async function fillDialog(editor: Call, clock: ManualClock): Promise<void> {
  for (const message of [
    '北海道への送料はいくらですか？',
    'サイズを知りたいです',
    'フライパンです',
  ]) {
    await editor('POST', '/agent.dialog', { sessionId: 'demo', message });
    clock.advance(60_000);
  }
}
