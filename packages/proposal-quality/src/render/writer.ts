import { InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkNames, toWellFormed } from '@kanmon/core/kit';
import { checkLocale, localeOfReport } from '../text/locale-of.ts';

/** Options of the renderers. */
export interface RenderOptions {
  /** @default 'markdown' */
  readonly format?: 'markdown' | 'text';
  /** Language of the section titles. @default that of the report */
  readonly locale?: Locale;
  /** Titles by node id, shown beside ids. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** Throws `InvalidArgumentError` for an unknown option. */
export function checkRenderOptions(options: RenderOptions, where: string): void {
  checkNames(options, 'format locale titles', where);
}

/** Writes values and layout in one format and language. */
export type Writer = ReturnType<typeof createWriter>;

/** Creates a writer for a report. Throws `InvalidArgumentError` for invalid options. */
export function createWriter(report: object, options: RenderOptions, where: string) {
  checkRenderOptions(options, where);
  checkLocale(options.locale);
  const { format = 'markdown', locale = localeOfReport(report), titles = {} } = options;
  if (format !== 'markdown' && format !== 'text') {
    throw new InvalidArgumentError(
      `expected format to be 'markdown' or 'text', got ${String(format)}`,
    );
  }
  const markdown = format === 'markdown';
  const texts = renderTexts(locale);
  const value = markdown ? escapeMarkdown : plainLine;
  /** Puts a written value in round brackets. */
  const bracketed = (written: string): string =>
    markdown ? String.raw`\(${written}\)` : `(${written})`;
  return {
    texts,
    /** Writes a value of the report. */
    value,
    bracketed,
    /** Writes a node: its id, and its title if it is known. */
    node(id: string, title?: string): string {
      const known = value(title ?? (Object.hasOwn(titles, id) ? titles[id] : undefined) ?? '');
      return known === '' ? value(id) : `${known} ${bracketed(value(id))}`;
    },
    heading: (level: 1 | 2 | 3, text: string) => (markdown ? `${'#'.repeat(level)} ${text}` : text),
    bullet: (text: string) => `- ${text}`,
    /** Writes a value after its label. */
    labelled: (label: string, text: string) =>
      `${markdown ? `**${label}**` : label}${texts.colon}${value(text)}`,
  };
}

/** ASCII punctuation that can start or end something in CommonMark and GFM. */
const markup = /[\\`*_{}[\]<>()#+\-.!|~&]/g;

/**
 * Starts that linkifiers find in rendered text, where the backslash is gone: `//` of an address, `www.`,
 * and the @ of a mail address. A zero-width space breaks them.
 */
const linkStart = /\/(?=\/)|(?<![\p{L}\p{N}])www(?=\.)|(?<=\S)(?=@)/giu;

/** Escapes a value so that CommonMark with GFM shows it literally, as part of one paragraph. */
function escapeMarkdown(text: string): string {
  return plainLine(text)
    .replaceAll(linkStart, (start) => `${start}\u200b`)
    .replaceAll(markup, String.raw`\$&`);
}

/** White space of any kind, with line breaks; a run becomes one space. */
const breaks = /[\s\u0085\u2028\u2029]+/gu;
/** Control characters, and bidi controls, which change the order in which a text is shown. */
const removed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Writes a value on one line. */
function plainLine(text: string): string {
  return toWellFormed(text.replaceAll(breaks, ' ').replaceAll(removed, '')).trim();
}

/** Titles and labels of rendered reports. */
const titlesAndLabels = {
  organizer: { ja: '整理の提案', en: 'Proposals' },
  decompositions: { ja: '分解の提案', en: 'Decompositions' },
  groupings: { ja: 'グループの提案', en: 'Groups' },
  relations: { ja: '関係の提案', en: 'Relations' },
  reason: { ja: '理由', en: 'Reason' },
  advisor: { ja: '検討する案', en: 'Options' },
  target: { ja: '対象', en: 'Target' },
  status: { ja: '現在のステータス', en: 'Current status' },
  nextDecision: { ja: '最初に決めること', en: 'To decide first' },
  criteria: { ja: '比べる観点', en: 'Criteria' },
  options: { ja: '案', en: 'Options' },
  pros: { ja: '良い点', en: 'Pros' },
  cons: { ja: '気になる点', en: 'Cons' },
  nextAction: { ja: '次の行動', en: 'Next action' },
  necessaryInfo: { ja: '必要な情報', en: 'Necessary information' },
  criteriaNote: { ja: '判断の目安', en: 'When it fits' },
  risks: { ja: 'リスク', en: 'Risks' },
  suggestedStatus: { ja: '変更先のステータス', en: 'Suggested status' },
  colon: { ja: '：', en: ': ' },
};

/** Titles and labels in one language. */
type RenderTexts = Readonly<Record<keyof typeof titlesAndLabels, string>>;

/** Returns the titles and labels in a language. */
function renderTexts(locale: Locale): RenderTexts {
  const own = Object.entries(titlesAndLabels).map(([name, text]) => [name, text[locale]]);
  // The names are those of the table, which entries do not show.
  return Object.fromEntries(own) as RenderTexts;
}
