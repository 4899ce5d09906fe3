import { severityRank } from '../entities/fields.ts';
import { bigramDice } from '../text/grams.ts';
import { plainLines } from '../text/line-ends.ts';
import { textSimilarity } from '../text/similarity.ts';
import { overlapOf, type Span } from '../text/text-range.ts';
import type { CheckFinding, RecurrenceWeights, TrackedIssue } from './types.ts';

/** Of each side of a long text, head and tail together. */
const textCap = 400;
const contextLength = 100;
/** A gap of 20 characters leaves 37 % of the place evidence. */
const gapScale = 20;
/** Without evidence of place a finding is never a recurrence; with a fitting context it may be a part. */
const minPlace = 0.5;
const strongContext = 0.8;
const capWithContext = 0.69;
const capWithout = 0.29;
/** A finding much milder than the old one weighs down to this share. */
const severityFloor = 0.7;
/** Findings are only looked for this near to the old place. */
const window = 400;
const lostWindowShare = 0.2;

/** Old and new text of a recheck; the old one may be gone. */
export interface RecheckTexts {
  readonly oldText: string | null;
  readonly newText: string;
}

/** Evidence that a finding is an old one again. */
export interface PairScore {
  readonly score: number;
  /** The finding is at the remapped place; for a lost place: in an almost equal context. */
  readonly there: boolean;
  readonly parts: { readonly text: number; readonly place: number; readonly context: number };
}

/** Scores one finding against one issue of the same category; null when they cannot be the same. */
export function scorePair(
  issue: TrackedIssue,
  finding: CheckFinding,
  recheckTexts: RecheckTexts,
  weights: RecurrenceWeights,
): PairScore | null {
  const texts = textsOf(issue, recheckTexts);
  if (issue.category !== finding.category) return null;
  const severity = severityFactor(issue, finding);
  if (issue.text_range === null || finding.text_range === null) {
    return issue.scope === scopeOf(finding)
      ? { score: severity, there: true, parts: { text: 1, place: 1, context: 1 } }
      : null;
  }
  const place = mappedSpan(issue);
  if (!isNear(issue.text_range, place, finding.text_range, texts)) return null;
  if (place !== null && sameSpan(place, finding.text_range) && isUnchanged(issue, texts)) {
    return { score: 1, there: true, parts: { text: 1, place: 1, context: 1 } };
  }
  const parts = {
    text: textPart(issue.text_range, finding.text_range, texts),
    place: placePart(issue, place, finding.text_range),
    context: contextPart(issue.text_range, finding.text_range, texts),
  };
  const sum =
    weights.text * parts.text + weights.place * parts.place + weights.context * parts.context;
  const cap =
    parts.place >= minPlace ? 1 : parts.context >= strongContext ? capWithContext : capWithout;
  const there =
    place === null ? parts.context >= strongContext : sameSpan(place, finding.text_range);
  return { score: Math.min(1, Math.min(sum, cap) * severity), there, parts };
}

/** Returns the texts of a recheck with the issue's own old text. */
export function textsOf(
  { old_text: own }: TrackedIssue,
  { oldText, newText }: RecheckTexts,
): RecheckTexts {
  return { oldText: own === undefined ? oldText : own, newText };
}

/** Returns the scope of a finding; a missing one follows from the range. */
export function scopeOf(finding: CheckFinding): TrackedIssue['scope'] {
  return finding.scope ?? (finding.text_range === null ? 'document' : 'range');
}

/** Returns the place of an issue now; null when it is lost or there are several candidates. */
export function mappedSpan({ remap }: TrackedIssue): Span | null {
  return remap.status === 'mapped' ? remap.range : null;
}

/** True when the text at the remapped place reads as before. */
export function isUnchanged(issue: TrackedIssue, { oldText, newText }: RecheckTexts): boolean {
  if (issue.remap.status !== 'mapped' || issue.text_range === null) return false;
  // Without the old text only the hash was compared, and then both are equal.
  if (oldText === null) return issue.remap.similarity === 1;
  const { start, end } = issue.remap.range;
  const slice = oldText.slice(issue.text_range.start, issue.text_range.end);
  return plainLines(slice) === plainLines(newText.slice(start, end));
}

/** Applies NFKC and collapses blanks, so that a reformatted text counts as equal. */
function normalised(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
  return plain.length <= textCap ? plain : plain.slice(0, textCap / 2) + plain.slice(-textCap / 2);
}

/** Overlapping, or the same point. */
function sameSpan(left: Span, right: Span): boolean {
  return overlapOf(left, right) > 0 || (left.start === right.start && left.end === right.end);
}

function isNear(
  old: Span,
  place: Span | null,
  found: Span,
  { oldText, newText }: RecheckTexts,
): boolean {
  if (place !== null) return found.start <= place.end + window && found.end >= place.start - window;
  const oldLength = Math.max(1, oldText?.length ?? newText.length);
  const relative = found.start / Math.max(1, newText.length);
  return Math.abs(relative - old.start / oldLength) <= lostWindowShare;
}

/** Returns the similarity of an old slice and a new one. */
export function textPart(old: Span, found: Span, { oldText, newText }: RecheckTexts): number {
  if (oldText === null) return 0;
  return textSimilarity(
    normalised(oldText.slice(old.start, old.end)),
    normalised(newText.slice(found.start, found.end)),
  );
}

function placePart(issue: TrackedIssue, place: Span | null, found: Span): number {
  if (place === null || issue.remap.status !== 'mapped') return 0;
  const { confidence } = issue.remap;
  const shared = overlapOf(place, found);
  if (shared > 0 || sameSpan(place, found)) {
    const shorter = Math.min(place.end - place.start, found.end - found.start);
    return confidence * (0.5 + 0.5 * (shorter === 0 ? 1 : shared / shorter));
  }
  const gap = Math.max(found.start - place.end, place.start - found.end, 0);
  return confidence * 0.5 * Math.exp(-gap / gapScale);
}

function contextPart(old: Span, found: Span, { oldText, newText }: RecheckTexts): number {
  if (oldText === null) return 0;
  const before = bigramDice(
    plainLines(oldText.slice(Math.max(0, old.start - contextLength), old.start)),
    plainLines(newText.slice(Math.max(0, found.start - contextLength), found.start)),
  );
  const after = bigramDice(
    plainLines(oldText.slice(old.end, old.end + contextLength)),
    plainLines(newText.slice(found.end, found.end + contextLength)),
  );
  return (before + after) / 2;
}

function severityFactor(issue: TrackedIssue, finding: CheckFinding): number {
  const ratio = severityRank(finding.severity) / severityRank(issue.severity);
  return severityFloor + (1 - severityFloor) * Math.min(1, ratio);
}
