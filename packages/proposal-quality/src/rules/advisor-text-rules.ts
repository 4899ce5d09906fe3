import { defineRule, type Rule } from '@kanmon/core/gate';
import { stringPatterns } from '../report/shape.ts';
import { advisorShape } from '../report/report-shapes.ts';
import { isBlank } from '../text/is-blank.ts';
import { blankRule } from './organizer-text-rules.ts';
import { phraseRule } from './phrase-check.ts';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';
import { isTargetNone } from './target-none.ts';

/** What may be empty in a report that speaks about no node. */
const emptyWithoutTarget: ReadonlySet<string> = new Set([
  '/next_decision',
  '/target_title',
  '/current_status',
]);

/** Texts about the report as a whole, and the criteria, say something. */
export const advisorText: Rule<string, ReportContext> = defineRule({
  id: 'advisor/text',
  severity: 'must',
  codes: ['blank'],
  select: [
    '/next_decision',
    '/summary',
    '/target_title',
    '/current_status',
    '/criteria/*/name',
    '/criteria/*/description',
  ],
  type: 'string',
  check(text: string, context: ReportContext, report, at) {
    if (!isBlank(text)) return;
    if (emptyWithoutTarget.has(at.path) && isTargetNone(at.root, context)) return;
    report('blank');
  },
});

/** Label and the three texts that make an option one that can be acted on. */
export const advisorFourFields: Rule<string, ReportContext> = blankRule('advisor/four-fields', [
  '/options/*/label',
  '/options/*/next_action',
  '/options/*/necessary_info',
  '/options/*/criteria_note',
]);

/** These repeat the input, so they are not the model's words. */
const repeated: ReadonlySet<string> = new Set([
  '/target_node_id',
  '/target_title',
  '/current_status',
]);

/** The whole report judges no option: every text of the schema but what repeats the input. */
export const advisorPhrase: Rule<string, ReportContext> = phraseRule({
  id: 'advisor/phrase',
  phrases: (context: ReportContext) => prepareContext(context).advisorPhrases,
  quotable: (context: ReportContext) => prepareContext(context).titles(),
  select: stringPatterns(advisorShape).filter((pattern) => !repeated.has(pattern)),
});
