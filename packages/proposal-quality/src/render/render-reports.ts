import { assertGated, type Gated } from '@kanmon/core/gate';
import { advisorGate, organizerGate } from '../gates/report-gate.ts';
import type { AdvisorReport, OrganizerReport } from '../report/reports.ts';
import { InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkOptions, toWellFormed } from '@kanmon/core/kit';
import { checkLocale, localeOfReport } from '../text/locale-of.ts';

/**
 * Renders an Organizer report for people: summary, decompositions, groups, relations. Values are shown
 * literally, whatever markup they contain. Throws `NotGatedError` for a value that `organizerGate` did
 * not pass.
 */
export function renderOrganizer(
  report: Gated<OrganizerReport>,
  options: RenderOptions = {},
): string {
  assertGated(report, organizerGate);
  const writer = createWriter(report, options, 'renderOrganizer(report, options)');
  const { texts, value, node, heading, bullet, labelled, bracketed } = writer;
  const decompositions = report.decomposition_proposals.map((proposal) => {
    const children = proposal.suggested_children.map((child) => {
      const status = value(child.suggested_status ?? '');
      const suggested = status === '' ? '' : ` ${bracketed(status)}`;
      return bullet(`${value(child.title)}: ${value(child.context)}${suggested}`);
    });
    return [
      heading(3, node(proposal.target_node_id, proposal.target_title)),
      labelled(texts.reason, proposal.reason),
      children.join('\n'),
    ].join('\n\n');
  });
  const groupings = report.grouping_proposals.map(({ group_label, reason, node_ids }) =>
    [
      heading(3, value(group_label)),
      labelled(texts.reason, reason),
      ...(node_ids.length === 0 ? [] : [node_ids.map((id) => bullet(node(id))).join('\n')]),
    ].join('\n\n'),
  );
  const relations = report.relation_proposals.map((proposal) => {
    const { from_node_id: from, to_node_id: to, relation_type: type, reason } = proposal;
    const arrow = value('->');
    return bullet(`${node(from)} ${arrow} ${node(to)} ${bracketed(value(type))}: ${value(reason)}`);
  });
  const section = (title: string, entries: readonly string[]): readonly string[] =>
    entries.length === 0 ? [] : [heading(2, title), ...entries];
  const blocks = [
    heading(1, texts.organizer),
    value(report.summary),
    ...section(texts.decompositions, decompositions),
    ...section(texts.groupings, groupings),
    ...section(texts.relations, relations.length === 0 ? [] : [relations.join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * Renders an Advisor report for people: target, status, summary, the decision to make first, criteria,
 * and one block per option. Throws `NotGatedError` for a value that `advisorGate` did not pass.
 */
export function renderAdvisor(report: Gated<AdvisorReport>, options: RenderOptions = {}): string {
  assertGated(report, advisorGate);
  const writer = createWriter(report, options, 'renderAdvisor(report, options)');
  const { texts, value, heading, bullet } = writer;
  const { criteria = [] } = report;
  const facts = bullets(writer, [
    [texts.target, report.target_node_id],
    [texts.status, report.current_status],
    [texts.nextDecision, report.next_decision],
  ]);
  const compared = criteria.map(({ name, description }) =>
    bullet(`${value(name)}: ${value(description)}`),
  );
  return `${joined([
    heading(1, value(report.target_title) || texts.advisor),
    value(report.summary),
    facts,
    ...(compared.length === 0 ? [] : [heading(2, texts.criteria), compared.join('\n')]),
    ...(report.options.length === 0 ? [] : [heading(2, texts.options)]),
    ...report.options.map((option) => optionBlock(option, writer)),
  ])}\n`;
}

function optionBlock(option: Gated<AdvisorReport>['options'][number], writer: Writer): string {
  const { texts, value, heading } = writer;
  const { pros = [], cons = [], risks } = option;
  return joined([
    heading(3, value(option.label)),
    value(option.description ?? ''),
    bullets(writer, [
      ...pros.map((text): Labelled => [texts.pros, text]),
      ...cons.map((text): Labelled => [texts.cons, text]),
      [texts.nextAction, option.next_action],
      [texts.necessaryInfo, option.necessary_info],
      [texts.criteriaNote, option.criteria_note],
      ...risks.map((text): Labelled => [texts.risks, text]),
      [texts.suggestedStatus, option.suggested_status ?? ''],
    ]),
  ]);
}

type Labelled = readonly [label: string, text: string];

/** Returns a bullet for each value that is not empty. */
function bullets({ value, bullet, labelled }: Writer, lines: readonly Labelled[]): string {
  return lines
    .filter(([, text]) => value(text) !== '')
    .map(([label, text]) => bullet(labelled(label, text)))
    .join('\n');
}

/** Joins the blocks that are not empty. */
function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

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
  checkOptions(options, 'format locale titles', where);
}

/** Writes values and layout in one format and language. */
type Writer = ReturnType<typeof createWriter>;

/** Creates a writer for a report. Throws `InvalidArgumentError` for invalid options. */
function createWriter(report: object, options: RenderOptions, where: string) {
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
      // The title of the board, and not the one that a report gives it.
      const known = value((Object.hasOwn(titles, id) ? titles[id] : undefined) ?? title ?? '');
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
