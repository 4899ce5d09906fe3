import { isJsonArray } from '@kanmon/core/kit';
import { defineRule, type Rule } from '@kanmon/core/gate';
import { ownMember } from '../report/shape.ts';
import { isNodeStatus } from '../status/node-status.ts';
import { isBlank } from '../text/is-blank.ts';
import type { JsonObject } from '@kanmon/core';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';

/** Every id that is named is one of the input. */
export const organizerKnownIds: Rule<string, ReportContext> = defineRule({
  id: 'organizer/known-ids',
  severity: 'must',
  codes: ['unknown-node'],
  select: [
    '/decomposition_proposals/*/target_node_id',
    '/grouping_proposals/*/node_ids/*',
    '/relation_proposals/*/from_node_id',
    '/relation_proposals/*/to_node_id',
  ],
  type: 'string',
  decidable: 'node',
  check(id: string, context: ReportContext, report, at) {
    if (!prepareContext(context).isValidId(id)) {
      report('unknown-node', { params: { id, field: fieldOf(at.path) } });
    }
  },
});

/** The member an id stands in; an element of `node_ids` stands in that. */
function fieldOf(path: string): string {
  return path.split('/').findLast((token) => !/^\d+$/.test(token)) ?? '';
}

/** A decomposition has at least two parts; absent and no list count as none. */
export const organizerTwoChildren: Rule<JsonObject, ReportContext> = defineRule({
  id: 'organizer/two-children',
  severity: 'must',
  codes: ['too-few-children'],
  select: ['/decomposition_proposals/*'],
  type: 'object',
  decidable: 'node',
  repair: 'append',
  check(proposal: JsonObject, _context: ReportContext, report) {
    const children = ownMember(proposal, 'suggested_children');
    const actual = isJsonArray(children) ? children.length : 0;
    if (actual < 2) {
      report('too-few-children', { path: '/suggested_children', params: { minimum: 2, actual } });
    }
  },
});

/** A suggested status is one of the fifteen. */
export const organizerStatus: Rule<string, ReportContext> = defineRule({
  id: 'organizer/status',
  severity: 'must',
  codes: ['unknown-status'],
  select: ['/decomposition_proposals/*/suggested_children/*/suggested_status'],
  type: 'string',
  decidable: 'node',
  check(status: string, _context: ReportContext, report) {
    if (!isBlank(status) && !isNodeStatus(status)) {
      report('unknown-status', { params: { status } });
    }
  },
});

/** With a focus, what is decomposed is that node, if anything is. */
export const organizerFocus: Rule<JsonObject, ReportContext> = defineRule({
  id: 'organizer/focus',
  severity: 'must',
  codes: ['target-mismatch'],
  type: 'object',
  check(report: JsonObject, { focusNodeId }: ReportContext, found) {
    const proposals = ownMember(report, 'decomposition_proposals');
    if (focusNodeId === undefined || !isJsonArray(proposals) || proposals.length === 0) return;
    const targets = proposals.map((proposal) => ownMember(proposal, 'target_node_id'));
    if (targets.includes(focusNodeId)) return;
    const [first] = targets;
    found('target-mismatch', {
      path: '/decomposition_proposals/0/target_node_id',
      params: { expected: focusNodeId, actual: typeof first === 'string' ? first : '' },
    });
  },
});
