import { isJsonArray } from '@kanmon/core/kit';
import { defineRule, type Rule } from '@kanmon/core/gate';
import { ownMember } from '../report/shape.ts';
import { canTransition, isNodeStatus } from '../status/node-status.ts';
import { isBlank } from '../text/is-blank.ts';
import type { JsonArray, JsonObject } from '@kanmon/core';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';
import { isTargetNone } from './target-none.ts';

/** One option is no choice. */
export const advisorTwoOptions: Rule<JsonArray, ReportContext> = defineRule({
  id: 'advisor/two-options',
  severity: 'must',
  codes: ['too-few-options'],
  select: ['/options'],
  type: 'array',
  repair: 'append',
  check(options: JsonArray, context: ReportContext, report, at) {
    if (options.length >= 2 || (options.length === 0 && isTargetNone(at.root, context))) return;
    report('too-few-options', { params: { minimum: 2, actual: options.length } });
  },
});

/** Every option names at least one risk, and every risk says something. */
export const advisorRisks: Rule<JsonArray, ReportContext> = defineRule({
  id: 'advisor/risks',
  severity: 'must',
  codes: ['too-few-risks', 'blank'],
  select: ['/options/*/risks'],
  type: 'array',
  decidable: 'node',
  repair: 'append',
  check(risks: JsonArray, _context: ReportContext, report) {
    if (risks.length === 0) report('too-few-risks', { params: { minimum: 1, actual: 0 } });
    risks.forEach((risk, index) => {
      if (typeof risk === 'string' && isBlank(risk)) report('blank', { path: `/${index}` });
    });
  },
});

/** Where options are wordings, the wording itself; elsewhere it is good to have. */
export function advisorDescription(
  id: string,
  applies: (context: ReportContext) => boolean,
  severity: 'must' | 'should',
): Rule<JsonObject, ReportContext> {
  return defineRule({
    id,
    severity,
    codes: ['description-missing'],
    select: ['/options/*'],
    type: 'object',
    check(option: JsonObject, context: ReportContext, report) {
      if (!applies(context)) return;
      const description = ownMember(option, 'description');
      // Another type than text is a finding of the shape.
      const isMissing = typeof description === 'string' && isBlank(description);
      if (isMissing || description === undefined) {
        report('description-missing', { path: '/description' });
      }
    },
  });
}

/** A suggested status is one of the fifteen, and the target may go there. */
export const advisorStatus: Rule<string, ReportContext> = defineRule({
  id: 'advisor/status',
  severity: 'must',
  codes: ['unknown-status', 'illegal-transition'],
  select: ['/options/*/suggested_status'],
  type: 'string',
  check(status: string, context: ReportContext, report, at) {
    if (isBlank(status)) return;
    if (!isNodeStatus(status)) {
      report('unknown-status', { params: { status } });
      return;
    }
    const from = statusOfTarget(at.root, context);
    if (isNodeStatus(from) && !canTransition(from, status)) {
      report('illegal-transition', { params: { from, to: status } });
    }
  },
});

/** The board knows better than the report; a status of the host's own cannot be judged. */
function statusOfTarget(root: Parameters<typeof ownMember>[0], context: ReportContext): unknown {
  const id = ownMember(root, 'target_node_id');
  const node = typeof id === 'string' ? prepareContext(context).nodeOf(id) : undefined;
  return node?.status ?? ownMember(root, 'current_status');
}

/** The label calls the option one. Word boundaries: `explanation` holds no plan. */
const labelForm = /案|パターン|候補|(?<![a-z])(?:options?|plans?|patterns?|candidates?)(?![a-z])/iu;

/** The label says that it names one of several. */
export const advisorLabel: Rule<string, ReportContext> = defineRule({
  id: 'advisor/label',
  severity: 'should',
  codes: ['label-form'],
  select: ['/options/*/label'],
  type: 'string',
  check(label: string, _context: ReportContext, report) {
    // Nearly every label passes as it is written.
    if (labelForm.test(label) || labelForm.test(label.normalize('NFKC'))) return;
    if (!isBlank(label)) report('label-form');
  },
});

/** Two options differ in label and in what is done next. */
export const advisorDistinct: Rule<JsonArray, ReportContext> = defineRule({
  id: 'advisor/distinct',
  severity: 'should',
  codes: ['duplicate-option'],
  select: ['/options'],
  type: 'array',
  check(options: JsonArray, _context: ReportContext, report) {
    const labels = new Set<string>();
    const actions = new Set<string>();
    options.forEach((option, index) => {
      const repeatsLabel = isRepeated(ownMember(option, 'label'), labels);
      const repeatsAction = isRepeated(ownMember(option, 'next_action'), actions);
      if (repeatsLabel || repeatsAction) report('duplicate-option', { path: `/${index}` });
    });
  },
});

/** Whether a text that says something has been seen; it is from now on. */
function isRepeated(text: unknown, seen: Set<string>): boolean {
  if (typeof text !== 'string') return false;
  const key = text.trim();
  if (seen.has(key)) return !isBlank(key);
  seen.add(key);
  return false;
}

/** At least two criteria to compare by; a report without options has nothing to compare. */
export const advisorCriteria: Rule<JsonObject, ReportContext> = defineRule({
  id: 'advisor/criteria',
  severity: 'should',
  codes: ['few-criteria'],
  type: 'object',
  check(report: JsonObject, context: ReportContext, found) {
    const criteria = ownMember(report, 'criteria');
    if ((criteria !== undefined && !isJsonArray(criteria)) || isTargetNone(report, context)) return;
    const actual = criteria?.length ?? 0;
    if (actual < 2) found('few-criteria', { path: '/criteria', params: { minimum: 2, actual } });
  },
});
