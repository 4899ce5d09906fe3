import { type Clock, type Locale, systemClock } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { bulletChange, type Fix } from './bullet-fix.ts';
import { type AnalysisReport, type Issue, readAnalysis } from './read-analysis.ts';
import type { Grade } from '../model/card.ts';
import { isRecord, listOf, optional, textOf } from '../model/json.ts';
import type { IssueSeverity } from '../model/review.ts';
import { worseGrade } from '../review/review-by-rules.ts';
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

/** How an analysis is converted. */
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

const convertNames: OptionNames<ConvertOptions> = {
  clock: true,
  severityMap: true,
  gradeMap: true,
  locale: true,
  onReport: true,
};

/** The output of the analyzer in the form of the review engine: one entry per slide of the spec, in its order. */
export function convertAnalysis(
  analysis: unknown,
  spec: unknown,
  options: ConvertOptions = {},
): ReviewEngineDocument {
  checkOptions(options, convertNames, 'convertAnalysis(analysis, spec, options)');
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
      const listed = (issuesOf.get(slide_id) ?? []).map(({ type, message, severity }: Issue) => ({
        code: type,
        message,
        severity: known.get(severity) ?? 'info',
      }));
      const own = fixesOf.get(slide_id) ?? [];
      const { proposals, unsupported } = proposalsOf(own, slides[index], index, locale);
      return {
        slide_id,
        grade: listed.reduce<Grade>(
          (grade, { severity }) => worseGrade(grade, { ...grades, ...gradeMap }[severity]),
          'A',
        ),
        issues: listed,
        ...optional('autofix_proposals', proposals.length === 0 ? undefined : proposals),
        ...optional(
          'notes',
          unsupported.length === 0 ? undefined : { unsupported_fix_types: unsupported },
        ),
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

/** The id of a fix lowered to a patch id; ids that become one (`F.1`, `f-1`) are told apart by a number. */
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

/** What the analyzer says in words. */
function textsOf(analysis: unknown): string {
  const issues = listOf(isRecord(analysis) ? analysis['issues'] : undefined);
  return issues.map((issue) => (isRecord(issue) ? textOf(issue['message']) : '')).join('\n');
}
