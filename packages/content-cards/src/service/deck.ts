import type { StoredEvent } from '@kanmon/core';
import type {
  Card,
  CardReview,
  CardStatus,
  LineSource,
  LogEntry,
  ReturnNote,
} from '../model/card.ts';
import type { Approval } from '../model/documents.ts';
import { fixedLimits } from '../model/limits.ts';
import { type DeckEvent, readDeckEvent } from './deck-events.ts';
import { logEntryOf } from './log-entry.ts';

/** A card as the events made it. */
export interface CardState {
  readonly card: Card;
  readonly content_hash: string;
  readonly status: CardStatus;
  /** Stream version of the last event that touched the card. */
  readonly version: number;
  readonly review: CardReview | null;
  readonly applied_autofix: readonly string[];
  readonly provenance: readonly LineSource[];
  readonly approval: Approval | null;
  /** The review that the approver had before him. */
  readonly approvedReview: CardReview | null;
  readonly approvalBlocked: boolean;
  readonly returned: ReturnNote | null;
  /** Contents that the rules have sent back: they do so once. */
  readonly autoReturned: ReadonlySet<string>;
  /** Content hash after each event that touched the card, oldest first. */
  readonly versions: readonly { readonly version: number; readonly content_hash: string }[];
  readonly history: readonly LogEntry[];
}

/** What an idempotency key did. */
export interface KeyUse {
  readonly body: string;
  /** Version after the append of that call. */
  readonly version: number;
}

/** A deck: the fold over its events. */
export interface Deck {
  readonly spec_id: string;
  readonly version: number;
  readonly cards: ReadonlyMap<string, CardState>;
  readonly keys: ReadonlyMap<string, KeyUse>;
}

/** A deck that goes on: events are applied as they come. */
export interface DeckFold {
  readonly deck: Deck;
  apply(event: StoredEvent): void;
}

export const streamPrefix = 'content-cards/';

/** The deck that these events of one stream make. Pure; what it does not know it skips. */
export async function foldDeck(
  events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
): Promise<Deck> {
  const fold = createDeckFold('');
  for await (const event of events) fold.apply(event);
  return fold.deck;
}

/** An empty deck to which events are applied in order. */
export function createDeckFold(specId: string): DeckFold {
  const cards = new Map<string, CardState>();
  const keys = new Map<string, KeyUse>();
  const state = { spec_id: specId, version: 0, cards, keys };
  return {
    deck: state,
    apply(event) {
      if (state.spec_id === '' && event.streamId.startsWith(streamPrefix))
        state.spec_id = event.streamId.slice(streamPrefix.length);
      state.version = event.version;
      const read = readDeckEvent(event);
      if (read === null) return;
      const { idempotency, slide_id } = { slide_id: null, ...read.data };
      if (idempotency !== undefined)
        keys.set(idempotency.key, { body: idempotency.body, version: event.version });
      if (slide_id === null) return;
      const before = cards.get(slide_id);
      const changed = before === undefined ? created(read) : change(before, read, event);
      if (changed !== null) cards.set(slide_id, touched(changed, read, event, state.spec_id));
    },
  };
}

function created({ type, data }: DeckEvent): CardState | null {
  if (type !== 'card-created') return null;
  return {
    card: data.card,
    content_hash: data.content_hash,
    status: 'draft',
    version: 0,
    review: data.review,
    applied_autofix: [],
    provenance: data.provenance,
    approval: null,
    approvedReview: null,
    approvalBlocked: false,
    returned: null,
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
function change(state: CardState, { type, data }: DeckEvent, event: StoredEvent): CardState | null {
  switch (type) {
    case 'card-updated':
    case 'autofix-applied':
    case 'card-restored': {
      const { card, content_hash, review } = data;
      const ids =
        type === 'card-updated'
          ? data.applied_autofix
          : type === 'autofix-applied'
            ? [data.patch_id]
            : [];
      return {
        ...state,
        ...unlocked,
        card,
        content_hash,
        review: review ?? state.review,
        applied_autofix: union(state.applied_autofix, ids),
      };
    }
    case 'card-reviewed':
    case 'card-review-failed':
      return { ...state, review: data.review };
    case 'card-approved': {
      const { content_hash, revision, grade, applied_autofix, blocked, override } = data;
      return {
        ...state,
        ...unlocked,
        status: 'approved',
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
        returned: {
          reason,
          requested_by,
          at: event.at,
          ...(reason_code === undefined ? {} : { reason_code }),
        },
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

function touched(state: CardState, read: DeckEvent, event: StoredEvent, specId: string): CardState {
  const { content_hash } = state;
  const entry = logEntryOf(read, event, specId, state);
  return {
    ...state,
    version: event.version,
    versions: [...state.versions, { version: event.version, content_hash }],
    history:
      entry === null ? state.history : [...state.history, entry].slice(-fixedLimits.historyEntries),
  };
}

/** Both lists, each id once, in order. */
export function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return right.length === 0 ? left : [...new Set([...left, ...right])];
}
