import type { JsonObject, JsonPointer } from './json.ts';
import type { JsonPatchOperation } from '@kanmon/core/json';

/** `sha256:` and 64 hex digits. */
export type Hash = string;

/** Rows as wide as the headers; without headers all rows equally wide. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Where a card stands in the line of argument. */
export interface Story {
  readonly phase: string;
  readonly chapter_id?: string;
  readonly angle?: string;
}

/** The content of one slide: what is reviewed, approved and hashed. */
export interface Card {
  readonly slide_id: string;
  readonly title: string;
  readonly body: readonly string[];
  readonly table_data: Table | null;
  readonly note: string | null;
  readonly intent: string;
  readonly type_hint: string | null;
  readonly story: Story;
}

/** A card as people send it: what has a default may be left out. */
export type CardInput = Pick<Card, 'slide_id' | 'title' | 'intent' | 'story'> &
  Partial<Omit<Card, 'slide_id' | 'title' | 'intent' | 'story'>>;

export type CardStatus = 'draft' | 'approved' | 'returned';

/** A: nothing; B: warnings; C: something critical. */
export type Grade = 'A' | 'B' | 'C';

export type IssueSeverity = 'info' | 'warning' | 'critical';

/** One thing that a review found. */
export interface ReviewIssue {
  readonly code: string;
  readonly message: string;
  readonly severity: IssueSeverity;
  /** Within the card; null when it concerns all of it. */
  readonly path: JsonPointer | null;
  readonly params?: JsonObject;
}

/** A change that a rule or a model proposes: the operations and what they do in words. */
export interface AutoFix {
  readonly patch_id: string;
  readonly description: string;
  readonly base: 'card';
  /** RFC 6902, paths relative to the card. */
  readonly patch: readonly JsonPatchOperation[];
}

/** What a review says of exactly one content. */
export interface CardReview {
  readonly grade: Grade;
  readonly issues: readonly ReviewIssue[];
  readonly autofix_proposals: readonly AutoFix[];
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
  readonly actions: readonly string[];
  /** The last model review failed; what stands here is older or made by rules alone. */
  readonly retry: boolean;
  readonly reviewed_hash: Hash;
  readonly reviewed_at: string;
  readonly model: string | null;
}

/** From which line of which source a line of the card comes. */
export interface LineSource {
  readonly field: 'title' | 'body' | 'note';
  readonly line: number;
  readonly source: string;
  readonly source_hash: Hash;
  readonly page?: number;
  readonly source_line?: number;
}

export type LogAction =
  | 'create'
  | 'update'
  | 'autofix'
  | 'review'
  | 'approve'
  | 'return'
  | 'unlock'
  | 'comment'
  | 'rollback'
  | 'source_warning';

/** One line of the review log. */
export interface LogEntry {
  readonly spec_id: string;
  readonly slide_id: string | null;
  readonly action: LogAction;
  readonly actor: string;
  readonly timestamp: string;
  readonly notes?: string;
  readonly applied_autofix: readonly string[];
  readonly ai_grade?: Grade;
  readonly request_id?: string;
  readonly content_hash?: Hash;
  readonly revision?: string;
}

/** Why and by whom a card was sent back. */
export interface ReturnNote {
  readonly reason: string;
  readonly reason_code?: string;
  readonly requested_by: string;
  readonly at: string;
}

/** A card with all that happened to it. */
export interface CardView extends Card {
  readonly spec_id: string;
  readonly status: CardStatus;
  /** Strong entity tag with its quotes, `"cards-6"`. */
  readonly revision: string;
  readonly content_hash: Hash;
  readonly applied_autofix: readonly string[];
  readonly ai_review: CardReview | null;
  readonly locked_at: string | null;
  readonly approved_by: string | null;
  readonly returned: ReturnNote | null;
  readonly provenance: readonly LineSource[];
  /** The newest 64, oldest first. */
  readonly history: readonly LogEntry[];
}

/** The keys that are content, in the order in which they are written. */
export const cardKeys: readonly (keyof Card)[] = Object.freeze([
  'slide_id',
  'title',
  'body',
  'table_data',
  'note',
  'intent',
  'type_hint',
  'story',
]);
