import type { CardView } from '@kanmon/content-cards';

export type { RunView } from '../../src/read-run.ts';
export type { CardView };

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
