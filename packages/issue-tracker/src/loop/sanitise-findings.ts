import * as z from 'zod';
import type { NewIssue, SuggestedFix } from '../entities/issue.ts';
import {
  categorySchema,
  descriptionSchema,
  severityRank,
  severitySchema,
} from '../entities/shared-schemas.ts';
import { redactExcerpts } from '../manuscript/redact-excerpts.ts';
import { scopeOf } from '../recurrence/score-pair.ts';
import type { CheckFinding } from '../recurrence/types.ts';
import { createAnchor } from '../remap/anchor.ts';
import { hashText } from '../text/hash-text.ts';
import { splitsPair } from '../text/surrogates.ts';
import { type Span, textRange } from '../text/text-range.ts';

/** A checker that reports more per step reports noise. */
const maxFindings = 2_000;
const maxFixes = 20;
const maxFixKind = 128;

const findingSchema = z.looseObject({
  category: categorySchema,
  severity: severitySchema,
  text_range: z.looseObject({ start: z.int().min(0), end: z.int().min(0) }).nullable(),
  scope: z.enum(['range', 'section', 'document']).optional(),
  description: descriptionSchema,
  suggested_fixes: z
    .array(
      z.looseObject({
        kind: z.string().min(1),
        description: z.string(),
        text: z.string().optional(),
        text_hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/u)
          .optional(),
        text_length: z.int().min(0).optional(),
      }),
    )
    .optional(),
});

/** What a checker said, as far as it can be used. */
export interface SaneFindings {
  readonly findings: readonly CheckFinding[];
  readonly rejected: number;
}

/** Drops findings with a broken range or shape, and all beyond the limit; what is kept has no extra fields. */
export function sanitiseFindings(text: string, given: readonly unknown[]): SaneFindings {
  const findings = given.flatMap((entry): CheckFinding[] => {
    const result = findingSchema.safeParse(entry);
    if (!result.success) return [];
    const { category, severity, text_range: range, scope, description } = result.data;
    if (range !== null && !isInside(text, range)) return [];
    if ((scope === 'range') !== (range !== null) && scope !== undefined) return [];
    return [
      {
        category: redactExcerpts(category, text),
        severity,
        text_range: range === null ? null : { start: range.start, end: range.end },
        ...(scope === undefined ? {} : { scope }),
        description: redactExcerpts(description, text).slice(0, 4_000),
        suggested_fixes: (result.data.suggested_fixes ?? [])
          .slice(0, maxFixes)
          .map((fix) => sanitiseFix(fix, text)),
      },
    ];
  });
  const kept =
    findings.length <= maxFindings
      ? findings
      : findings.toSorted(bySeverityAndPlace).slice(0, maxFindings);
  return { findings: kept, rejected: given.length - kept.length };
}

/** The finding as an issue of this manuscript, its place as an anchor. */
export function toNewIssue(
  finding: CheckFinding,
  where: {
    readonly text: string;
    readonly stepId: string;
    readonly manuscriptHash: string;
    readonly manuscriptVersionId: string;
    readonly salt: string | undefined;
  },
): NewIssue {
  const { text, salt } = where;
  const range = finding.text_range;
  return {
    step_id: where.stepId,
    manuscript_version_id: where.manuscriptVersionId,
    manuscript_hash: where.manuscriptHash,
    category: finding.category,
    severity: finding.severity,
    text_range: range === null ? null : textRange(range.start, range.end),
    range_checksum: range === null ? null : hashText(text.slice(range.start, range.end), salt),
    description: finding.description,
    suggested_fixes: finding.suggested_fixes ?? [],
    anchor: range === null ? null : createAnchor(text, range, salt === undefined ? {} : { salt }),
    scope: scopeOf(finding),
  };
}

function isInside(text: string, { start, end }: Span): boolean {
  return start <= end && end <= text.length && !splitsPair(text, start) && !splitsPair(text, end);
}

/** The replacement itself is text; only its hash and length may be kept. */
function sanitiseFix(
  fix: {
    readonly kind: string;
    readonly description: string;
    readonly text?: string | undefined;
    readonly text_hash?: string | undefined;
    readonly text_length?: number | undefined;
  },
  manuscript: string,
): SuggestedFix {
  const { text, text_hash: hash, text_length: length } = fix;
  return {
    kind: redactExcerpts(fix.kind, manuscript).slice(0, maxFixKind),
    description: redactExcerpts(fix.description, manuscript).slice(0, 4_000),
    text_hash: text === undefined ? hash : hashText(text),
    text_length: text === undefined ? length : text.length,
  };
}

function bySeverityAndPlace(left: CheckFinding, right: CheckFinding): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    (left.text_range?.start ?? 0) - (right.text_range?.start ?? 0)
  );
}
