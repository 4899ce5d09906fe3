import type { CardView } from '@kanmon/content-cards';
import type { Proposal } from '../../src/board-proposals.ts';

export type { BoardEffect, BoardItem } from '../../src/board-effect.ts';
export type { Board } from '../../src/boards.ts';
export type { Lifeline, Lifelines, LifePoint } from '../../src/lifelines.ts';
export type { RunView } from '../../src/read-run.ts';
export type { ReadableAttempt, ReadableFinding, ReadableRun } from '../../src/run-values.ts';
export type { CardView, Proposal };

/** The subject of a decision, as the user saw it. */
export type Subject =
  | { readonly kind: 'card'; readonly card: CardView }
  | { readonly kind: 'proposal'; readonly board: string; readonly proposal: Proposal }
  | { readonly kind: 'manuscript'; readonly session: string; readonly hash: string };

/** One member of a card on both sides of a lost update. */
export interface DiffEntry {
  readonly path: string;
  readonly base: unknown;
  readonly current: unknown;
  readonly proposed: unknown;
  readonly conflict: boolean;
}

/** A page of a list. */
export interface Items<Item> {
  readonly items: readonly Item[];
}

/** The caller, and what the studio can do. */
export interface Me {
  readonly id: string;
  readonly human: boolean;
  readonly scopes: readonly string[];
  readonly has_model: boolean;
}

export type { TurnView } from '../../src/routes/dialogs.ts';
