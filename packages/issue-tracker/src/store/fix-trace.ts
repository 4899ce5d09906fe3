import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { SessionView } from '../history/session-view.ts';
import type { FixTrace } from './types.ts';

/** Fix tasks against what was really done, one line an attempt (seed: ゴール定義, third point). */
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

/** A text that was verified without an applied fix was edited by hand: nobody planned that. */
function matchOf(resolution: IssueResolution): FixTrace['match'] {
  if (resolution.applied_at === null) {
    return resolution.recurrence_score === null ? 'not_applied' : 'unplanned';
  }
  if (resolution.planned_tool === null) return 'unplanned';
  return resolution.planned_tool === resolution.tool_used ? 'as_planned' : 'other_tool';
}
