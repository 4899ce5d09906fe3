import { assertGated, type Gated } from '@kanmon/core/gate';
import { organizerGate } from '../gates/report-gate.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';
import { type RenderTexts, renderTexts } from './render-texts.ts';
import { localeOfReport } from '../text/locale-of.ts';
import { checkRenderOptions, createWriter, type RenderOptions, type Writer } from './writer.ts';

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
  checkRenderOptions(options, 'renderOrganizer(report, options)');
  const writer = createWriter(options);
  const texts = renderTexts(options.locale ?? localeOfReport(report));
  const sections = [
    [writer.heading(1, texts.organizer), writer.value(report.summary)].join('\n\n'),
    ...section(
      writer.heading(2, texts.decompositions),
      report.decomposition_proposals.map((proposal) => decomposition(proposal, writer, texts)),
    ),
    ...section(
      writer.heading(2, texts.groupings),
      report.grouping_proposals.map((proposal) => grouping(proposal, writer, texts)),
    ),
    ...section(writer.heading(2, texts.relations), [
      report.relation_proposals.map((proposal) => relation(proposal, writer)).join('\n'),
    ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

type Report = Gated<OrganizerReport>;

/** Returns the section; nothing for an empty one. */
function section(heading: string, entries: readonly string[]): readonly string[] {
  const written = entries.filter((entry) => entry !== '');
  return written.length === 0 ? [] : [[heading, ...written].join('\n\n')];
}

function decomposition(
  proposal: Report['decomposition_proposals'][number],
  writer: Writer,
  texts: RenderTexts,
): string {
  const { target_node_id: id, target_title: title, reason, suggested_children } = proposal;
  return [
    writer.heading(3, writer.node(id, title)),
    '',
    `${writer.bold(texts.reason)}${texts.colon}${writer.value(reason)}`,
    '',
    ...suggested_children.map((child) => {
      const status = writer.value(child.suggested_status ?? '');
      const suggested = status === '' ? '' : ` ${writer.bracketed(status)}`;
      return writer.bullet(
        `${writer.value(child.title)}: ${writer.value(child.context)}${suggested}`,
      );
    }),
  ].join('\n');
}

function grouping(
  proposal: Report['grouping_proposals'][number],
  writer: Writer,
  texts: RenderTexts,
): string {
  return [
    writer.heading(3, writer.value(proposal.group_label)),
    '',
    `${writer.bold(texts.reason)}${texts.colon}${writer.value(proposal.reason)}`,
    '',
    ...proposal.node_ids.map((id) => writer.bullet(writer.node(id))),
  ].join('\n');
}

function relation(proposal: Report['relation_proposals'][number], writer: Writer): string {
  const { from_node_id: from, to_node_id: to, relation_type: type, reason } = proposal;
  const arrow = writer.value('->');
  return writer.bullet(
    `${writer.node(from)} ${arrow} ${writer.node(to)} ${writer.bracketed(writer.value(type))}: ${writer.value(reason)}`,
  );
}
