import { checkOptions } from '@kanmon/core/kit';
import { queryOf } from '../decide/build-query.ts';
import { answerPlan, searchPlan } from './plan-shapes.ts';
import type { PlanInput, PlanOutcome } from './plan-input.ts';
import { readInput } from './read-input.ts';
import { ruleOptionNames, type RuleOptions } from './rule-options.ts';

/**
 * One search on the user's words and one answer (seed 3.2): no question, no follow-up, no parts. A
 * message with nothing to search for is only answered.
 */
export function planSingleSearch(input: PlanInput, options: RuleOptions = {}): PlanOutcome {
  checkOptions(options, ruleOptionNames, 'planSingleSearch(input, options)');
  const read = readInput(input, options);
  const query = queryOf(read.message);
  const plan =
    query === '' ? answerPlan(read) : searchPlan(read, [{ query }], { confidence: 'medium' });
  const reasons = [...read.reasons, { code: 'single-search' }];
  return { plan, source: 'rule', reasons, scores: { clarify: 0, followup: 0 }, usage: [] };
}
