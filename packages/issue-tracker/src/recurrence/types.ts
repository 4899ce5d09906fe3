import type { IssueSeverity } from '../entities/fields.ts';
import type { IssueScope, SuggestedFix } from '../entities/issue.ts';
import type { RecheckVerdict } from '../life-cycle/judge-recheck.ts';
import type { Remap } from '../remap/types.ts';
import type { Span } from '../text/text-range.ts';

/** A finding of a checker. A model may have written it, so every field is checked. */
export interface CheckFinding {
  readonly category: string;
  readonly severity: IssueSeverity;
  /** Null for a finding about a section or the whole document. */
  readonly text_range: Span | null;
  /** @default 'range' with a range, else 'document' */
  readonly scope?: IssueScope;
  readonly description: string;
  readonly suggested_fixes?: readonly SuggestedFix[];
}

/** An earlier finding, with where its place is now. */
export interface TrackedIssue {
  readonly issue_id: string;
  readonly category: string;
  readonly severity: IssueSeverity;
  readonly scope: IssueScope;
  /** In the old text. */
  readonly text_range: Span | null;
  readonly remap: Remap;
  /** Text of the range, if it differs from that of the other issues. */
  readonly old_text?: string | null;
}

/** Weight of each part of the evidence; the sum should be 1. */
export interface RecurrenceWeights {
  /** @default 0.45 */
  readonly text: number;
  /** @default 0.35 */
  readonly place: number;
  /** @default 0.2 */
  readonly context: number;
}

/** The verdict over one earlier finding. */
export interface RecurrenceResult extends RecheckVerdict {
  readonly issue_id: string;
  /** 0-1: strength of the evidence that a finding is this one again. */
  readonly recurrence_score: number;
  readonly recurrence_flag: boolean;
  /** Index of the finding that was matched. */
  readonly finding: number | null;
  readonly parts: { readonly text: number; readonly place: number; readonly context: number };
  readonly checksum_changed: boolean;
  readonly same_category_found: boolean;
  readonly text_removed: boolean;
  /** Of the place, 0-1. */
  readonly confidence_score: number;
  /** Number of checker runs that had the finding; null for a single run. */
  readonly verification_votes: { readonly for: number; readonly of: number } | null;
}
