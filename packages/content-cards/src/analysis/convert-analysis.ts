import { type Clock, systemClock } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import type { Grade, IssueSeverity } from '../model/card.ts';
import { isPatchId } from '../model/ids.ts';
import { isList, isRecord, listOf, optional, textOf } from '../model/json.ts';
import { worseGrade } from '../review/review-by-rules.ts';

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

/** What was left out: issues and fixes of unknown slides, with empty or double ids. */
export interface AnalysisReport {
  readonly dropped_issues: number;
  readonly dropped_fixes: number;
}

/** How an analysis is converted. */
export interface ConvertOptions {
  readonly clock?: Clock;
  /** Severity of an analysis severity. @default error -> critical */
  readonly severityMap?: Readonly<Record<string, IssueSeverity>>;
  /** @default critical C, warning B, info A */
  readonly gradeMap?: Partial<Readonly<Record<IssueSeverity, Grade>>>;
  readonly onReport?: (document: ReviewEngineDocument, report: AnalysisReport) => void;
}

const severities: Readonly<Record<string, IssueSeverity>> = {
  critical: 'critical',
  error: 'critical',
  warning: 'warning',
  info: 'info',
};
const grades: Readonly<Record<IssueSeverity, Grade>> = { critical: 'C', warning: 'B', info: 'A' };

type Part = Readonly<Record<string, unknown>>;

interface Fix {
  readonly id: string;
  readonly type: string;
  readonly slideId: string;
  readonly elementId: string;
  readonly payload: Part;
}

/** The output of the analyzer in the form of the review engine: one entry per slide of the spec, in its order. */
export function convertAnalysis(
  analysis: unknown,
  spec: unknown,
  options: ConvertOptions = {},
): ReviewEngineDocument {
  const { clock = systemClock, severityMap, gradeMap, onReport } = options;
  const root = isRecord(analysis) ? analysis : {};
  const slides = listOf(isRecord(spec) ? spec['slides'] : undefined);
  const places = new Map<string, number>();
  for (const [index, slide] of slides.entries()) {
    const id = isRecord(slide) ? textOf(slide['id']) : '';
    if (id !== '' && !places.has(id)) places.set(id, index);
  }
  const severityOf = (value: unknown): IssueSeverity => {
    const all = new Map(Object.entries({ ...severities, ...severityMap }));
    return all.get(textOf(value)) ?? 'info';
  };
  const { kept: issues, dropped: dropped_issues } = keepKnown(listOf(root['issues']), (issue) =>
    places.has(slideOf(issue)),
  );
  const bySlide = new Map<string, string>(
    issues.map((issue) => [textOf(issue['id']), slideOf(issue)]),
  );
  const offered = [
    ...listOf(root['fixes']),
    ...issues.flatMap(({ fix }) => (isRecord(fix) ? [fix] : [])),
  ].filter(isRecord);
  const united = offered.filter(
    (fix, index) => offered.findIndex((each) => each['id'] === fix['id']) === index,
  );
  const fixes = united
    .map((fix) => readFix(fix, issues, bySlide))
    .filter(({ id, slideId }) => id !== '' && places.has(slideId));

  const document: ReviewEngineDocument = {
    schema_version: '1.0.0',
    generated_at: clock.now().toISOString(),
    slides: Array.from(places, ([slide_id, index]) => {
      const own = issues.filter((issue) => slideOf(issue) === slide_id);
      const listed = own.map((issue) => ({
        code: textOf(issue['type']),
        message: textOf(issue['message']),
        severity: severityOf(issue['severity']),
      }));
      const { proposals, unsupported } = proposalsOf(
        fixes.filter(({ slideId }) => slideId === slide_id),
        slides[index],
        index,
      );
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
  onReport?.(document, { dropped_issues, dropped_fixes: united.length - fixes.length });
  return document;
}

function slideOf(issue: Part): string {
  const { target } = issue;
  return isRecord(target) ? textOf(target['slide_id']) : '';
}

function keepKnown(
  list: readonly unknown[],
  isKnown: (part: Part) => boolean,
): { readonly kept: readonly Part[]; readonly dropped: number } {
  const seen = new Set<string>();
  const kept = list.filter((each): each is Part => {
    const id = isRecord(each) ? textOf(each['id']) : '';
    if (!isRecord(each) || id === '' || seen.has(id) || !isKnown(each)) return false;
    seen.add(id);
    return true;
  });
  return { kept, dropped: list.length - kept.length };
}

function readFix(fix: Part, issues: readonly Part[], bySlide: ReadonlyMap<string, string>): Fix {
  const issue = issues.find((each) => each['id'] === fix['issue_id'] || each['fix'] === fix);
  const target = isRecord(fix['target'])
    ? fix['target']
    : isRecord(issue?.['target'])
      ? issue['target']
      : {};
  const { payload } = fix;
  return {
    id: textOf(fix['id']),
    type: textOf(fix['type']),
    slideId: textOf(target['slide_id']) || (bySlide.get(textOf(fix['issue_id'])) ?? ''),
    elementId: textOf(target['element_id']),
    payload: isRecord(payload) ? payload : {},
  };
}

function proposalsOf(
  fixes: readonly Fix[],
  slide: unknown,
  index: number,
): { readonly proposals: readonly AnalysisFix[]; readonly unsupported: readonly string[] } {
  const proposals: AnalysisFix[] = [];
  const unsupported = new Set<string>();
  for (const fix of fixes) {
    const patch_id = fix.id
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]/g, '-')
      .slice(0, 128);
    const change = isRecord(slide) && isPatchId(patch_id) ? changeOf(fix, slide, index) : null;
    if (change === null) unsupported.add(fix.type);
    else if (!proposals.some((each) => each.patch_id === patch_id))
      proposals.push({ patch_id, ...change });
  }
  return { proposals, unsupported: [...unsupported].toSorted() };
}

function changeOf(
  { type, elementId, payload }: Fix,
  slide: Part,
  index: number,
): Pick<AnalysisFix, 'description' | 'patch'> | null {
  const bullet = findBullet(slide, elementId);
  if (bullet === null) return null;
  const { item, path } = bullet;
  const at = `/slides/${index}${path}`;
  const guarded = (
    operation: JsonPatchOperation,
    description: string,
  ): Pick<AnalysisFix, 'description' | 'patch'> => ({
    description,
    patch: [
      { op: 'test', path: `/slides/${index}/id`, value: textOf(slide['id']) },
      { op: 'test', path: `${at}/id`, value: elementId },
      operation,
    ],
  });
  const hasFont = isRecord(item['font']);
  switch (type) {
    case 'bullet_reindent':
    case 'bullet_cap': {
      const { level } = payload;
      if (typeof level !== 'number' || !Number.isInteger(level) || level < 0 || level > 5)
        return null;
      // A bullet that has no level yet gets one: `replace` would find nothing.
      const op = item['level'] === undefined ? 'add' : 'replace';
      return guarded(
        { op, path: `${at}/level`, value: level },
        `箇条書き ${elementId} の階層を ${level} にします`,
      );
    }
    case 'font_raise': {
      const size = payload['size_pt'] ?? payload['size'];
      if (!hasFont || typeof size !== 'number' || !(size >= 6) || !Number.isFinite(size))
        return null;
      return guarded(
        { op: 'replace', path: `${at}/font/size_pt`, value: size },
        `箇条書き ${elementId} の文字を ${size}pt にします`,
      );
    }
    case 'color_adjust': {
      const [, digits] =
        /^#?([0-9a-f]{6})$/i.exec(textOf(payload['color_hex'] ?? payload['color'])) ?? [];
      if (!hasFont || digits === undefined) return null;
      return guarded(
        { op: 'replace', path: `${at}/font/color_hex`, value: `#${digits}` },
        `箇条書き ${elementId} の文字色を #${digits} にします`,
      );
    }
    default:
      return null;
  }
}

function findBullet(
  slide: Part,
  elementId: string,
): { readonly item: Part; readonly path: string } | null {
  if (elementId === '') return null;
  for (const [group, each] of listOf(slide['bullets']).entries()) {
    const items = isRecord(each) && isList(each['items']) ? each['items'] : [];
    for (const [index, item] of items.entries())
      if (isRecord(item) && item['id'] === elementId)
        return { item, path: `/bullets/${group}/items/${index}` };
  }
  return null;
}
