import { assertGated, type Gated } from '@kanmon/core/gate';
import { advisorGate } from '../gates/report-gate.ts';
import type { AdvisorReport } from '../report/advisor-report.ts';
import { createWriter, type RenderOptions, type Writer } from './writer.ts';

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
