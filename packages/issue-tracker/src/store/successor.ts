import type { Issue, NewIssue } from '../entities/issue.ts';

/**
 * The new issue a recurrence goes on under: the finding as the checker gave it now, else the old issue
 * as it stands, linked to the whole line of its predecessors.
 */
export function successorOf(issue: Issue, found: NewIssue | undefined): NewIssue {
  const related = [issue.issue_id, ...issue.related_issue_ids, ...(found?.related_issue_ids ?? [])];
  return {
    step_id: issue.step_id,
    manuscript_version_id: issue.manuscript_version_id,
    manuscript_hash: issue.manuscript_hash,
    category: issue.category,
    severity: issue.severity,
    text_range: issue.text_range,
    range_checksum: issue.range_checksum,
    description: issue.description,
    suggested_fixes: issue.suggested_fixes,
    anchor: issue.anchor,
    scope: issue.scope,
    ...found,
    related_issue_ids: [...new Set(related)],
    recurrence_depth: issue.recurrence_depth + 1,
  };
}
