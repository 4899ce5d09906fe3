import type { Budget, Clock, EventStore, IdSource, LlmClient, Locale, Logger } from '@kanmon/core';
import type { OptionNames } from '@kanmon/core/kit';
import type { BoardState } from '../diff/diff.ts';

/** Who sends a request, as `identify` reports it. */
export interface Caller {
  readonly id: string;
  readonly human: boolean;
}

/** Options of the app. A missing option is reported by the route that needs it. */
export interface ProposalQualityAppOptions {
  /** The model, or how to make the client when it is first needed. */
  readonly client?: LlmClient | (() => LlmClient | Promise<LlmClient>);
  /** @default a memory store, which forgets everything with the process */
  readonly store?: EventStore;
  readonly budget?: Budget;
  /**
   * Language of prompts, renderings and messages. @default prompts and renderings follow the language
   * of the input, messages are English
   */
  readonly locale?: Locale;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /**
   * Who sends a request; null for an unknown caller, who gets 401. Asked on every route but
   * `openapi.json`, before the body is read.
   */
  readonly identify?: (request: Request) => Promise<Caller | null>;
  /** The board as the host knows it; the `state` of bodies is ignored then. */
  readonly loadState?: (request: Request, boardId: string) => Promise<BoardState>;
}

export const appOptions: OptionNames<ProposalQualityAppOptions> = {
  client: true,
  store: true,
  budget: true,
  locale: true,
  logger: true,
  clock: true,
  ids: true,
  maxBodyBytes: true,
  identify: true,
  loadState: true,
};
