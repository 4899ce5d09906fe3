import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { judgeRecheck } from '../life-cycle/judge-recheck.ts';
import { overlapOf } from '../text/text-range.ts';
import {
  isUnchanged,
  mappedSpan,
  type PairScore,
  type RecheckTexts,
  scopeOf,
  scorePair,
  textPart,
  textsOf,
} from './score-pair.ts';
import type { CheckFinding, RecurrenceResult, RecurrenceWeights, TrackedIssue } from './types.ts';

/** Agreement hardly depends on these; the gate and the one-to-one assignment do the work. */
const defaultWeights: RecurrenceWeights = { text: 0.45, place: 0.35, context: 0.2 };
/** The score of a text without a finding stays below the threshold of "resolved", 0.3. */
const silentScale = 0.26;

/** The texts of a recheck, and options. */
export interface RecurrenceContext extends RecheckTexts {
  readonly weights?: RecurrenceWeights;
  /** Findings of further runs of a checker that varies. */
  readonly repeatedFindings?: readonly (readonly CheckFinding[])[];
}

/** Verdicts in the order of the issues, and the findings that match no issue. */
export interface RecurrenceReport {
  readonly results: readonly RecurrenceResult[];
  /** Indexes into the findings. */
  readonly newFindings: readonly number[];
}

/**
 * Matches the findings of a recheck with the old issues. Pairs are taken by descending score, each
 * finding explains one issue. O(issues * findings of the same category near them).
 */
export function scoreRecurrence(
  issues: readonly TrackedIssue[],
  findings: readonly CheckFinding[],
  context: RecurrenceContext,
): RecurrenceReport {
  checkOptions(
    context,
    'oldText newText weights repeatedFindings',
    'scoreRecurrence(issues, findings, context)',
  );
  checkArgument('issues of scoreRecurrence', 'a list', issues);
  checkArgument('findings of scoreRecurrence', 'a list', findings);
  const { weights = defaultWeights, repeatedFindings = [] } = context;
  const votes = findings.map((finding) => votesFor(finding, repeatedFindings));
  const counted = new Set(
    findings.flatMap((_, index) => {
      const vote = votes[index];
      return vote === undefined || vote.for * 2 > vote.of ? [index] : [];
    }),
  );
  const pairs = rankedPairs(issues, findings, counted, context, weights);
  const matched = new Map<number, { readonly finding: number; readonly pair: PairScore }>();
  const used = new Set<number>();
  for (const { issue, finding, pair } of pairs) {
    if (matched.has(issue) || used.has(finding)) continue;
    matched.set(issue, { finding, pair });
    used.add(finding);
  }
  const results = issues.map((issue, index) => {
    const match = matched.get(index);
    return resultOf(issue, match, context, match === undefined ? undefined : votes[match.finding]);
  });
  // A finding that only came near an issue, and does not count as it, is reported on its own.
  for (const [index, result] of results.entries()) {
    const finding = matched.get(index)?.finding;
    if (finding !== undefined && result.state === 'Resolved') used.delete(finding);
  }
  return { results, newFindings: [...counted].filter((index) => !used.has(index)) };
}

function rankedPairs(
  issues: readonly TrackedIssue[],
  findings: readonly CheckFinding[],
  counted: ReadonlySet<number>,
  texts: RecheckTexts,
  weights: RecurrenceWeights,
): { readonly issue: number; readonly finding: number; readonly pair: PairScore }[] {
  const byCategory = new Map<string, number[]>();
  for (const index of counted) {
    const category = findings[index]?.category ?? '';
    const list = byCategory.get(category);
    if (list === undefined) byCategory.set(category, [index]);
    else list.push(index);
  }
  const pairs = issues.flatMap((issue, index) =>
    (byCategory.get(issue.category) ?? []).flatMap((findingIndex) => {
      const finding = findings[findingIndex];
      const pair = finding === undefined ? null : scorePair(issue, finding, texts, weights);
      return pair === null ? [] : [{ issue: index, finding: findingIndex, pair }];
    }),
  );
  const oldStart = (index: number): number => issues[index]?.text_range?.start ?? -1;
  const newStart = (index: number): number => findings[index]?.text_range?.start ?? -1;
  return pairs.toSorted(
    (left, right) =>
      right.pair.score - left.pair.score ||
      oldStart(left.issue) - oldStart(right.issue) ||
      newStart(left.finding) - newStart(right.finding),
  );
}

function resultOf(
  issue: TrackedIssue,
  match: { readonly finding: number; readonly pair: PairScore } | undefined,
  recheckTexts: RecheckTexts,
  votes: RecurrenceResult['verification_votes'] | undefined,
): RecurrenceResult {
  const texts = textsOf(issue, recheckTexts);
  const hasPlace = issue.text_range !== null;
  const place = mappedSpan(issue);
  const textRemoved = hasPlace && issue.remap.status === 'lost';
  const unchanged = hasPlace ? isUnchanged(issue, texts) : match !== undefined;
  // "The same category there" means at the remapped place, never anywhere in the text.
  const found = match !== undefined && (!hasPlace || match.pair.there);
  const silence =
    place === null || issue.text_range === null
      ? 0
      : silentScale * textPart(issue.text_range, place, texts);
  const recheck = {
    recurrence_score: match?.pair.score ?? silence,
    // An issue without a range has no text that could change: it is resolved when no finding matches it.
    checksum_changed: !unchanged,
    same_category_found: found,
    confidence_score: confidenceOf(issue),
    text_removed: textRemoved,
  };
  const verdict = judgeRecheck(recheck);
  return {
    ...recheck,
    ...verdict,
    issue_id: issue.issue_id,
    recurrence_flag: verdict.state === 'Recurrence',
    finding: match !== undefined && verdict.state !== 'Resolved' ? match.finding : null,
    parts: match?.pair.parts ?? {
      text: 0,
      place: place === null ? 0 : confidenceOf(issue),
      context: 0,
    },
    verification_votes: votes ?? null,
  };
}

function confidenceOf({ remap, text_range: range }: TrackedIssue): number {
  if (range === null) return 1;
  if (remap.status === 'mapped') return remap.confidence;
  if (remap.status === 'lost') return 1;
  return Math.max(0, ...remap.candidates.map(({ confidence }) => confidence));
}

/** The first run counts as one vote; a repeated one has it when the same kind overlaps. */
function votesFor(
  finding: CheckFinding,
  runs: readonly (readonly CheckFinding[])[],
): { readonly for: number; readonly of: number } | undefined {
  if (runs.length === 0) return undefined;
  const agreeing = runs.filter((run) =>
    run.some(
      (other) =>
        other.category === finding.category &&
        (finding.text_range === null || other.text_range === null
          ? scopeOf(other) === scopeOf(finding)
          : overlapOf(other.text_range, finding.text_range) > 0),
    ),
  );
  return { for: agreeing.length + 1, of: runs.length + 1 };
}
