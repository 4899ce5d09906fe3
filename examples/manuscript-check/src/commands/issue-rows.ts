import type { Issue } from '@kanmon/issue-tracker';
import type { Artefacts } from '../workshop/artefacts.ts';

/** An issue as people and machines are shown it: with the words it is about, which the journal has not. */
export interface IssueRow {
  readonly issue_id: string;
  readonly state: Issue['state'];
  readonly severity: Issue['severity'];
  readonly category: string;
  /** From 1; null when the place is lost or the text is gone. */
  readonly line: number | null;
  readonly column: number | null;
  readonly excerpt: string | null;
  readonly description: string;
  /** The replacement that a rule proposes; null when the issue needs a person or a model. */
  readonly suggestion: string | null;
  readonly defer_reason: string | null;
}

const longestExcerpt = 60;

/** Rows in the order of the text. */
export function issueRows(issues: readonly Issue[], artefacts: Artefacts): IssueRow[] {
  return issues
    .toSorted((left, right) => (left.text_range?.start ?? 0) - (right.text_range?.start ?? 0))
    .map((issue) => issueRow(issue, artefacts));
}

/** One row. */
export function issueRow(issue: Issue, artefacts: Artefacts): IssueRow {
  const { issue_id, state, severity, category, description, defer_reason } = issue;
  const hash = issue.suggested_fixes[0]?.text_hash;
  return {
    issue_id,
    state,
    severity,
    category,
    ...placeOf(issue, artefacts.get(issue.manuscript_hash)),
    description,
    suggestion: hash === undefined ? null : artefacts.get(hash),
    defer_reason,
  };
}

function placeOf(
  { text_range: range }: Issue,
  text: string | null,
): Pick<IssueRow, 'line' | 'column' | 'excerpt'> {
  if (range === null || text === null) return { line: null, column: null, excerpt: null };
  const before = text.slice(0, range.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: range.start - lineStart + 1,
    excerpt: oneLine(text.slice(range.start, range.end)),
  };
}

/** Short, on one line, and without anything a terminal would obey. */
export function oneLine(text: string): string {
  const characters = Array.from(text.replaceAll(/[\s\p{Cc}]+/gu, ' '));
  return characters.length <= longestExcerpt
    ? characters.join('')
    : `${characters.slice(0, longestExcerpt).join('')}…`;
}
