import { sha256Hex } from '@kanmon/core';
import type { AppliedText, Issue } from '@kanmon/issue-tracker';
import type { TextlintChecker } from '../checking/textlint-checker.ts';

/**
 * Makes the fix that the check proposed. It fits only the words it was made for; without one, or when
 * another fix has changed the words, the text is checked again and the new proposal is used. Returns
 * null when the finding has no place, or a new check has no proposal for it.
 */
export async function applySuggestion(
  issue: Issue,
  text: string,
  { lint, proposed }: { readonly lint: TextlintChecker; readonly proposed: string | null },
): Promise<AppliedText | null> {
  const range = issue.text_range;
  if (range === null) return null;
  if (proposed !== null && sha256Hex(text.slice(range.start, range.end)) === issue.range_checksum) {
    return changed(text, range, proposed, 'as the check proposed');
  }
  const found = (await lint(text)).find(
    (finding) =>
      finding.category === issue.category &&
      finding.replacement !== null &&
      finding.text_range.start < range.end &&
      range.start < finding.text_range.end,
  );
  return found === undefined || found.replacement === null
    ? null
    : changed(text, found.text_range, found.replacement, 'as a new look at the place proposed');
}

function changed(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  replacement: string,
  how: string,
): AppliedText {
  return {
    text: text.slice(0, start) + replacement + text.slice(end),
    description: `replaced, ${how}`,
    applied_by: 'rules',
  };
}
