import { type Clock, InvalidArgumentError, systemClock } from '@kanmon/core';
import { checkOptions, describeValue } from '@kanmon/core/kit';
import {
  type IterationPolicy,
  type IterationPolicyInput,
  iterationPolicySchema,
  policyMembers,
} from '../entities/session.ts';
import { parseInput } from '../entities/fields.ts';

/** Reason of the end of a loop. */
export type StopReason = 'passed' | 'time' | 'count' | 'no_improvement';

/** The verdict after a round. */
export interface IterationVerdict {
  readonly stop: boolean;
  readonly reason: StopReason | null;
  /** Records so far. */
  readonly iteration: number;
  /** Share of issues resolved since the record before; 0 at the first. */
  readonly improvement: number;
}

/** Decides when the check-fix-recheck loop ends. */
export interface IterationMeter {
  record(round: { readonly open_issues: number }): IterationVerdict;
}

/** Creates a meter for one loop. Reasons in the order: passed, time, count, no_improvement. */
export function createIterationMeter(
  policy: IterationPolicyInput,
  options: { readonly clock?: Clock } = {},
): IterationMeter {
  checkOptions(options, 'clock', 'createIterationMeter(policy, options)');
  checkOptions(policy ?? {}, policyMembers, 'policy of createIterationMeter(policy, options)');
  const { clock = systemClock } = options;
  const complete = parseInput(iterationPolicySchema, policy, 'iteration_policy');
  const startedAt = clock.now().getTime();
  let iteration = 0;
  let previous: number | null = null;
  return {
    record(round) {
      const { open_issues: open } = round ?? {};
      if (!Number.isInteger(open) || open < 0)
        throw new InvalidArgumentError(
          `expected record({ open_issues }) with a whole number from 0, got ${describeValue(open)}`,
        );
      iteration += 1;
      const elapsedMs = clock.now().getTime() - startedAt;
      const verdict = judgeRound(complete, { iteration, previous, open, elapsedMs });
      previous = open;
      return verdict;
    },
  };
}

/** The rule of the meter as a pure function, for a loop whose state lives in events. */
export function judgeRound(
  policy: IterationPolicy,
  round: {
    readonly iteration: number;
    readonly previous: number | null;
    readonly open: number;
    readonly elapsedMs: number;
  },
): IterationVerdict {
  const { iteration, previous, open, elapsedMs } = round;
  const improvement = previous === null || previous === 0 ? 0 : (previous - open) / previous;
  const reason = ((): StopReason | null => {
    if (open === 0 && policy.until_pass) return 'passed';
    if (policy.time_budget_sec !== null && elapsedMs >= policy.time_budget_sec * 1_000)
      return 'time';
    if (iteration >= policy.count) return 'count';
    const asksImprovement = policy.min_improvement > 0 && previous !== null;
    return asksImprovement && improvement < policy.min_improvement ? 'no_improvement' : null;
  })();
  return { stop: reason !== null, reason, iteration, improvement };
}

/** Returns the session's policy with the values of the command line, validated as a whole. */
export function mergePolicy(
  session: IterationPolicyInput,
  commandLine: IterationPolicyInput,
): IterationPolicy {
  checkOptions(commandLine, policyMembers, 'commandLine of mergePolicy(session, commandLine)');
  const { time_budget_s: seconds, ...rest } = commandLine;
  const given = Object.entries({
    ...(seconds === undefined ? {} : { time_budget_sec: seconds }),
    ...rest,
  }).filter(([, value]) => value !== undefined);
  const base = parseInput(iterationPolicySchema, session, 'iteration_policy');
  return parseInput(
    iterationPolicySchema,
    { ...base, ...Object.fromEntries(given) },
    'iteration_policy',
  );
}
