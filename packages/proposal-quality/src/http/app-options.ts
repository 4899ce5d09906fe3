import type {
  Budget,
  Clock,
  EventStore,
  IdSource,
  LlmClient,
  Locale,
  Logger,
  Price,
} from '@kanmon/core';
import type { GateEvent } from '@kanmon/core/gate';
import type { HttpCaller } from '@kanmon/core/http';
import type { BoardState } from '../diff/diff.ts';

/** Options of the app. A missing option is reported by the route that needs it. */
export interface ProposalQualityAppOptions {
  /** The model, or a function that creates the client when it is first needed. */
  readonly client?: LlmClient | (() => LlmClient | Promise<LlmClient>);
  /** @default a memory store, which forgets everything with the process */
  readonly store?: EventStore;
  readonly budget?: Budget;
  /** The price of a token; without it the cost of a run is 0. */
  readonly price?: Price;
  /**
   * Language of prompts and renderings, and of messages for clients that accept neither Japanese nor
   * English. @default the language of the input; English
   */
  readonly locale?: Locale;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /**
   * Returns the sender of a request; null for an unknown one, who gets 401. Called before the body is
   * read, on every route but `openapi.json`. Only a caller with `human: true` can confirm.
   */
  readonly identify?: (request: Request) => HttpCaller | null | Promise<HttpCaller | null>;
  /** Returns the board as the host knows it. The `state` of bodies is then ignored. */
  readonly loadState?: (request: Request, boardId: string) => Promise<BoardState>;
  /** Receives the events of each run before its response is sent, also of a run without a report. */
  readonly onRun?: (events: readonly GateEvent[], caller: HttpCaller | undefined) => Promise<void>;
}
