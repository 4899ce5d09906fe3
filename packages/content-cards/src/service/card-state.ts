import type { StoredEvent } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { Card, CardStatus } from '../model/card.ts';
import type { Approval } from '../model/documents.ts';
import { fixedLimits } from '../model/limits.ts';
import type { LogEntry } from '../model/log.ts';
import type { CardReview, LineSource } from '../model/review.ts';
import type { CardView, ReturnNote } from '../model/view.ts';
import { tableCells, visibleLines } from '../review/card-lines.ts';
import type { DeckEvent } from './deck-events.ts';
import { appliedBy, logEntryOf } from './log-entry.ts';
import { revisionOf } from './revision.ts';

/** A model's opinion of one content, with its grade. */
export type ModelOpinion = Pick<
  CardReview,
  'grade' | 'strengths' | 'weaknesses' | 'actions' | 'model'
>;

/** A card as the events made it. */
export interface CardState {
  readonly card: Card;
  readonly content_hash: string;
  readonly status: CardStatus;
  /** Stream version of the last event that touched the card. */
  readonly version: number;
  readonly review: CardReview | null;
  /** Ids of applied fixes, without those that the review of the present content proposes again. */
  readonly applied_autofix: readonly string[];
  readonly provenance: readonly LineSource[];
  /** Ids of every fix that a review of the card proposed. */
  readonly proposed: ReadonlySet<string>;
  /** The source of the card, from its creation or a later edit; numbers are checked against it. */
  readonly source: string | null;
  /** An edit removed the source. */
  readonly sourceRemoved: boolean;
  /** The opinions of models, by the hash of the content. */
  readonly opinions: ReadonlyMap<string, ModelOpinion>;
  /** Approved at some time, now or before. */
  readonly wasApproved: boolean;
  readonly approval: Approval | null;
  /** The review that the approver saw. */
  readonly approvedReview: CardReview | null;
  readonly approvalBlocked: boolean;
  readonly returned: ReturnNote | null;
  /** Contents that the rules have sent back: they do so once. */
  readonly autoReturned: ReadonlySet<string>;
  /** The card after each event that touched it, oldest first. */
  readonly versions: readonly (Pick<CardState, 'content_hash' | 'applied_autofix'> & {
    readonly version: number;
  })[];
  readonly history: readonly LogEntry[];
}

/** Returns the state of a card after an event, or null when the event does not change the card. */
export function nextCardState(
  before: CardState | undefined,
  read: DeckEvent,
  event: StoredEvent,
  specId: string,
): CardState | null {
  const changed = before === undefined ? created(read) : change(before, read, event);
  return changed === null ? null : touched(changed, read, event, specId);
}

function created({ type, data }: DeckEvent): CardState | null {
  if (type !== 'card-created') return null;
  return {
    ...unlocked,
    card: data.card,
    content_hash: data.content_hash,
    version: 0,
    review: data.review,
    applied_autofix: [],
    provenance: data.provenance,
    proposed: new Set(),
    source: sourceAtCreation(data.card, data.provenance, data.source),
    sourceRemoved: false,
    opinions: new Map(),
    wasApproved: false,
    autoReturned: new Set(),
    versions: [],
    history: [],
  };
}

const unlocked = {
  status: 'draft',
  approval: null,
  approvedReview: null,
  approvalBlocked: false,
  returned: null,
} as const;

/** The state after an event; null when the event leaves the card as it was. */
function change(state: CardState, read: DeckEvent, event: StoredEvent): CardState | null {
  const { type, data } = read;
  switch (type) {
    case 'card-updated':
    case 'autofix-applied':
    case 'card-restored': {
      const { card, content_hash, review } = data;
      return {
        ...state,
        ...unlocked,
        card,
        content_hash,
        review: review ?? state.review,
        applied_autofix: appliedAfter(state, read),
        ...('source' in data && data.source !== undefined ? sourcedAfter(state, data.source) : {}),
      };
    }
    case 'card-reviewed': {
      const { review, model_grade: grade } = data;
      if (grade === undefined) return { ...state, review };
      const { reviewed_hash, strengths, weaknesses, actions, model } = review;
      const opinion = { strengths, weaknesses, actions, model, grade };
      return { ...state, review, opinions: new Map(state.opinions).set(reviewed_hash, opinion) };
    }
    case 'card-review-failed':
      return { ...state, review: data.review };
    case 'card-approved': {
      const { content_hash, revision, grade, applied_autofix, blocked, override } = data;
      return {
        ...state,
        ...unlocked,
        status: 'approved',
        wasApproved: true,
        applied_autofix,
        approvedReview: state.review,
        approvalBlocked: blocked && override === undefined,
        approval: {
          approved_by: data.actor ?? event.actor ?? '',
          approved_at: event.at,
          content_hash,
          revision,
          event_version: event.version,
          event_hash: event.hash,
          ai_grade: grade,
          applied_autofix,
        },
      };
    }
    case 'card-returned': {
      const { reason, reason_code, requested_by, automatic, content_hash } = data;
      return {
        ...state,
        ...unlocked,
        status: 'returned',
        autoReturned: automatic
          ? new Set([...state.autoReturned, content_hash])
          : state.autoReturned,
        returned: { reason, requested_by, at: event.at, ...withoutUndefined({ reason_code }) },
      };
    }
    case 'card-unlocked':
      return { ...state, ...unlocked };
    case 'card-commented':
    case 'source-warning-recorded':
      return state;
    case 'card-created':
    case 'llm-call-recorded':
    case 'snapshot-taken':
      return null;
    default:
      return type satisfies never;
  }
}

/** The fixes of new content: those of the version that is restored, or those before and the new ones. */
function appliedAfter(
  { applied_autofix, versions }: CardState,
  read: DeckEvent,
): readonly string[] {
  if (read.type !== 'card-restored') return union(applied_autofix, appliedBy(read));
  const { from_version } = read.data;
  return versions.findLast(({ version }) => version <= from_version)?.applied_autofix ?? [];
}

/** True for a fix that the review of the present content proposes: it has not been applied there. */
export function stillProposes({ review, content_hash }: ReviewedContent, id: string): boolean {
  return (
    review?.reviewed_hash === content_hash &&
    review.autofix_proposals.some(({ patch_id }) => patch_id === id)
  );
}

type ReviewedContent = Pick<CardState, 'review' | 'content_hash'>;

function touched(state: CardState, read: DeckEvent, event: StoredEvent, specId: string): CardState {
  const { content_hash } = state;
  const applied_autofix = state.applied_autofix.filter((id) => !stillProposes(state, id));
  const entry = logEntryOf(read, event, specId);
  const proposals = state.review?.autofix_proposals ?? [];
  return {
    ...state,
    version: event.version,
    applied_autofix,
    proposed:
      proposals.length === 0
        ? state.proposed
        : new Set([...state.proposed, ...proposals.map(({ patch_id }) => patch_id)]),
    versions: [...state.versions, { version: event.version, content_hash, applied_autofix }],
    history:
      entry === null ? state.history : [...state.history, entry].slice(-fixedLimits.historyEntries),
  };
}

/** Both lists, each id once, in order. */
export function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return right.length === 0 ? left : [...new Set([...left, ...right])];
}

/** A card as it is shown. */
export function cardView(specId: string, state: CardState): CardView {
  return {
    ...state.card,
    spec_id: specId,
    status: state.status,
    revision: revisionOf(state.version),
    content_hash: state.content_hash,
    applied_autofix: state.applied_autofix,
    ai_review: state.review,
    locked_at: state.approval?.approved_at ?? null,
    approved_by: state.approval?.approved_by ?? null,
    returned: state.returned,
    provenance: state.provenance,
    history: state.history,
  };
}

/**
 * Returns the source of a card at its creation: the text that was given for it, else, for a card
 * with provenance, its own text as it was created, since an import puts nothing into a card that its
 * source does not have. Null when nothing is known: then no number is held against it.
 */
export function sourceAtCreation(
  card: Card,
  provenance: readonly LineSource[],
  given: string | undefined,
): string | null {
  if (given !== undefined) return given;
  if (provenance.length === 0) return null;
  const texts = [...visibleLines(card), ...tableCells(card)].map(({ text }) => text);
  return [...texts, card.note ?? ''].join('\n');
}

/** The source of a card, and whether an edit removed the one that it had. */
export type Sourced = Pick<CardState, 'source' | 'sourceRemoved'>;

/** Returns what a card is judged against when it gets this source; null removes the one that it has. */
export function sourcedAfter(before: Sourced, source: string | null): Sourced {
  return {
    source,
    sourceRemoved: source === null && (before.sourceRemoved || before.source !== null),
  };
}
