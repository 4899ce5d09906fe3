import { describeValue } from '@kanmon/core/kit';
import { InvalidInputError } from '../errors/errors.ts';
import type { SessionView } from '../history/session-state.ts';
import type { Transaction } from '../store/types.ts';
import type { LoopContext } from './loop-context.ts';
import { type SaneFindings, sanitiseFindings } from './sanitise-findings.ts';

/**
 * Runs the checker once and keeps the findings that are valid.
 *
 * @throws {InvalidInputError} The port returned something else than a list.
 */
export async function runCheck(
  context: LoopContext,
  stepId: string,
  attempt: number,
  text: string,
  manuscriptHash: string,
): Promise<SaneFindings> {
  const given: unknown = await context.settings.ports.check({
    step_id: stepId,
    attempt,
    text,
    manuscript_hash: manuscriptHash,
    signal: context.signal,
  });
  if (!Array.isArray(given)) {
    throw new InvalidInputError(
      `expected a list of findings from the check port of step ${JSON.stringify(stepId)}, got ${describeValue(given)}; return [] when there is none`,
    );
  }
  return sanitiseFindings(text, given);
}

/** Fallback reason of a step whose findings could not all be used. */
export function rejectedReason(rejected: number): string | null {
  return rejected === 0 ? null : `findings_rejected:${rejected}`;
}

/** Records why findings of a step could not be used. */
export function recordRejected(
  transaction: Transaction,
  stepId: string,
  { rejected, problem }: Pick<SaneFindings, 'rejected' | 'problem'>,
): void {
  if (rejected === 0) return;
  transaction.recordError(
    new InvalidInputError(
      `${rejected} findings of the checker could not be used; ${problem ?? 'invalid'}`,
    ),
    stepId,
  );
}

/** Number of the next execution of a step; a session may hold several runs of the loop. */
export function nextAttempt({ steps }: SessionView, stepId: string): number {
  return steps.filter(({ step_id: id }) => id === stepId).length + 1;
}
