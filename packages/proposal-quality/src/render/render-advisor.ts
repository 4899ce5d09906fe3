import { assertGated, type Gated } from '@kanmon/core/gate';
import { advisorGate } from '../gates/report-gate.ts';
import type { AdvisorReport } from '../report/advisor-report.ts';
import { type RenderTexts, renderTexts } from './render-texts.ts';
import { localeOfReport } from '../text/locale-of.ts';
import { checkRenderOptions, createWriter, type RenderOptions, type Writer } from './writer.ts';

/**
 * Renders an Advisor report for people: target, status, summary, the decision to make first, criteria,
 * and one block per option. Throws `NotGatedError` for a value that `advisorGate` did not pass.
 */
export function renderAdvisor(report: Gated<AdvisorReport>, options: RenderOptions = {}): string {
  assertGated(report, advisorGate);
  checkRenderOptions(options, 'renderAdvisor(report, options)');
  const writer = createWriter(options);
  const texts = renderTexts(options.locale ?? localeOfReport(report));
  const { target_title: title, target_node_id: id, criteria = [] } = report;
  const line = (label: string, value: string): string => labelled(label, value, writer, texts);
  const facts = [
    line(texts.target, id),
    line(texts.status, report.current_status),
    line(texts.nextDecision, report.next_decision),
  ].filter((fact) => fact !== '');
  const blocks = [
    writer.heading(1, writer.value(title) || texts.advisor),
    writer.value(report.summary),
    facts.join('\n'),
    ...list(
      writer.heading(2, texts.criteria),
      criteria.map(({ name, description }) =>
        writer.bullet(`${writer.value(name)}: ${writer.value(description)}`),
      ),
    ),
    ...(report.options.length === 0 ? [] : [writer.heading(2, texts.options)]),
    ...report.options.map((option) => optionBlock(option, writer, texts)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function list(heading: string, bullets: readonly string[]): readonly string[] {
  return bullets.length === 0 ? [] : [heading, bullets.join('\n')];
}

/** Returns a bullet with a label; an empty text for an empty value. */
function labelled(label: string, value: string, writer: Writer, texts: RenderTexts): string {
  const written = writer.value(value);
  return written === '' ? '' : writer.bullet(`${writer.bold(label)}${texts.colon}${written}`);
}

function optionBlock(
  option: Gated<AdvisorReport>['options'][number],
  writer: Writer,
  texts: RenderTexts,
): string {
  const several = (label: string, values: readonly string[] = []): readonly string[] =>
    values.map((value) => labelled(label, value, writer, texts));
  const lines = [
    ...several(texts.pros, option.pros),
    ...several(texts.cons, option.cons),
    labelled(texts.nextAction, option.next_action, writer, texts),
    labelled(texts.necessaryInfo, option.necessary_info, writer, texts),
    labelled(texts.criteriaNote, option.criteria_note, writer, texts),
    ...several(texts.risks, option.risks),
    labelled(texts.suggestedStatus, option.suggested_status ?? '', writer, texts),
  ].filter((line) => line !== '');
  return [
    writer.heading(3, writer.value(option.label)),
    writer.value(option.description ?? ''),
    lines.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
