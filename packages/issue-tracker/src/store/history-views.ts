import type { JsonValue, StoredEvent } from '@kanmon/core';
import type { IssueResolution } from '../entities/issue.ts';
import { applyEvent } from '../history/apply-event.ts';
import { emptySessionState, type SessionView } from '../history/session-state.ts';
import type { FixTrace, TimelineEntry } from './types.ts';

/** Returns one line an event, with the state of the issue before and after it. */
export function timelineOf(events: readonly StoredEvent[]): TimelineEntry[] {
  const state = emptySessionState();
  return events.map((event) => {
    const issueId = member(event.data, 'issue_id');
    const stateOf = (): TimelineEntry['state_before'] =>
      issueId === null ? null : (state.tables.issues.get(issueId)?.state ?? null);
    const before = stateOf();
    applyEvent(state, event);
    return {
      version: event.version,
      at: event.at,
      actor: event.actor ?? null,
      type: event.type,
      issue_id: issueId,
      state_before: before,
      state_after: stateOf(),
      summary: summaryOf(event),
    };
  });
}

/** Members of each event that its summary shows: codes, tools and scores, no free text. */
const summarised: Readonly<Record<string, readonly string[]>> = {
  'session-started': ['episode_number', 'initiator'],
  'session-status-changed': ['current_status'],
  'step-completed': ['step_id', 'attempt', 'fallback_reason', 'qc_code'],
  'issue-opened': ['category', 'severity'],
  'issue-relocated': ['adjustment_method', 'confidence_score', 'adjustment_delta'],
  'fix-planned': ['resolution_attempt', 'planned_tool', 'planned_by'],
  'confirmation-requested': ['kind'],
  'confirmation-given': ['kind', 'decision', 'by'],
  'fix-applied': ['resolution_attempt', 'tool_used', 'applied_by'],
  'fix-verified': ['verification_status', 'recurrence_score', 'reason', 'successor_issue_id'],
  'issue-deferred': ['defer_reason'],
  'manuscript-fetched': ['tool_id', 'result', 'attempt_index', 'qc_code'],
  'excerpt-disclosed': ['purpose', 'length'],
  'error-recorded': ['error_code', 'qc_code'],
};

function summaryOf({ type, data }: StoredEvent): string {
  const parts = (Object.hasOwn(summarised, type) ? (summarised[type] ?? []) : []).flatMap(
    (name) => {
      const value = member(data, name);
      return value === null ? [] : [`${name}=${value}`];
    },
  );
  return [type, ...parts].join(' ');
}

function member(data: JsonValue, name: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return null;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Returns the planned and the applied fix of every attempt. */
export function fixTraces({ resolutions }: SessionView): FixTrace[] {
  return resolutions.map((resolution) => ({
    issue_id: resolution.issue_id,
    resolution_attempt: resolution.resolution_attempt,
    proposed:
      resolution.planned_tool === null
        ? null
        : {
            tool_id: resolution.planned_tool,
            description: resolution.plan_description ?? '',
            at: resolution.planned_at ?? '',
          },
    applied:
      resolution.applied_at === null
        ? null
        : {
            tool_used: resolution.tool_used,
            description: resolution.applied_fix_description ?? '',
            diff_ref: resolution.diff_ref,
            at: resolution.applied_at,
          },
    verified:
      resolution.recurrence_score === null
        ? null
        : {
            status: resolution.verification_status,
            recurrence_score: resolution.recurrence_score,
          },
    match: matchOf(resolution),
  }));
}

/** A text that was verified without an applied fix was edited by hand, outside the plan. */
function matchOf(resolution: IssueResolution): FixTrace['match'] {
  if (resolution.applied_at === null) {
    return resolution.recurrence_score === null ? 'not_applied' : 'unplanned';
  }
  if (resolution.planned_tool === null) return 'unplanned';
  return resolution.planned_tool === resolution.tool_used ? 'as_planned' : 'other_tool';
}
