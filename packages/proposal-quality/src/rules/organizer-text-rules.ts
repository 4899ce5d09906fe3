import { defineRule, type Rule } from '@kanmon/core/gate';
import type { JsonObject } from '@kanmon/core';
import { phraseRule } from './phrase-check.ts';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';
import { politeRequests } from '../phrases/built-in-phrases.ts';
import { ownMember } from '../report/shape.ts';
import { isBlank } from '../text/is-blank.ts';

const proposals = ['/decomposition_proposals/*', '/grouping_proposals/*', '/relation_proposals/*'];
const judgedTexts = ['/summary', ...proposals.map((proposal) => `${proposal}/reason`)];
const childTexts = [
  '/decomposition_proposals/*/suggested_children/*/title',
  '/decomposition_proposals/*/suggested_children/*/context',
];

/** The summary says something. */
export const organizerSummary: Rule<string, ReportContext> = blankRule('organizer/summary', [
  '/summary',
]);

/** Every proposal says why; absent, of another type and blank are one and the same lack. */
export const organizerReason: Rule<JsonObject, ReportContext> = defineRule({
  id: 'organizer/reason',
  severity: 'must',
  codes: ['reason-missing'],
  select: proposals,
  type: 'object',
  decidable: 'node',
  check(proposal: JsonObject, _context: ReportContext, report) {
    const reason = ownMember(proposal, 'reason');
    if (typeof reason !== 'string' || isBlank(reason))
      report('reason-missing', { path: '/reason' });
  },
});

/** A child has a title and a context. */
export const organizerChildText: Rule<string, ReportContext> = blankRule(
  'organizer/child-text',
  childTexts,
);

/** Titles and labels say something. */
export const organizerLabels: Rule<string, ReportContext> = blankRule('organizer/labels', [
  '/decomposition_proposals/*/target_title',
  '/grouping_proposals/*/group_label',
  '/relation_proposals/*/relation_type',
]);

/** Summary and reasons order nobody to do anything. */
export const organizerPhrase: Rule<string, ReportContext> = phraseRule({
  id: 'organizer/phrase',
  phrases: (context: ReportContext) => prepareContext(context).organizerPhrases,
  quotable: (context: ReportContext) => prepareContext(context).titles(),
  select: judgedTexts,
});

/** Polite requests in summary and reasons (ご確認ください): a Should only. */
export const organizerPhrasePolite: Rule<string, ReportContext> = phraseRule({
  id: 'organizer/phrase-polite',
  severity: 'should',
  phrases: (context: ReportContext) =>
    context.phrases?.organizer === undefined ? politeRequests : [],
  quotable: (context: ReportContext) => prepareContext(context).titles(),
  select: judgedTexts,
});

/** The same list in the texts of children, where an imperative is the name of a task. */
export const organizerPhraseChild: Rule<string, ReportContext> = phraseRule({
  id: 'organizer/phrase-child',
  severity: 'should',
  phrases: (context: ReportContext) => prepareContext(context).organizerPhrases,
  quotable: (context: ReportContext) => prepareContext(context).titles(),
  select: childTexts,
});

/** A Must that texts say something. */
export function blankRule(id: string, select: readonly string[]): Rule<string, ReportContext> {
  return defineRule<string, ReportContext>({
    id,
    severity: 'must',
    codes: ['blank'],
    select,
    type: 'string',
    decidable: 'node',
    check(text, _context, report) {
      if (isBlank(text)) report('blank');
    },
  });
}
