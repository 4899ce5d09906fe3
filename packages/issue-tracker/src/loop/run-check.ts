import type { SessionView } from '../history/session-view.ts';
import type { LoopContext } from './loop-context.ts';
import { type SaneFindings, sanitiseFindings } from './sanitise-findings.ts';

/** One run of a checker; what it gives is not believed. */
export async function runCheck(
  context: LoopContext,
  stepId: string,
  attempt: number,
  text: string,
  manuscriptHash: string,
): Promise<SaneFindings> {
  const given = await context.settings.ports.check({
    step_id: stepId,
    attempt,
    text,
    manuscript_hash: manuscriptHash,
    signal: context.signal,
  });
  return sanitiseFindings(text, given);
}

/** What a step says about findings that could not be used. */
export function rejectedReason(rejected: number): string | null {
  return rejected === 0 ? null : `findings_rejected:${rejected}`;
}

/** Number of the next execution of a step; a session may hold several runs of the loop. */
export function nextAttempt({ steps }: SessionView, stepId: string): number {
  return steps.filter(({ step_id: id }) => id === stepId).length + 1;
}
