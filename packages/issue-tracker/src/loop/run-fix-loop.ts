import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { applyNode } from './apply-node.ts';
import { checkNode } from './check-node.ts';
import { type AskPerson, confirmNode } from './confirm-node.ts';
import { alone, createLoopContext, type LoopContext, loopSettings } from './loop-context.ts';
import { planNode } from './plan-node.ts';
import { recheckNode } from './recheck-node.ts';
import type { FixLoopOptions, FixLoopResult, FixLoopState } from './types.ts';

/**
 * Checks a manuscript, then plans, confirms, applies and rechecks until the session's policy ends the loop.
 * Every effect is recorded once: a run after a crash, or with answers to open questions, continues the last
 * one. An error of a port is recorded, releases the episode's lock and is thrown on; the handle stays open,
 * so the loop can run again. The caller ends the session, best in a `finally`. An abort of `signal` rejects with its
 * reason at once, and a port call that takes the whole time budget stops the loop, even if the port does not listen.
 * While a loop of a session is under way, a second one rejects with `SessionLockedError` and changes nothing.
 */
export async function runFixLoop(options: FixLoopOptions): Promise<FixLoopResult> {
  checkOptions(options, `${loopSettings} manuscript_hash`, 'runFixLoop(options)');
  const { manuscript_hash: hash, ...settings } = options;
  const context = createLoopContext(settings);
  return alone(running, settings.session, () => runRounds(context, hash));
}

/** Sessions on which a loop is under way. */
const running = new WeakSet<object>();

async function runRounds(context: LoopContext, hash: string): Promise<FixLoopResult> {
  let state = await context.guard(initialState(hash), (start) => checkNode(context, start));
  while (state.status === 'running') {
    state = await runRound(context, state);
  }
  const { issues } = await context.view();
  const deferred = issues.filter((issue) => issue.state === 'Deferred');
  return resultOf(
    state,
    deferred.map((issue) => issue.issue_id),
  );
}

async function runRound(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const planned = await context.guard(state, (now) => planNode(context, now));
  const confirmed = await context.guard(planned, (now) =>
    confirmNode(context, now, askPort(context)),
  );
  if (confirmed.status !== 'running') return confirmed;
  const applied = await context.guard(confirmed, (now) => applyNode(context, now));
  return context.guard(applied, (now) => recheckNode(context, now));
}

/** Asks through the `confirm` port, if there is one. */
export function askPort({ settings: { ports } }: LoopContext): AskPerson {
  return (pending) => ports.confirm?.(pending) ?? null;
}

/** Returns the state before the first node. Throws `InvalidArgumentError` for a hash that is not a text. */
export function initialState(manuscriptHash: string): FixLoopState {
  checkArgument('manuscript_hash', 'a text', manuscriptHash);
  return {
    manuscript_hash: manuscriptHash,
    start_hash: manuscriptHash,
    iteration: 0,
    status: 'running',
    reason: null,
    pending: [],
  };
}

function resultOf(state: FixLoopState, deferred: readonly string[]): FixLoopResult {
  return {
    status: state.status === 'running' ? 'stopped' : state.status,
    reason: state.reason,
    iterations: Math.max(0, state.iteration - 1),
    manuscript_hash: state.manuscript_hash,
    pending: state.pending,
    deferred,
  };
}
