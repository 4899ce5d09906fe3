import type { Texts } from '../cli/texts.ts';
import { type IssueRow, oneLine } from './issue-rows.ts';

/** Formats issues as lines: place, severity, rule, message, words, and proposed replacement. */
export function showIssues(rows: readonly IssueRow[], texts: Texts): string[] {
  return rows.flatMap((row) => {
    const place = row.line === null ? '-' : `${row.line}:${row.column}`;
    const state = row.state === 'New' ? '' : ` (${texts.states[row.state]})`;
    return [
      `${place}  ${texts.severities[row.severity]}  ${row.category}${state}  ${oneLine(withoutMarks(row.description))}`,
      ...(row.excerpt === null ? [] : [`    ${row.excerpt}`]),
      ...(row.suggestion === null ? [] : [`    → ${oneLine(row.suggestion)}`]),
    ];
  });
}

/** The journal has a hash where a description quoted the manuscript; the next line shows the words. */
function withoutMarks(description: string): string {
  return description.replaceAll(/\[excerpt [0-9a-f]{12} \d+\]/gu, '…');
}
