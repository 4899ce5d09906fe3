import type { JsonValue, StoredEvent } from '@kanmon/core';
import { applyEvent } from '../history/apply-event.ts';
import { emptySessionState } from '../history/session-state.ts';
import type { TimelineEntry } from './types.ts';

/** What happened, one line an event, with the state of the issue before and after it. */
export function timelineOf(events: readonly StoredEvent[]): TimelineEntry[] {
  const state = emptySessionState();
  return events.map((event) => {
    const issueId = member(event.data, 'issue_id');
    const stateOf = (): TimelineEntry['state_before'] =>
      issueId === null ? null : (state.issues.get(issueId)?.state ?? null);
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

/** Codes, tools and scores; descriptions stay in the entities. */
const told: Readonly<Record<string, readonly string[]>> = {
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
  const parts = (Object.hasOwn(told, type) ? (told[type] ?? []) : []).flatMap((name) => {
    const value = member(data, name);
    return value === null ? [] : [`${name}=${value}`];
  });
  return [type, ...parts].join(' ');
}

function member(data: JsonValue, name: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return null;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
