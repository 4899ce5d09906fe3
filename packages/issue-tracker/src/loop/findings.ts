import { describeValue, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import {
  categorySchema,
  cutText,
  descriptionSchema,
  hashSchema,
  severityRank,
  severitySchema,
  storableText,
} from '../entities/fields.ts';
import type { NewIssue, SuggestedFix } from '../entities/issue.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { redactAll } from '../manuscript/redact-excerpts.ts';
import { scopeOf } from '../recurrence/score-pair.ts';
import type { CheckFinding } from '../recurrence/types.ts';
import type { Transaction } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import { isRangeOf } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';
import { placeIn, type Revision } from './track-issues.ts';

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
        kind: storableText.min(1),
        description: storableText,
        text: storableText.optional(),
        text_hash: hashSchema.optional(),
        text_length: z.int().min(0).optional(),
      }),
    )
    .optional(),
});
type RawFinding = z.infer<typeof findingSchema>;

/** The usable findings of a checker, and the problem of the others. */
interface SaneFindings {
  readonly findings: readonly CheckFinding[];
  readonly rejected: number;
  /** Problem of the first rejected finding; it quotes no text. Null when none was rejected. */
  readonly problem: string | null;
}

/** One run of the checker for one step. */
export interface CheckedStep extends SaneFindings {
  readonly stepId: string;
  readonly durationMs: number;
}

/**
 * Runs the checker once and keeps the findings that are valid.
 *
 * @throws {InvalidInputError} The port returned something else than a list.
 */
export async function runCheck(
  context: LoopContext,
  stepId: string,
  { text, manuscriptHash }: Revision,
): Promise<CheckedStep> {
  // A session may hold several runs of the loop: attempts count on.
  const { steps } = await context.view();
  const attempt = steps.filter(({ step_id: id }) => id === stepId).length + 1;
  const begin = context.now();
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
  const sane = sanitiseFindings(text, given);
  return { ...sane, stepId, durationMs: Math.max(0, context.now() - begin) };
}

/** Records a step, the issues it detected, and why some of its findings could not be used. */
export function recordStep(
  transaction: Transaction,
  { stepId, durationMs, rejected, problem }: CheckedStep,
  issueIds: readonly string[],
  manuscriptHash: string,
): void {
  transaction.addStep({
    step_id: stepId,
    input_snapshot_hash: manuscriptHash,
    issues_detected: issueIds,
    duration_ms: durationMs,
    fallback_reason: rejected === 0 ? null : `findings_rejected:${rejected}`,
    manuscript_hash_refs: [manuscriptHash],
  });
  if (rejected === 0) return;
  const reason = `${rejected === 1 ? '1 finding' : `${rejected} findings`} of the checker could not be used; ${problem ?? 'invalid'}`;
  transaction.recordError(new InvalidInputError(reason), stepId);
}

/** Returns the finding as an issue of this revision, with an anchor of its place. */
export function toNewIssue(finding: CheckFinding, stepId: string, revision: Revision): NewIssue {
  const {
    category,
    severity,
    description,
    suggested_fixes: fixes = [],
    text_range: range,
  } = finding;
  return {
    step_id: stepId,
    manuscript_version_id: revision.manuscriptVersionId,
    manuscript_hash: revision.manuscriptHash,
    category,
    severity,
    description,
    suggested_fixes: fixes,
    scope: scopeOf(finding),
    ...(range === null
      ? { text_range: null, range_checksum: null, anchor: null }
      : placeIn(revision, range)),
  };
}

/**
 * Drops findings with an invalid range or shape, and all beyond the limit. The kept ones have no extra
 * fields, and their free texts do not quote the manuscript.
 */
export function sanitiseFindings(text: string, given: readonly unknown[]): SaneFindings {
  let problem: string | null = null;
  const findings = given.flatMap((entry, index): CheckFinding[] => {
    const result = findingSchema.safeParse(entry);
    const wrong = result.success
      ? placeProblem(text, result.data)
      : schemaProblem(result.error.issues);
    if (wrong === null && result.success) return [toFinding(result.data)];
    problem ??= `finding ${index}: ${wrong}`;
    return [];
  });
  const kept =
    findings.length <= maxFindings
      ? findings
      : findings.toSorted(bySeverityAndPlace).slice(0, maxFindings);
  if (kept !== findings) problem ??= `a step may report at most ${maxFindings} findings`;
  return { findings: redacted(kept, text), rejected: given.length - kept.length, problem };
}

function toFinding({
  text_range: range,
  scope,
  suggested_fixes: fixes = [],
  ...raw
}: RawFinding): CheckFinding {
  return withoutUndefined({
    category: raw.category,
    severity: raw.severity,
    text_range: range === null ? null : { start: range.start, end: range.end },
    scope,
    description: raw.description,
    suggested_fixes: fixes.slice(0, maxFixes).map(toSuggestedFix),
  });
}

/** The replacement itself is text; only its hash and length may be kept. */
function toSuggestedFix(fix: NonNullable<RawFinding['suggested_fixes']>[number]): SuggestedFix {
  const { kind, description, text, text_hash: hash, text_length: length } = fix;
  return {
    kind: cutText(kind, maxFixKind),
    description: cutText(description, maxDescription),
    text_hash: text === undefined ? hash : hashText(text),
    text_length: text === undefined ? length : text.length,
  };
}

function schemaProblem([first]: readonly z.core.$ZodIssue[]): string {
  return `${first?.path.join('.') ?? ''} ${first?.message ?? 'invalid'}`.trim();
}

/** Returns the problem of a finding's place; null when the place is valid in this text. */
function placeProblem(text: string, { text_range: range, scope }: RawFinding): string | null {
  if (range !== null && !isRangeOf(text, range)) {
    return `text_range ${range.start}-${range.end} is reversed, splits a surrogate pair, or is outside the text of ${text.length} UTF-16 units`;
  }
  if (scope === undefined || (scope === 'range') === (range !== null)) return null;
  return `scope ${scope} needs text_range to be ${scope === 'range' ? 'an object' : 'null'}`;
}

/** Redacts the free texts of all findings at once: one pass over the manuscript. */
function redacted(findings: readonly CheckFinding[], manuscript: string): readonly CheckFinding[] {
  const texts = findings.flatMap(({ category, description, suggested_fixes: fixes = [] }) => [
    category,
    description,
    ...fixes.flatMap((fix) => [fix.kind, fix.description]),
  ]);
  const clean = redactAll(texts, [manuscript]).values();
  // In the order in which they were listed; a redaction may be longer than what it replaces.
  const next = (longest: number): string => cutText(clean.next().value ?? '', longest);
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

function bySeverityAndPlace(left: CheckFinding, right: CheckFinding): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    (left.text_range?.start ?? 0) - (right.text_range?.start ?? 0)
  );
}
