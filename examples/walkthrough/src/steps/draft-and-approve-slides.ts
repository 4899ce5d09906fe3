import type { CardView, ImportResult } from '@kanmon/content-cards';
import type { Locale } from '@kanmon/core';
import type { Proof } from '../content/proof.ts';
import { type Html, html } from '../report/html.ts';
import { inlineDiff } from '../report/inline-diff.ts';
import { part, table } from '../report/parts.ts';
import { slide } from '../report/slide.ts';

/** Shows the sources that were read, and the way they were read. */
export function sourcesPart({ meta, items }: ImportResult, locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.sources,
    table(
      [labels.source, labels.reader, labels.charset, labels.bytes, labels.sections, labels.hash],
      meta.sources.map(({ source, importer, engine, charset, bytes, hash }) => [
        html`${source}`,
        html`${[importer, engine].filter(Boolean).join(', ')}`,
        html`${charset ?? '–'}`,
        html`${bytes}`,
        html`${items.filter(({ source_meta }) => source_meta.hash === hash).length}`,
        html`<code>${hash.slice(0, 19)}…</code>`,
      ]),
    ),
  );
}

/** The cards as slides: those that were changed twice, before and after; the others once. */
export function slidesPart(
  before: readonly CardView[],
  after: readonly CardView[],
  locale: Locale,
): Html {
  const labels = text[locale];
  const final = new Map(after.map((card) => [card.slide_id, card]));
  const shown = before.map((draft, index) => {
    const card = final.get(draft.slide_id) ?? draft;
    return { draft, card, caption: `${index + 1} / ${before.length} ${draft.slide_id}` };
  });
  const isChanged = ({ draft, card }: (typeof shown)[number]) =>
    draft.content_hash !== card.content_hash;
  const finished = (card: CardView) => slide(card, footOf(card, labels), stampOf(card, labels));
  const changed = shown.filter(isChanged).map(
    ({ draft, card, caption }) =>
      html`<figure class="pair">
        <figcaption>${caption}</figcaption>
        ${slide(draft, labels[draft.status], null)} ${finished(card)}
      </figure>`,
  );
  const others = shown
    .filter((each) => !isChanged(each))
    .map(
      ({ card, caption }) =>
        html`<figure>
          <figcaption>${caption}</figcaption>
          ${finished(card)}
        </figure>`,
    );
  return html`${changed.length === 0 ? html`` : part(labels.changedSlides, html`<div class="pairs">${changed}</div>`)}
  ${others.length === 0 ? html`` : part(labels.otherSlides, html`<div class="gallery">${others}</div>`)}`;
}

/** The same document twice: untouched, and with one byte changed. */
export function verificationPart({ green, red, change }: Proof, locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.verification,
    html`<div class="verdicts">
      <div class="verdict">
        <p><b>✓ ${labels.untouched}</b></p>
        <p>${labels.checked(green.checked)}</p>
      </div>
      <div class="verdict red">
        <p><b>✗ ${labels.changed}</b></p>
        <p><code>${inlineDiff(change.before, change.after)}</code></p>
        ${red.findings.map(
          ({ code, path }) =>
            html`<p><span class="chip must">${code}</span> <code>${path}</code></p>`,
        )}
      </div>
    </div>`,
  );
}

function footOf(card: CardView, labels: Labels): string {
  return card.locked_at === null ? labels[card.status] : `${card.content_hash.slice(0, 15)}…`;
}

function stampOf({ status, approved_by }: CardView, labels: Labels): string | null {
  return status === 'approved' ? `${labels.approved}\n${approved_by ?? ''}` : null;
}

interface Labels {
  readonly draft: string;
  readonly returned: string;
  readonly approved: string;
}

const text = {
  ja: {
    sources: '読み込んだ資料',
    source: '資料',
    reader: '読み手',
    charset: '文字コード',
    bytes: 'バイト',
    sections: '節',
    hash: 'ハッシュ',
    changedSlides: '直したカード（草案と、承認されたもの）',
    otherSlides: 'そのまま承認されたカード',
    draft: '草案',
    returned: '自動で差し戻し',
    approved: '承認',
    verification: '承認された文書の検査',
    untouched: 'そのまま',
    changed: '1バイト変えたもの',
    checked: (count: number) => `${count} 枚を履歴のハッシュ鎖と照らし、違いはありません。`,
  },
  en: {
    sources: 'What was read',
    source: 'source',
    reader: 'reader',
    charset: 'charset',
    bytes: 'bytes',
    sections: 'sections',
    hash: 'hash',
    changedSlides: 'Cards that were changed: as drafted, and as approved',
    otherSlides: 'Cards that were approved as drafted',
    draft: 'draft',
    returned: 'returned by rule',
    approved: 'APPROVED',
    verification: 'The approved document, verified',
    untouched: 'as it is',
    changed: 'one byte changed',
    checked: (count: number) =>
      `${count} cards held against the hash chain of their history: no difference.`,
  },
};
