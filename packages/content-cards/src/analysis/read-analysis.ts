import { isRecord, listOf, textOf } from '../model/json.ts';
import type { Fix } from './bullet-fix.ts';

/** What was left out: issues and fixes of unknown slides, with empty or double ids. */
export interface AnalysisReport {
  readonly dropped_issues: number;
  readonly dropped_fixes: number;
}

/** An issue of the analyzer, as far as it is known. */
export interface Issue {
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly message: string;
  readonly slideId: string;
  readonly elementId: string;
}

/** The parts of an analysis that can be used, in their order. */
export interface ReadAnalysis {
  readonly issues: readonly Issue[];
  readonly fixes: readonly Fix[];
  readonly report: AnalysisReport;
}

type Part = Readonly<Record<string, unknown>>;

/** Reads what is known of an analysis; what cannot be used is counted. Linear in its size. */
export function readAnalysis(
  analysis: unknown,
  isKnownSlide: (id: string) => boolean,
): ReadAnalysis {
  const root = isRecord(analysis) ? analysis : {};
  const given = listOf(root['issues']);
  const issues = new Map<string, Issue>();
  const ownFixes: { readonly fix: Part; readonly issue: Issue | null }[] = [];
  for (const each of given) {
    const issue = isRecord(each) ? readIssue(each) : null;
    const isKept = issue !== null && !issues.has(issue.id) && isKnownSlide(issue.slideId);
    if (isKept) issues.set(issue.id, issue);
    const own = isRecord(each) ? each['fix'] : undefined;
    if (isRecord(own)) ownFixes.push({ fix: own, issue: isKept ? issue : null });
  }
  const fixes = new Map<string, Fix>();
  let dropped = 0;
  const take = (fix: Fix): boolean => {
    if (fix.id === '' || fixes.has(fix.id) || !isKnownSlide(fix.slideId)) return false;
    fixes.set(fix.id, fix);
    return true;
  };
  for (const each of listOf(root['fixes'])) {
    const issue = isRecord(each) ? issues.get(textOf(each['issue_id'])) : undefined;
    if (!isRecord(each) || !take(readFix(each, issue))) dropped += 1;
  }
  // An analyzer names its fixes twice, in the list and in their issues: that is no double id.
  const listed = new Set(fixes.keys());
  for (const { fix, issue } of ownFixes)
    if (!listed.has(textOf(fix['id'])) && (issue === null || !take(readFix(fix, issue))))
      dropped += 1;
  return {
    issues: [...issues.values()],
    fixes: [...fixes.values()],
    report: { dropped_issues: given.length - issues.size, dropped_fixes: dropped },
  };
}

function readIssue(part: Part): Issue | null {
  const id = textOf(part['id']);
  if (id === '') return null;
  const target = isRecord(part['target']) ? part['target'] : {};
  return {
    id,
    type: textOf(part['type']),
    severity: textOf(part['severity']),
    message: textOf(part['message']),
    slideId: textOf(target['slide_id']),
    elementId: textOf(target['element_id']),
  };
}

/** A fix without a target of its own has that of its issue. */
function readFix(part: Part, issue: Issue | undefined): Fix {
  const target = isRecord(part['target']) ? part['target'] : {};
  const { payload } = part;
  return {
    id: textOf(part['id']),
    type: textOf(part['type']),
    slideId: textOf(target['slide_id']) || (issue?.slideId ?? ''),
    elementId: textOf(target['element_id']) || (issue?.elementId ?? ''),
    payload: isRecord(payload) ? payload : {},
  };
}
