import type { CardStatus, Grade, Hash, ReviewIssue, Story, Table } from './card.ts';
import type { JsonPatchOperation } from '@kanmon/core/json';

/** An auto-fix as a slide of a document holds it: paths within the slide, `/elements/body/1`. */
export interface SlideAutoFix {
  readonly patch_id: string;
  readonly description: string;
  readonly patch: readonly JsonPatchOperation[];
}

/** The review of a slide as the document shows it. */
export interface SlideReview {
  readonly grade: Grade;
  readonly issues: readonly ReviewIssue[];
  readonly autofix_proposals: readonly SlideAutoFix[];
  readonly strengths?: readonly string[];
  readonly weaknesses?: readonly string[];
  readonly actions?: readonly string[];
  readonly retry?: boolean;
  readonly reviewed_hash?: Hash;
  readonly reviewed_at?: string;
  readonly model?: string | null;
}

/** The proof of an approval: who, when, for which bytes, and where in the history. */
export interface Approval {
  readonly approved_by: string;
  readonly approved_at: string;
  readonly content_hash: Hash;
  /** Revision of the card that was approved: the one that the approver saw. */
  readonly revision: string;
  readonly event_version: number;
  readonly event_hash: string;
  readonly ai_grade: Grade | null;
  readonly applied_autofix: readonly string[];
}

/** A card in the nested form of the seed's files. */
export interface Slide {
  readonly id: string;
  readonly intent: string;
  readonly type_hint?: string;
  readonly elements: {
    readonly title: string;
    readonly body: readonly string[];
    readonly table_data?: Table;
    readonly note?: string;
  };
  readonly status: CardStatus;
  readonly ai_review?: SlideReview;
  readonly applied_autofix: readonly string[];
  readonly story?: Story;
  readonly approval?: Approval;
}

/** `content_draft.json` and `content_approved.json`. */
export interface ApprovalDocument {
  readonly slides: readonly Slide[];
  readonly meta?: { readonly tone?: string; readonly audience?: string; readonly summary?: string };
}
