import type { Locale } from '@kanmon/core';
import { type Html, html } from '../report/html.ts';
import { part, table } from '../report/parts.ts';
import type { Replay } from './replay-journal.ts';

/** Every journal: how much was read, how long it took, and whether the same state came out. */
export function journalsPart(replays: readonly Replay[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.journals,
    table(
      [labels.journal, labels.events, labels.bytes, labels.time, labels.state],
      replays.map((replay) => [
        html`<code>journals/${replay.name}/</code>`,
        html`${replay.events}`,
        measured(`${replay.bytes}`),
        measured(`${replay.ms.toFixed(1)} ms`),
        verdict(replay, locale),
      ]),
    ),
  );
}

/** The end of each chain. Whoever keeps these few characters elsewhere sees every later change. */
export function chainsPart(replays: readonly Replay[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.chains,
    table(
      [labels.journal, labels.stream, labels.events, labels.head],
      replays.flatMap(({ name, streams }) =>
        streams.map(({ streamId, head }) => [
          html`${name}`,
          html`<code>${streamId}</code>`,
          html`${head.version}`,
          html`<code title="${head.hash}">${head.hash.slice(0, 16)}…</code>`,
        ]),
      ),
    ),
  );
}

/** The same journals with one byte changed in a copy. */
export function changedPart(replays: readonly Replay[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.changed,
    table(
      [labels.journal, labels.found],
      replays.map((replay) => [html`${replay.name}`, verdict(replay, locale)]),
    ),
  );
}

function verdict({ fault }: Replay, locale: Locale): Html {
  const labels = text[locale];
  return fault === undefined
    ? html`<span class="chip lossless">${labels.same}</span>`
    : html`<span class="chip must">${labels.faults[fault]}</span>`;
}

/** Differs from run to run, unlike the rest of the page. */
function measured(value: string): Html {
  return html`<span class="measured">${value}</span>`;
}

const text = {
  ja: {
    journals: '読み直したジャーナル',
    journal: 'ジャーナル',
    events: 'イベント数',
    bytes: 'バイト数',
    time: '検証と畳み込みの時間',
    state: '状態',
    chains: 'チェーンの末尾',
    stream: 'ストリーム',
    head: 'ハッシュ',
    changed: '写しの1バイトだけを変えると',
    found: '結果',
    same: '1バイトも違わない',
    faults: {
      unreadable: '赤: 確定した記録が読めない',
      leftovers: '赤: 壊れた行がある',
      chain: '赤: チェーンがつながらない',
      'other-state': '赤: 状態が違う',
    },
  },
  en: {
    journals: 'Journals that were read again',
    journal: 'journal',
    events: 'events',
    bytes: 'bytes',
    time: 'time to verify and fold',
    state: 'state',
    chains: 'Where the chains end',
    stream: 'stream',
    head: 'hash',
    changed: 'With one byte changed in a copy',
    found: 'result',
    same: 'byte for byte the same',
    faults: {
      unreadable: 'red: a committed record cannot be read',
      leftovers: 'red: there is a damaged line',
      chain: 'red: the chain is broken',
      'other-state': 'red: another state',
    },
  },
} as const;
