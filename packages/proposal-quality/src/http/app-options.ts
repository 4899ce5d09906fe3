import type { Budget, Clock, EventStore, IdSource, LlmClient, Locale, Logger } from '@kanmon/core';
import type { BoardState } from '../diff/diff.ts';

/** What the app is made of. Everything is optional; what is missing is said when it is asked for. */
export interface ProposalQualityAppOptions {
  /** The model, or how to make the client when it is first needed. */
  readonly client?: LlmClient | (() => LlmClient | Promise<LlmClient>);
  /** @default a memory store, which forgets everything with the process */
  readonly store?: EventStore;
  readonly budget?: Budget;
  /** Of prompts and messages. @default 'ja' for runs, the seed's English strings for validation */
  readonly locale?: Locale;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /** Who sends a request; null for nobody known. Asked on confirmations and on apply. */
  readonly identify?: (
    request: Request,
  ) => Promise<{ readonly id: string; readonly human: boolean } | null>;
  /** The board as the host knows it; the `state` of bodies is ignored then. */
  readonly loadState?: (request: Request, boardId: string) => Promise<BoardState>;
}
