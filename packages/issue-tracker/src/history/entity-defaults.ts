import type { Issue } from '../entities/issue.ts';
import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { ManuscriptFetchLog } from '../entities/manuscript-fetch-log.ts';
import type { StepExecution } from '../entities/step-execution.ts';

/** What a field is when a history of an older version does not have it: null where nothing was recorded. */
export const defaultsOf: {
  readonly issue: Partial<Issue>;
  readonly step: Partial<StepExecution>;
  readonly resolution: Partial<IssueResolution>;
  readonly fetchLog: Partial<ManuscriptFetchLog>;
} = {
  issue: {
    text_range: null,
    range_checksum: null,
    description: '',
    suggested_fixes: [],
    related_issue_ids: [],
    adjustment_method: null,
    confidence_score: 1,
    adjustment_attempts: [],
    adjustment_delta: null,
    anchor: null,
    scope: 'range',
    state: 'New',
    state_reason: null,
    defer_reason: null,
    recurrence_depth: 0,
  },
  step: {
    output_snapshot_hash: null,
    issues_detected: [],
    duration_ms: 0,
    fallback_reason: null,
    available_tools: [],
    tool_selection_status: 'not_offered',
    manuscript_hash_refs: [],
    qc_code: null,
  },
  resolution: {
    applied_fix_description: null,
    applied_by: null,
    applied_at: null,
    tool_used: null,
    diff_ref: null,
    verification_status: 'pending',
    verification_snapshot_id: null,
    recurrence_score: null,
    recurrence_flag: null,
    planned_tool: null,
    plan_description: null,
    planned_by: null,
    planned_at: null,
    verification_votes: null,
  },
  fetchLog: { qc_code: null },
};
