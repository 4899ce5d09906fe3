import type { Clock, EventStore, IdSource } from '@kanmon/core';
import type { BoardState, Diff } from '../diff/diff.ts';

/** That a person wants a diff applied, bound to the bytes they saw and the board they saw it on. */
export interface Confirmation {
  readonly id: string;
  readonly diff_id: string;
  readonly content_hash: string;
  readonly base_hash: string;
  readonly confirmed_by: string;
  readonly confirmed_at: string;
  /** From this millisecond on the confirmation no longer counts. */
  readonly expires_at: string;
  readonly consumed: boolean;
  readonly consumed_at?: string;
}

/** A diff and where it stands. */
export interface DiffView {
  readonly diff: Diff;
  /** Hash of everything in `diff`: what `confirm` wants to know that the person saw. */
  readonly content_hash: string;
  readonly state: 'proposed' | 'confirmed' | 'applied';
  /** The confirmation that was consumed, or the latest that counts. */
  readonly confirmation?: Confirmation;
}

/** What a ledger stands on. */
export interface ProposalLedgerOptions {
  readonly store: EventStore;
  /** Part of the stream's name: `proposal-quality/<boardId>`. */
  readonly boardId: string;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** @default 86_400_000 (24 hours) */
  readonly confirmationTtlMs?: number;
}

/** What was applied, at which version of the stream. */
export interface AppliedDiff {
  readonly applied: true;
  readonly diff: Diff;
  readonly version: number;
  /** True when this confirmation had been applied before. */
  readonly replayed: boolean;
}

/**
 * Diffs of one board on their way from proposal to application. It never changes nodes: hosts read
 * `diff-applied` and change theirs. Refusals are `ProposalApplyError`s and write nothing.
 */
export interface ProposalLedger {
  /**
   * Records diffs and returns them as they are recorded. A known id is recorded again only when its
   * content differs; while that id is confirmed, other content is refused (`diff-confirmed`).
   */
  propose(
    diffs: readonly Diff[],
    options?: {
      /** Actor of the events. @default none */
      readonly proposedBy?: string;
    },
  ): Promise<readonly DiffView[]>;
  diff(diffId: string): Promise<DiffView | null>;
  /** Every diff, in the order in which they were first proposed. */
  list(): Promise<readonly DiffView[]>;
  /** Binds a person's consent to what they saw. Other content by now is refused (`diff-changed`). */
  confirm(input: {
    readonly diffId: string;
    /** `content_hash` of the view that the person saw. */
    readonly contentHash: string;
    readonly confirmedBy: string;
    readonly uiAction?: string;
    readonly state: BoardState;
  }): Promise<Confirmation>;
  withdraw(confirmationId: string, by: string): Promise<void>;
  apply(input: {
    readonly confirmationId: string;
    readonly state: BoardState;
  }): Promise<AppliedDiff>;
}
