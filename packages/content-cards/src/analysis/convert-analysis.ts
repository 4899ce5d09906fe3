import { type Clock, type Locale, systemClock } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import { checkOptions } from '@kanmon/core/kit';
import {
  type AnalyzerIssue,
  bulletChange,
  type Fix,
  fixSchema,
  issueSchema,
} from './bullet-fix.ts';
import type { Grade } from '../model/card.ts';
import { isRecord, listOf, textOf } from '../model/json.ts';
import type { IssueSeverity } from '../model/review.ts';
import { worseGrade } from '../review/rule.ts';
import { localeOf } from '../text/locale-of.ts';

/** A slide of `review_engine_analyzer.json`. */
export interface ReviewEngineSlide {
  readonly slide_id: string;
  readonly grade: Grade;
  readonly issues: readonly {
    readonly code: string;
    readonly message: string;
    readonly severity: IssueSeverity;
  }[];
  readonly autofix_proposals?: readonly AnalysisFix[];
  readonly notes?: { readonly unsupported_fix_types: readonly string[] };
}

/** A proposal; its patch is relative to the presentation spec. */
export interface AnalysisFix {
  readonly patch_id: string;
  readonly description: string;
  readonly patch: readonly JsonPatchOperation[];
}

/** `review_engine_analyzer.json`. */
export interface ReviewEngineDocument {
  readonly schema_version: '1.0.0';
  readonly generated_at: string;
  readonly slides: readonly ReviewEngineSlide[];
}

/** Options of `convertAnalysis`. */
export interface ConvertOptions {
  readonly clock?: Clock;
  /** Severity of an analysis severity. @default error -> critical */
  readonly severityMap?: Readonly<Record<string, IssueSeverity>>;
  /** @default critical C, warning B, info A */
  readonly gradeMap?: Partial<Readonly<Record<IssueSeverity, Grade>>>;
  /** Of the descriptions. @default 'ja' */
  readonly locale?: Locale;
  readonly onReport?: (document: ReviewEngineDocument, report: AnalysisReport) => void;
}

const severities: Readonly<Record<string, IssueSeverity>> = {
  critical: 'critical',
  error: 'critical',
  warning: 'warning',
  info: 'info',
};
const grades: Readonly<Record<IssueSeverity, Grade>> = { critical: 'C', warning: 'B', info: 'A' };

/** The output of the analyzer in the form of the review engine: one entry per slide of the spec, in its order. */
export function convertAnalysis(
  analysis: unknown,
  spec: unknown,
  options: ConvertOptions = {},
): ReviewEngineDocument {
  checkOptions(
    options,
    'clock severityMap gradeMap locale onReport',
    'convertAnalysis(analysis, spec, options)',
  );
  const { clock = systemClock, severityMap, gradeMap, onReport } = options;
  const { locale = localeOf(textsOf(analysis)) } = options;
  const slides = listOf(isRecord(spec) ? spec['slides'] : undefined);
  const places = new Map<string, number>();
  for (const [index, slide] of slides.entries()) {
    const id = isRecord(slide) ? textOf(slide['id']) : '';
    if (id !== '' && !places.has(id)) places.set(id, index);
  }
  const known = new Map(Object.entries({ ...severities, ...severityMap }));
  const { issues, fixes, report } = readAnalysis(analysis, (id) => places.has(id));
  const issuesOf = bySlide(issues);
  const fixesOf = bySlide(fixes);

  const document: ReviewEngineDocument = {
    schema_version: '1.0.0',
    generated_at: clock.now().toISOString(),
    slides: Array.from(places, ([slide_id, index]) => {
      const listed = (issuesOf.get(slide_id) ?? []).map(
        ({ type, message, severity }: AnalyzerIssue) => ({
          code: type,
          message,
          severity: known.get(severity) ?? 'info',
        }),
      );
      const own = fixesOf.get(slide_id) ?? [];
      const { proposals, unsupported } = proposalsOf(own, slides[index], index, locale);
      return {
        slide_id,
        grade: listed.reduce<Grade>(
          (grade, { severity }) => worseGrade(grade, { ...grades, ...gradeMap }[severity]),
          'A',
        ),
        issues: listed,
        ...(proposals.length === 0 ? {} : { autofix_proposals: proposals }),
        ...(unsupported.length === 0 ? {} : { notes: { unsupported_fix_types: unsupported } }),
      };
    }),
  };
  onReport?.(document, report);
  return document;
}

function bySlide<T extends { readonly slideId: string }>(parts: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const part of parts) {
    const group = groups.get(part.slideId);
    if (group === undefined) groups.set(part.slideId, [part]);
    else group.push(part);
  }
  return groups;
}

function proposalsOf(
  fixes: readonly Fix[],
  slide: unknown,
  index: number,
  locale: Locale,
): { readonly proposals: readonly AnalysisFix[]; readonly unsupported: readonly string[] } {
  const proposals: AnalysisFix[] = [];
  const uses = new Map<string, number>();
  const unsupported = new Set<string>();
  for (const fix of fixes) {
    const change = isRecord(slide) ? bulletChange(fix, slide, index, locale) : null;
    if (change === null) unsupported.add(fix.type);
    else proposals.push({ patch_id: patchIdOf(fix.id, uses), ...change });
  }
  return { proposals, unsupported: [...unsupported].toSorted() };
}

const maxId = 128;
/** Room for `-` and a number. */
const maxIdHead = 120;

/** Returns the id of a fix as a patch id; ids that would be equal (`F.1`, `f-1`) get a number. */
function patchIdOf(id: string, uses: Map<string, number>): string {
  const lowered = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, maxId);
  let free = lowered;
  let number = uses.get(lowered) ?? 0;
  for (; number > 0 && uses.has(free); number += 1)
    free = `${lowered.slice(0, maxIdHead)}-${number + 1}`;
  uses.set(lowered, Math.max(1, number));
  uses.set(free, uses.get(free) ?? 1);
  return free;
}

/** Returns the messages of the analyzer. */
function textsOf(analysis: unknown): string {
  const issues = listOf(isRecord(analysis) ? analysis['issues'] : undefined);
  return issues.map((issue) => (isRecord(issue) ? textOf(issue['message']) : '')).join('\n');
}

/** Counts of ignored parts: issues and fixes of unknown slides, with empty or duplicate ids. */
export interface AnalysisReport {
  readonly dropped_issues: number;
  readonly dropped_fixes: number;
}

/** The parts of an analysis that can be used, in their order. */
interface ReadAnalysis {
  readonly issues: readonly AnalyzerIssue[];
  readonly fixes: readonly Fix[];
  readonly report: AnalysisReport;
}

type Part = Readonly<Record<string, unknown>>;

/** Reads what is known of an analysis; what cannot be used is counted. Linear in its size. */
function readAnalysis(analysis: unknown, isKnownSlide: (id: string) => boolean): ReadAnalysis {
  const root = isRecord(analysis) ? analysis : {};
  const given = listOf(root['issues']);
  const issues = new Map<string, AnalyzerIssue>();
  const ownFixes: { readonly fix: Part; readonly issue: AnalyzerIssue | null }[] = [];
  for (const each of given) {
    const { data: issue = null } = issueSchema.safeParse(each);
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

/** A fix without a target has the target of its issue. */
function readFix(part: Part, issue: AnalyzerIssue | undefined): Fix {
  const fix = fixSchema.parse(part);
  return {
    ...fix,
    slideId: fix.slideId || (issue?.slideId ?? ''),
    elementId: fix.elementId || (issue?.elementId ?? ''),
  };
}
