import { judgeRound } from '../tools/iteration-meter.ts';
import { versionOf } from './apply-node.ts';
import { followIssues } from './follow-issues.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { isOpen } from './track-issues.ts';
import type { FixLoopReason, FixLoopState } from './types.ts';

/** The record of a finished round. */
type RoundRecord = {
  readonly open: number;
  readonly stop: boolean;
  readonly reason: FixLoopReason | null;
};

/** Checks the new text, matches its findings with the old issues, and judges all open issues. */
export async function recheckNode(
  context: LoopContext,
  state: FixLoopState,
): Promise<FixLoopState> {
  const { manuscript_hash: hash, iteration } = state;
  const revision = {
    text: await context.readText(hash),
    manuscriptHash: hash,
    manuscriptVersionId: await versionOf(context, state),
    salt: context.salt,
  };
  const key = context.key(state, 'recheck');
  const { stop, reason } = await followIssues(
    context,
    key,
    revision,
    ({ view, session }, rejected): RoundRecord => {
      const open = view.issues.filter(isOpen).length;
      const verdict = judgeRound(session.iteration_policy, {
        iteration,
        previous: openAfter(context, { ...state, iteration: iteration - 1 }),
        open,
        elapsedMs: context.now() - startedAt(context, { ...state, iteration: 0 }),
      });
      const isRejected = verdict.reason === 'passed' && rejected > 0;
      return {
        open,
        stop: verdict.stop,
        reason: isRejected ? 'findings_rejected' : verdict.reason,
      };
    },
  );
  const next = { ...state, iteration: iteration + 1, pending: [] };
  return stop ? { ...next, status: reason === 'passed' ? 'passed' : 'stopped', reason } : next;
}

/** Returns the number of open issues after a round; null before the first recheck. */
function openAfter(context: LoopContext, round: FixLoopState): number | null {
  const open = memberOf(context.recall(context.key(round, 'recheck')), 'open');
  return typeof open === 'number' ? open : null;
}

function startedAt(context: LoopContext, beginning: FixLoopState): number {
  const at = memberOf(context.recall(context.key(beginning, 'start')), 'started_at');
  return typeof at === 'number' ? at : context.now();
}
