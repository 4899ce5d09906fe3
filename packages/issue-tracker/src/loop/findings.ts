import { describeValue } from '@kanmon/core/kit';
import * as z from 'zod';
import {
  categorySchema,
  descriptionSchema,
  severityRank,
  severitySchema,
} from '../entities/fields.ts';
import type { NewIssue, SuggestedFix } from '../entities/issue.ts';
import { InvalidInputError } from '../errors/errors.ts';
import type { SessionView } from '../history/session-state.ts';
import { redactAll } from '../manuscript/redact-excerpts.ts';
import { scopeOf } from '../recurrence/score-pair.ts';
import type { CheckFinding } from '../recurrence/types.ts';
import { createAnchor } from '../remap/anchor.ts';
import type { Transaction } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import { type Span, splitsPair, textRange } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';

/**
 * Runs the checker once and keeps the findings that are valid.
 *
 * @throws {InvalidInputError} The port returned something else than a list.
 */
export async function runCheck(
  context: LoopContext,
  stepId: string,
  attempt: number,
  text: string,
  manuscriptHash: string,
): Promise<SaneFindings> {
  const given: unknown = await context.settings.ports.check({
    step_id: stepId,
    attempt,
    text,
    manuscript_hash: manuscriptHash,
    signal: context.signal,
  });
  if (!Array.isArray(given)) {
    throw new InvalidInputError(
      `expected a list of findings from the check port of step ${JSON.stringify(stepId)}, got ${describeValue(given)}; return [] when there is none`,
    );
  }
  return sanitiseFindings(text, given);
}

/** Fallback reason of a step whose findings could not all be used. */
export function rejectedReason(rejected: number): string | null {
  return rejected === 0 ? null : `findings_rejected:${rejected}`;
}

/** Records why findings of a step could not be used. */
export function recordRejected(
  transaction: Transaction,
  stepId: string,
  { rejected, problem }: Pick<SaneFindings, 'rejected' | 'problem'>,
): void {
  if (rejected === 0) return;
  transaction.recordError(
    new InvalidInputError(
      `${rejected} findings of the checker could not be used; ${problem ?? 'invalid'}`,
    ),
    stepId,
  );
}

/** Number of the next execution of a step; a session may hold several runs of the loop. */
export function nextAttempt({ steps }: SessionView, stepId: string): number {
  return steps.filter(({ step_id: id }) => id === stepId).length + 1;
}

/** A checker that reports more per step reports noise. */
const maxFindings = 2_000;
const maxFixes = 20;
const maxFixKind = 128;
const maxCategory = 128;
const maxDescription = 4_000;

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

/** The findings of a checker that can be used, and what was wrong with the others. */
export interface SaneFindings {
  readonly findings: readonly CheckFinding[];
  readonly rejected: number;
  /** What is wrong with the first rejected finding; it quotes no text. Null when none was rejected. */
  readonly problem: string | null;
}

/** Drops findings with a broken range or shape, and all beyond the limit; what is kept has no extra fields. */
export function sanitiseFindings(text: string, given: readonly unknown[]): SaneFindings {
  let problem: string | null = null;
  const findings = given.flatMap((entry, index): CheckFinding[] => {
    const result = findingSchema.safeParse(entry);
    const wrong = result.success
      ? placeProblem(text, result.data)
      : schemaProblem(result.error.issues);
    if (wrong !== null || !result.success) {
      problem ??= `finding ${index}: ${wrong ?? 'invalid'}`;
      return [];
    }
    const { category, severity, text_range: range, scope, description } = result.data;
    return [
      {
        category,
        severity,
        text_range: range === null ? null : { start: range.start, end: range.end },
        ...(scope === undefined ? {} : { scope }),
        description,
        suggested_fixes: (result.data.suggested_fixes ?? []).slice(0, maxFixes).map(sanitiseFix),
      },
    ];
  });
  const kept =
    findings.length <= maxFindings
      ? findings
      : findings.toSorted(bySeverityAndPlace).slice(0, maxFindings);
  if (kept !== findings) problem ??= `a step may report at most ${maxFindings} findings`;
  return { findings: redacted(kept, text), rejected: given.length - kept.length, problem };
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

function schemaProblem(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues;
  return `${first?.path.join('.') ?? ''} ${first?.message ?? 'invalid'}`.trim();
}

/** What is wrong with the place of a finding; null when it is valid in this text. */
function placeProblem(
  text: string,
  finding: { readonly text_range: Span | null; readonly scope?: string | undefined },
): string | null {
  const { text_range: range, scope } = finding;
  if (range !== null && !isInside(text, range)) {
    return `text_range ${range.start}-${range.end} is reversed, splits a surrogate pair, or is outside the text of ${text.length} UTF-16 units`;
  }
  if (scope === undefined || (scope === 'range') === (range !== null)) return null;
  return `scope ${scope} needs text_range to be ${scope === 'range' ? 'an object' : 'null'}`;
}

function isInside(text: string, { start, end }: Span): boolean {
  return start <= end && end <= text.length && !splitsPair(text, start) && !splitsPair(text, end);
}

/** Findings whose free texts quote the manuscript nowhere. All texts at once: one pass over it. */
function redacted(findings: readonly CheckFinding[], manuscript: string): readonly CheckFinding[] {
  const texts = findings.flatMap(({ category, description, suggested_fixes: fixes = [] }) => [
    category,
    description,
    ...fixes.flatMap((fix) => [fix.kind, fix.description]),
  ]);
  const clean = redactAll(texts, [manuscript]).values();
  // In the order in which they were listed; a redaction may be longer than what it replaces.
  const next = (longest: number): string => (clean.next().value ?? '').slice(0, longest);
  return findings.map((finding) => ({
    ...finding,
    category: next(maxCategory),
    description: next(maxDescription),
    suggested_fixes: (finding.suggested_fixes ?? []).map((fix) => ({
      ...fix,
      kind: next(maxFixKind),
      description: next(maxDescription),
    })),
  }));
}

/** The replacement itself is text; only its hash and length may be kept. */
function sanitiseFix(fix: {
  readonly kind: string;
  readonly description: string;
  readonly text?: string | undefined;
  readonly text_hash?: string | undefined;
  readonly text_length?: number | undefined;
}): SuggestedFix {
  const { text, text_hash: hash, text_length: length } = fix;
  return {
    kind: fix.kind.slice(0, maxFixKind),
    description: fix.description.slice(0, maxDescription),
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
