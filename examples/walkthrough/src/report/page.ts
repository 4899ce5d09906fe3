import type { Locale } from '@kanmon/core';
import type { Check } from '../frame/checks.ts';
import type { Model, Step, StepReport } from '../frame/step.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { styles } from './styles.ts';

/** One step as the page shows it. */
export interface ReportEntry {
  readonly step: Step;
  readonly report: StepReport;
  readonly checks: readonly Check[];
}

/** The whole report: one self-contained page that works from `file://` and asks nothing of a network. */
export function reportPage(options: {
  readonly locale: Locale;
  readonly model: Model;
  readonly entries: readonly ReportEntry[];
  readonly at: Date;
}): string {
  const { locale, model, entries, at } = options;
  const labels = text[locale];
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${labels.title}</title>
        <style>
          ${trustedHtml(styles)}
        </style>
      </head>
      <body>
        <header>
          <p class="mark">関門 Kanmon</p>
          <h1>${labels.title}</h1>
          <p>${labels.subtitle}</p>
          <p class="meta">${labels.model}: ${model.description} · ${at.toISOString()}</p>
        </header>
        <nav id="contents" aria-label="${labels.contents}">
          <h2>${labels.contents}</h2>
          <ol class="timeline">
            ${entries.map((entry) => timelineItem(entry, locale))}
          </ol>
        </nav>
        <main>${entries.map((entry) => section(entry, locale))}</main>
      </body>
    </html>`;
  return `${page.html}\n`;
}

function timelineItem({ step, report, checks }: ReportEntry, locale: Locale): Html {
  const state = checks.every(({ kept }) => kept) ? 'kept' : 'broken';
  return html`<li class="${state}">
    <a href="#step-${step.number}"
      ><b>${step.number}. ${step.title[locale]}</b><span>${report.headline}</span></a
    >
  </li>`;
}

function section({ step, report, checks }: ReportEntry, locale: Locale): Html {
  return html`<article id="step-${step.number}">
    <h2><span class="number">${step.number}</span> ${step.title[locale]}</h2>
    <p class="reading">${step.reading[locale]}</p>
    ${report.section}
    <section class="part">
      <h3>${text[locale].promises}</h3>
      <ul class="checks">
        ${checks.map(({ promise, kept }) => html`<li class="${kept ? 'kept' : 'broken'}">${promise}</li>`)}
      </ul>
    </section>
    <p class="meta"><a href="#contents">↑ ${text[locale].top}</a></p>
  </article>`;
}

const text = {
  ja: {
    title: 'リリース準備の一日',
    subtitle: 'モデルの出力は主張にすぎません。人に届く前に、ひとつずつ関門を通ります。',
    model: 'モデル',
    contents: '目次と結果',
    top: '目次へ',
    promises: 'このステップの約束',
  },
  en: {
    title: 'One team prepares one release',
    subtitle: 'A model’s output is a claim. Each one passes a gate before a person sees it.',
    model: 'model',
    contents: 'Contents and results',
    top: 'Contents',
    promises: 'What this step promised',
  },
};
