import type { Reason } from '../wire/values.ts';
import type { CalmPlan } from './anti-nag.ts';

/** Reasons of a turn that are no planner's. */
export function turnReasons(calm: CalmPlan, historyIgnored: boolean): readonly Reason[] {
  return [...(historyIgnored ? [{ code: 'request-history-ignored' }] : []), ...calm.reasons];
}
