import { judgeRound } from '../tools/iteration-meter.ts';
import { versionOf } from './apply-node.ts';
import { followIssues } from './follow-issues.ts';
import { type LoopContext, memberOf } from './loop-context.ts';
import { isOpen } from './track-issues.ts';
import type { FixLoopReason, FixLoopState } from './types.ts';

/** What a round ended with, as it is recorded. */
type RoundRecord = {
  readonly open: number;
  readonly stop: boolean;
  readonly reason: FixLoopReason | null;
};

/** Checks the new text, finds out which findings are old issues again, and judges all open issues. */
export async function recheckNode(
  context: LoopContext,
  state: FixLoopState,
): Promise<FixLoopState> {
  const text = await context.readText(state.manuscript_hash);
  const revision = {
    text,
    manuscriptHash: state.manuscript_hash,
    manuscriptVersionId: await versionOf(context, state),
  };
  const key = context.key(state, 'recheck');
  const record = await followIssues(context, key, revision, ({ view }, rejected): RoundRecord => {
    const open = view.issues.filter(isOpen).length;
    const verdict = judgeRound(view.session.iteration_policy, {
      iteration: state.iteration,
      previous: openAfter(context, state),
      open,
      elapsedMs: context.now() - startedAt(context, state),
    });
    const { stop, reason } = verdict;
    return reason === 'passed' && rejected > 0
      ? { open, stop, reason: 'findings_rejected' }
      : { open, stop, reason };
  });
  if (!record.stop) return { ...state, iteration: state.iteration + 1, pending: [] };
  const status = record.reason === 'passed' ? 'passed' : 'stopped';
  return { ...state, iteration: state.iteration + 1, status, reason: record.reason, pending: [] };
}

/** Open issues after the round before; the first round has none to compare with. */
function openAfter(context: LoopContext, state: FixLoopState): number | null {
  const before = { ...state, iteration: state.iteration - 1 };
  const open = memberOf(context.recall(context.key(before, 'recheck')), 'open');
  return typeof open === 'number' ? open : null;
}

function startedAt(context: LoopContext, state: FixLoopState): number {
  const at = memberOf(
    context.recall(context.key({ ...state, iteration: 0 }, 'start')),
    'started_at',
  );
  return typeof at === 'number' ? at : context.now();
}
