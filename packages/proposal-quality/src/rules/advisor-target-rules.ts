import { defineRule, type Rule } from '@kanmon/core/gate';
import { hasSeveralSentences } from '../text/has-several-sentences.ts';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';

/** The target is a node of the input, or empty where there is none to be had; see `isTargetNone`. */
export const advisorTarget: Rule<string, ReportContext> = defineRule({
  id: 'advisor/target',
  severity: 'must',
  codes: ['unknown-node'],
  select: ['/target_node_id'],
  type: 'string',
  decidable: 'node',
  check(id: string, context: ReportContext, report) {
    const prepared = prepareContext(context);
    if (prepared.isValidId(id) || (prepared.idCount === 0 && id === '')) return;
    report('unknown-node', { params: { id, field: 'target_node_id' } });
  },
});

/** The target is the node that was asked about. */
export const advisorFocus: Rule<string, ReportContext> = defineRule({
  id: 'advisor/focus',
  severity: 'must',
  codes: ['target-mismatch'],
  select: ['/target_node_id'],
  type: 'string',
  decidable: 'node',
  check(actual: string, { focusNodeId: expected }: ReportContext, report) {
    if (expected === undefined || actual === expected) return;
    report('target-mismatch', { params: { expected, actual } });
  },
});

/** One decision at a time. */
export const advisorOneDecision: Rule<string, ReportContext> = defineRule({
  id: 'advisor/one-decision',
  severity: 'should',
  codes: ['several-decisions'],
  select: ['/next_decision'],
  type: 'string',
  check(decision: string, _context: ReportContext, report) {
    if (hasSeveralSentences(decision)) report('several-decisions');
  },
});
