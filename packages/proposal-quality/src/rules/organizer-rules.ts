import type { JsonArray } from '@kanmon/core';
import type { RuleReport } from '@kanmon/core/gate';
import { isJsonArray } from '@kanmon/core/kit';
import { organizerPhrases, politeRequests } from '../phrases/built-in-phrases.ts';
import { organizerShape } from '../report/reports.ts';
import { ownMember } from '../report/shape.ts';
import { isNodeStatus } from '../status/node-status.ts';
import { isBlank } from '../text/is-blank.ts';
import { normalizeText } from '../text/normalized-text.ts';
import { prepareContext, type ReportContext } from './report-context.ts';
import {
  bannedPhraseRule,
  blankRule,
  listRule,
  objectRule,
  type ReportRule,
  shapeRule,
  textRule,
  titleRule,
} from './report-rule.ts';

const proposals = ['/decomposition_proposals/*', '/grouping_proposals/*', '/relation_proposals/*'];
const judgedTexts = ['/summary', ...proposals.map((proposal) => `${proposal}/reason`)];
const child = '/decomposition_proposals/*/suggested_children/*';
const childTexts = [`${child}/title`, `${child}/context`];

/** Places whose shape `organizer/reason` and `organizer/two-children` report. */
const spokenFor =
  /^\/(?:decomposition|grouping|relation)_proposals\/\d+\/reason$|^\/decomposition_proposals\/\d+\/suggested_children$/;

/** まず as a word: not まずい (bad), not つまずく (to stumble). */
const nextStep = /(?<!つ)まず(?!い|く)|はじめに|初めに|始めに|最初に/;
const nextStepEnglish = /(?<![a-z])(?:first|(?:start|begin)(?:s|n?ing)? with)(?![a-z])/i;

const phrasesOf = (context: ReportContext) => prepareContext(context).organizerPhrases;

/** Every rule for Organizer reports, in the order of their findings. */
export const organizerRules: readonly ReportRule[] = Object.freeze([
  shapeRule('organizer/shape', organizerShape, (path) => spokenFor.test(path)),
  blankRule('organizer/summary', ['/summary']),

  // Every id is one of the input.
  textRule({
    id: 'organizer/known-ids',
    isFixed: true,
    codes: ['unknown-node'],
    select: [
      '/decomposition_proposals/*/target_node_id',
      '/grouping_proposals/*/node_ids/*',
      '/relation_proposals/*/from_node_id',
      '/relation_proposals/*/to_node_id',
    ],
    decidable: 'node',
    check(id, context, report, at) {
      if (prepareContext(context).isValidId(id)) return;
      // The member of the id; an element of `node_ids` is in that member.
      const field = at.path.split('/').findLast((token) => !/^\d+$/.test(token)) ?? '';
      report('unknown-node', { params: { id, field } });
    },
  }),

  // Every proposal has a reason. Absent, of another type and blank are one finding.
  objectRule({
    id: 'organizer/reason',
    isFixed: true,
    codes: ['reason-missing'],
    select: proposals,
    decidable: 'node',
    check(proposal, _context, report) {
      const reason = ownMember(proposal, 'reason');
      if (typeof reason === 'string' && !isBlank(reason)) return;
      report('reason-missing', { path: '/reason' });
    },
  }),

  // A decomposition has at least two children. Absent or of another type counts as no child.
  objectRule({
    id: 'organizer/two-children',
    isFixed: true,
    codes: ['too-few-children'],
    select: ['/decomposition_proposals/*'],
    decidable: 'node',
    repair: 'append',
    check(proposal, _context, report) {
      const children = ownMember(proposal, 'suggested_children');
      const actual = isJsonArray(children) ? children.length : 0;
      if (actual >= 2) return;
      report('too-few-children', { path: '/suggested_children', params: { minimum: 2, actual } });
    },
  }),

  blankRule('organizer/child-text', childTexts),
  blankRule(
    'organizer/labels',
    [
      '/decomposition_proposals/*/target_title',
      '/grouping_proposals/*/group_label',
      '/relation_proposals/*/relation_type',
    ],
    { isFixed: false },
  ),
  bannedPhraseRule({
    id: 'organizer/phrase',
    severity: 'must',
    builtIn: organizerPhrases,
    phrases: phrasesOf,
    select: judgedTexts,
  }),

  // A suggested status is one of the fifteen.
  textRule({
    id: 'organizer/status',
    codes: ['unknown-status'],
    select: [`${child}/suggested_status`],
    decidable: 'node',
    check(status, _context, report) {
      if (isBlank(status) || isNodeStatus(status)) return;
      report('unknown-status', { params: { status } });
    },
  }),

  // With a focus, one of the decompositions, if there are any, is about that node.
  objectRule({
    id: 'organizer/focus',
    codes: ['target-mismatch'],
    check(root, { focusNodeId }, report) {
      const list = ownMember(root, 'decomposition_proposals');
      if (focusNodeId === undefined || !isJsonArray(list) || list.length === 0) return;
      const targets = list.map((proposal) => ownMember(proposal, 'target_node_id'));
      if (targets.includes(focusNodeId)) return;
      const [first] = targets;
      report('target-mismatch', {
        path: '/decomposition_proposals/0/target_node_id',
        params: { expected: focusNodeId, actual: typeof first === 'string' ? first : '' },
      });
    },
  }),

  titleRule('organizer/title', ['/decomposition_proposals/*']),

  // The summary names a first step.
  textRule({
    id: 'organizer/next-step',
    severity: 'should',
    codes: ['no-next-step'],
    select: ['/summary'],
    check(summary, _context, report) {
      // Nearly every summary that has a next step has it as it is written.
      if (nextStep.test(summary) || isBlank(summary)) return;
      const { text } = normalizeText(summary);
      if (!nextStep.test(text) && !nextStepEnglish.test(text)) report('no-next-step');
    },
  }),

  // A label has more than one character.
  textRule({
    id: 'organizer/label-length',
    severity: 'should',
    codes: ['short-label'],
    select: ['/grouping_proposals/*/group_label', '/relation_proposals/*/relation_type'],
    check(label, _context, report) {
      const text = normalizeText(label).text.trim();
      if (!isBlank(label) && Array.from(text.slice(0, 4)).length < 2) report('short-label');
    },
  }),

  // The same phrases are a Should in texts of children, where an imperative is the name of a task.
  bannedPhraseRule({
    id: 'organizer/phrase-child',
    severity: 'should',
    builtIn: organizerPhrases,
    phrases: phrasesOf,
    select: childTexts,
  }),
  bannedPhraseRule({
    id: 'organizer/phrase-polite',
    severity: 'should',
    builtIn: politeRequests,
    phrases: ({ phrases }) => (phrases?.organizer === undefined ? politeRequests : []),
    select: judgedTexts,
  }),

  // Groups and relations connect something; the diff stage refuses those that do not.
  listRule({
    id: 'organizer/structure',
    severity: 'should',
    codes: ['group-too-small', 'duplicate-id', 'self-relation', 'duplicate-relation'],
    select: ['/grouping_proposals/*/node_ids', '/relation_proposals'],
    check(list, _context, report, at) {
      if (at.path === '/relation_proposals') checkRelations(list, report);
      else checkGroup(list, report);
    },
  }),

  // A board of two nodes or more gets at least one proposal.
  objectRule({
    id: 'organizer/thin',
    severity: 'should',
    codes: ['nothing-proposed'],
    check(root, context, report) {
      const isEmpty = proposals.every((pattern) => {
        const list = ownMember(root, pattern.slice(1, -2));
        return isJsonArray(list) && list.length === 0;
      });
      if (isEmpty && prepareContext(context).idCount >= 2) report('nothing-proposed');
    },
  }),
]);

function checkGroup(ids: JsonArray, report: RuleReport): void {
  if (ids.length < 2) report('group-too-small', { params: { minimum: 2, actual: ids.length } });
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (typeof id !== 'string') continue;
    if (seen.has(id)) report('duplicate-id', { path: `/${index}`, params: { id } });
    seen.add(id);
  }
}

function checkRelations(relations: JsonArray, report: RuleReport): void {
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
