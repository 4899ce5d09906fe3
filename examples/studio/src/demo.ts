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
const boards = [
  {
    board: 'release-2.4',
    locale: 'ja',
    userIntent: '告知と予約一覧まわりの見通しをよくしたい',
  },
  {
    board: 'release-2.4-en',
    locale: 'en',
    userIntent: 'A clearer view of the announcement and the booking list',
  },
] as const;
/** Each has the edits of two revisions. The newest session is shown first. */
const manuscripts = [
  {
    locale: 'en',
    episode: 'announcement-en',
    quotation: 'The excitement is meant here',
    edits: [
      [
        ['Section 1:', 'Thank you for using our booking app.\n\nSection 1:'],
        ['which very many of you asked for', 'which very, very many of you asked for'],
      ],
      [
        ['TBD', '15'],
        ['in the settings.', 'in the settings!'],
      ],
    ],
  },
  {
    locale: 'ja',
    episode: 'announcement-ja',
    quotation: '始まりの一文だけは、感嘆符のままでよい',
    edits: [
      [
        ['第1節', 'いつも予約アプリをお使いいただき、ありがとうございます。\n\n第1節'],
        ['とても多くの声', 'とてもたくさんの声'],
        ['公開の前の晩に、', '非常に大切なお願いです。公開の前の晩に、'],
      ],
      [
        ['【要確認】', '15'],
        ['お電話ください。', 'お電話ください！'],
      ],
    ],
  },
] as const;

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
    for (const each of boards) await fillBoard(editor, second, each, clock);
    for (const each of manuscripts) await fillManuscript(editor, second, each, clock);
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
  await editor('POST', '/v1/content/cards', {
    spec_id: deck,
    cards: weakCards.map((card) => ({ ...card, intent: 'briefing', story: { phase: 'body' } })),
    sources: Object.fromEntries(weakCards.map(({ slide_id: id }) => [id, source])),
  });
  // The review has returned the promise. Its author wants a person to look at it.
  const promise = `/v1/content/cards/${weakCards[0].slide_id}`;
  const { revision } = await editor<CardAnswer>('GET', `${promise}?spec_id=${deck}`);
  await editor(
    'POST',
    `${promise}/unlock?spec_id=${deck}`,
    { reason: '言い切りかどうか、確認をお願いします' },
    { 'if-match': `"${revision}"` },
  );
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

/** Cards that the review refuses to grade A: a promise, a figure from nowhere, a line that is not finished. */
const weakCards = [
  {
    slide_id: 'promise',
    title: '業界最速の予約一覧',
    body: ['一覧は絶対に3秒以内で開きます', '検索欄は右上に移りました'],
  },
  {
    slide_id: 'support',
    title: '公開後の窓口の体制',
    body: ['窓口を12名に増やします', '受付を夜9時まで延ばします'],
  },
  {
    slide_id: 'open-points',
    title: 'まだ決めていないこと',
    body: ['旧APIの終了日はTODO', '旧APIの終了日はTODO'],
  },
] as const;

interface DiffAnswer {
  readonly diff_id: string;
  readonly content_hash?: string;
  readonly result: string;
}

async function fillBoard(
  editor: Call,
  second: Call,
  { board, locale, userIntent }: (typeof boards)[number],
  clock: ManualClock,
): Promise<void> {
  const path = join(inputs, `dashboard.${locale}.json`);
  // Our own file, in the form of a dashboard.
  const dashboard = JSON.parse(readFileSync(path, 'utf8')) as object;
  await editor('PUT', `/api/boards/${board}`, { dashboard });
  const run = await editor<{ readonly report: object }>('POST', '/api/organizer/run', {
    dashboard,
    userIntent,
  });
  const [organized] = (
    await editor<{ readonly items: readonly { readonly run_id: string }[] }>('GET', '/api/runs')
  ).items;
  clock.advance(hour);
  await editor('POST', '/api/advisor/run', { dashboard, focusNodeId: 'n07' });
  const { results } = await editor<{ readonly results: readonly DiffAnswer[] }>(
    'POST',
    '/api/proposal-quality/diffs',
    { boardId: board, runId: organized?.run_id, report: run.report },
  );
  const [wanted, ...others] = results.filter(({ result }) => result !== 'INVALID');
  const unwanted = others.at(-1);
  if (wanted === undefined || unwanted === undefined) return;
  clock.advance(hour);
  const { id } = await second<{ readonly id: string }>(
    'POST',
    '/api/proposal-quality/confirmations',
    { boardId: board, diffId: wanted.diff_id, content_hash: wanted.content_hash },
  );
  await second('POST', '/api/proposal-quality/apply', {
    boardId: board,
    confirmationId: id,
  });
  await second('POST', `/api/boards/${board}/rejections`, {
    diff_id: unwanted.diff_id,
    content_hash: unwanted.content_hash,
    reason:
      locale === 'ja' ? '手順書は権限表と並行して書けるため' : 'Both can be written in parallel',
  });
}

interface StepAnswer {
  readonly session_id: string;
  readonly manuscript_hash: string;
  readonly pending: readonly { readonly issue_id: string }[];
}

function edited(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((before, [from, to]) => before.replace(from, to), text);
}

/** A writer and the rules work on a manuscript in turns: some findings move, one returns, one is ignored, one waits. */
async function fillManuscript(
  editor: Call,
  second: Call,
  { locale, episode, edits, quotation }: (typeof manuscripts)[number],
  clock: ManualClock,
): Promise<void> {
  const path = join(import.meta.dirname, `../demo/manuscript.${locale}.txt`);
  const original = readFileSync(path, 'utf8');
  const begun = await editor<StepAnswer>('POST', '/api/issues/sessions', {
    episode_number: episode,
    text: original,
  });
  const session = `/api/issues/sessions/${begun.session_id}`;
  const step = async (body: object): Promise<StepAnswer> => {
    clock.advance(5 * hour);
    return editor('POST', `${session}/steps`, body);
  };
  await step({ text: edited(original, edits[0]) });
  const { items } = await editor<{
    readonly items: readonly { readonly issue_id: string; readonly category: string }[];
  }>('GET', `${session}/issues`);
  const ignored = items.findLast(({ category }) => category === 'tone');
  await second('POST', `${session}/issues/${ignored?.issue_id}/state`, {
    state: 'ignored',
    reason: quotation,
  });
  const asked = await step({ fix: true });
  let fixed = asked;
  for (const { issue_id: issue } of asked.pending) {
    const answer = { issue_id: issue, decision: 'approve' };
    fixed = await second('POST', `${session}/confirmations`, answer);
  }
  const hash = fixed.manuscript_hash;
  const { text } = await editor<{ readonly text: string }>('GET', `${session}/manuscripts/${hash}`);
  await step({ text: edited(text, edits[1]) });
  await step({ fix: true });
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
