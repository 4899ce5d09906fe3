import { assertGated, type Gated } from '@kanmon/core/gate';
import { organizerGate } from '../gates/report-gate.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';
import { createWriter, type RenderOptions } from './writer.ts';

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
