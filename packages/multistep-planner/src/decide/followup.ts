import { checkOptions } from '@kanmon/core/kit';
import type { Analysis } from '../language/analysis.ts';
import type { PlanInput } from '../planner/plan-input.ts';
import { type ReadInput, readInput } from '../planner/read-input.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import type { Reason } from '../wire/reason.ts';
import { focusOf } from './focus.ts';
import type { Focus } from './focus-terms.ts';
import { followupEvidence } from './followup-evidence.ts';

/** How likely a message needs its history to be understood. */
export interface FollowupScore {
  /** 0 to 1; 0 without history. */
  readonly score: number;
  readonly followup: boolean;
  readonly reasons: readonly Reason[];
}

/**
 * Whether a message needs its history to be understood. Pure; measured by
 * `benchmarks/src/planner-decisions.ts` on CANARD and TREC CAsT.
 */
export function scoreFollowup(input: PlanInput, options: RuleOptions = {}): FollowupScore {
  checkOptions(options, ruleOptionNames, 'scoreFollowup(input, options)');
  return decideFollowup(readInput(input, options));
}

/** `scoreFollowup` for an input that was read. */
export function decideFollowup(read: ReadInput, focus: Focus = focusOf(read)): FollowupScore {
  const { message, history, thresholds } = read;
  if (history.length === 0) return { score: 0, followup: false, reasons: [] };
  if (message.signals.topicSwitch) {
    return { score: 0, followup: false, reasons: [{ code: 'topic-switch' }] };
  }
  const score = squash(followupEvidence(message, focus));
  const followup = score >= thresholds.followup && message.language !== 'other';
  return { score, followup, reasons: followup ? [{ code: evidenceCode(message) }] : [] };
}

/** Slow enough that long messages still differ. */
const squashScale = 2;

function squash(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence / squashScale));
}

/** The strongest sign, for the reader of the reasons. */
function evidenceCode({ signals }: Analysis): string {
  if (signals.demonstrative) return 'followup-demonstrative';
  if (signals.elaboration) return 'followup-elaboration';
  if (signals.ellipsis) return 'followup-ellipsis';
  if (signals.opener) return 'followup-opener';
  return 'followup-zero-anaphora';
}
