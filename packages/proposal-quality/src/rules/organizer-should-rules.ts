import { isJsonArray } from '@kanmon/core/kit';
import { defineRule, type Rule } from '@kanmon/core/gate';
import { ownMember } from '../report/shape.ts';
import { isBlank } from '../text/is-blank.ts';
import { normalizeText } from '../text/normalized-text.ts';
import type { JsonArray, JsonObject } from '@kanmon/core';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';

/** まず as a word: not まずい (bad), not つまずく (to stumble). */
const nextStep = /(?<!つ)まず(?!い|く)|はじめに|初めに|始めに|最初に/;
const nextStepEnglish = /(?<![a-z])(?:first|(?:start|begin)(?:s|n?ing)? with)(?![a-z])/i;

/** The summary says where to start. */
export const organizerNextStep: Rule<string, ReportContext> = defineRule({
  id: 'organizer/next-step',
  severity: 'should',
  codes: ['no-next-step'],
  select: ['/summary'],
  type: 'string',
  check(summary: string, _context: ReportContext, report) {
    // Nearly every summary that has a next step has it as it is written.
    if (nextStep.test(summary) || isBlank(summary)) return;
    const { text } = normalizeText(summary);
    if (!nextStep.test(text) && !nextStepEnglish.test(text)) report('no-next-step');
  },
});

/** A label of one character says too little. */
export const organizerLabelLength: Rule<string, ReportContext> = defineRule({
  id: 'organizer/label-length',
  severity: 'should',
  codes: ['short-label'],
  select: ['/grouping_proposals/*/group_label', '/relation_proposals/*/relation_type'],
  type: 'string',
  check(label: string, _context: ReportContext, report) {
    const text = normalizeText(label).text.trim();
    if (!isBlank(label) && Array.from(text.slice(0, 4)).length < 2) report('short-label');
  },
});

/** Groups and relations that connect nothing; the diff stage refuses them. */
export const organizerStructure: Rule<JsonArray, ReportContext> = defineRule({
  id: 'organizer/structure',
  severity: 'should',
  codes: ['group-too-small', 'duplicate-id', 'self-relation', 'duplicate-relation'],
  select: ['/grouping_proposals/*/node_ids', '/relation_proposals'],
  type: 'array',
  check(list: JsonArray, _context: ReportContext, report, at) {
    if (at.path === '/relation_proposals') checkRelations(list, report);
    else checkGroup(list, report);
  },
});

type Report = Parameters<typeof organizerStructure.check>[2];

function checkGroup(ids: JsonArray, report: Report): void {
  if (ids.length < 2) report('group-too-small', { params: { minimum: 2, actual: ids.length } });
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (typeof id !== 'string') continue;
    if (seen.has(id)) report('duplicate-id', { path: `/${index}`, params: { id } });
    seen.add(id);
  }
}

function checkRelations(relations: JsonArray, report: Report): void {
  const seen = new Set<string>();
  for (const [index, relation] of relations.entries()) {
    const from = ownMember(relation, 'from_node_id');
    const to = ownMember(relation, 'to_node_id');
    const type = ownMember(relation, 'relation_type');
    if (typeof from !== 'string' || typeof to !== 'string') continue;
    if (from === to) report('self-relation', { path: `/${index}`, params: { id: from } });
    if (typeof type !== 'string') continue;
    const key = JSON.stringify([from, to, type]);
    if (seen.has(key)) report('duplicate-relation', { path: `/${index}`, params: { from, to } });
    seen.add(key);
  }
}

const lists = ['decomposition_proposals', 'grouping_proposals', 'relation_proposals'];

/** Two nodes or more, and nothing to propose about them. */
export const organizerThin: Rule<JsonObject, ReportContext> = defineRule({
  id: 'organizer/thin',
  severity: 'should',
  codes: ['nothing-proposed'],
  type: 'object',
  check(report: JsonObject, context: ReportContext, found) {
    const proposals = lists.map((name) => ownMember(report, name));
    const isEmpty = proposals.every((list) => isJsonArray(list) && list.length === 0);
    if (isEmpty && prepareContext(context).idCount >= 2) found('nothing-proposed');
  },
});
