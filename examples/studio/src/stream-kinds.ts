import { type Deck, foldDeck } from '@kanmon/content-cards';
import type { EventStore, StoredEvent } from '@kanmon/core';
import { foldSession, type SessionEvent } from '@kanmon/issue-tracker';
import { replayDialog } from '@kanmon/multistep-planner';
import { createProposalLedger } from '@kanmon/proposal-quality';
import { shopRules } from '@kanmon/example-shared';
import { boardPrefix, ledgerPrefix } from './boards.ts';
import { readRun, runPrefix } from './read-run.ts';
import { manuscriptPrefix } from './manuscripts.ts';
import { dialogPrefix } from './routes/dialogs.ts';
import type { StudioScope } from './scopes.ts';

/** Streams with one prefix: who may follow them, and the state that their events come to. */
export interface StreamKind {
  readonly name: string;
  readonly prefix: string;
  readonly scope: StudioScope;
  /** Absent for streams without a state. */
  readonly fold?: (events: readonly StoredEvent[]) => unknown;
  /** Instead of `fold`, for streams of any length. */
  readonly longFold?: LongFold;
}

/** A fold that goes on from a state that it returned. */
export interface LongFold {
  fold(events: readonly StoredEvent[], before: Deck | undefined): Deck;
  view(deck: Deck): unknown;
}

/** The kinds of streams in the store of the studio. */
export const streamKinds: readonly StreamKind[] = [
  {
    name: 'deck',
    prefix: 'content-cards/',
    scope: 'cards:read',
    longFold: { fold: foldDeck, view: deckView },
  },
  {
    name: 'proposals',
    prefix: ledgerPrefix,
    scope: 'proposals:read',
    fold: (events) =>
      createProposalLedger({
        store: storeOf(events),
        boardId: events[0]?.streamId.slice(ledgerPrefix.length) ?? '',
      }).list(),
  },
  { name: 'run', prefix: runPrefix, scope: 'proposals:read', fold: readRun },
  {
    name: 'session',
    prefix: 'session/',
    scope: 'issues:read',
    // The fold checks each event; the type of a stored one is wider.
    fold: (events) => foldSession(events as readonly SessionEvent[]),
  },
  {
    name: 'dialog',
    prefix: dialogPrefix,
    scope: 'journal:read',
    fold: (events) => replayDialog(events, shopRules),
  },
  { name: 'board', prefix: boardPrefix, scope: 'proposals:read' },
  { name: 'manuscript', prefix: manuscriptPrefix, scope: 'issues:read' },
];

/** A deck without what only decides about later events, such as the hash of each version of a card. */
function deckView({ spec_id, version, cards }: Deck): unknown {
  const views = Array.from(cards, ([id, state]) => {
    const { versions: _, proposed: _1, opinions: _2, autoReturned: _3, ...view } = state;
    return [id, view] as const;
  });
  return { spec_id, version, cards: Object.fromEntries(views) };
}

/** Returns the kind of a stream; undefined for one that belongs to none, such as an audit log. */
export function kindOf(streamId: string): StreamKind | undefined {
  return streamKinds.find(({ prefix }) => streamId.startsWith(prefix));
}

function refuse(): never {
  throw new Error('expected a fold to read only');
}

/** A store that holds the events of one stream, for folds that read a store. */
function storeOf(events: readonly StoredEvent[]): EventStore {
  return {
    async *read(streamId) {
      for (const event of events) if (event.streamId === streamId) yield event;
    },
    async *readAll() {
      yield* events;
    },
    listStreams: refuse,
    append: refuse,
    acquireLease: refuse,
    renewLease: refuse,
    releaseLease: refuse,
    close: async () => undefined,
  };
}
