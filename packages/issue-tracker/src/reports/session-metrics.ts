import { checkArgument } from '@kanmon/core/kit';
import type { IssueState } from '../entities/issue.ts';
import { foldSession, type SessionEvent } from '../history/apply-event.ts';
import type { SessionView } from '../history/session-state.ts';

/** Numbers about one session. */
export interface SessionMetrics {
  readonly issues: number;
  readonly by_state: Readonly<Record<IssueState, number>>;
  readonly steps: number;
  readonly fixes_planned: number;
  readonly fixes_applied: number;
  /** Verified attempts that ended resolved; null when none was verified. */
  readonly resolved_share: number | null;
  /** Verified attempts that recurred; null when none was verified. */
  readonly recurrence_share: number | null;
  /** Places that were moved, by method. */
  readonly moved_by: Readonly<Record<string, number>>;
  readonly fetches: number;
  readonly failed_fetches: number;
}

/** Counts the entities of a view, or of the events of one session. */
export function metrics(source: SessionView | Iterable<SessionEvent>): SessionMetrics {
  checkArgument('source of metrics', Array.isArray(source) ? 'a list' : 'an object', source);
  const view = 'issues' in source ? source : foldSession(source);
  const states = { New: 0, InProgress: 0, Partial: 0, Deferred: 0, Resolved: 0, Recurrence: 0 };
  const movedBy = new Map<string, number>();
  for (const { state, adjustment_method: method } of view.issues) {
    states[state] += 1;
    if (method !== null) movedBy.set(method, (movedBy.get(method) ?? 0) + 1);
  }
  const verified = view.resolutions.filter(({ recurrence_score: score }) => score !== null);
  const share = (status: string): number | null =>
    verified.length === 0
      ? null
      : verified.filter(({ verification_status: found }) => found === status).length /
        verified.length;
  return {
    issues: view.issues.length,
    by_state: states,
    steps: view.steps.length,
    fixes_planned: view.resolutions.filter(({ planned_tool: tool }) => tool !== null).length,
    fixes_applied: view.resolutions.filter(({ applied_at: at }) => at !== null).length,
    resolved_share: share('resolved'),
    recurrence_share: share('recurrence'),
    moved_by: Object.fromEntries(movedBy),
    fetches: view.fetch_logs.length,
    failed_fetches: view.fetch_logs.filter(({ result }) => result !== 'success').length,
  };
}
