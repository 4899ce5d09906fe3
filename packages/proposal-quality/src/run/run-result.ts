import type {
  Budget,
  Clock,
  Finding,
  IdSource,
  JsonValue,
  LlmClient,
  Locale,
  Logger,
  Price,
  UsageTotal,
} from '@kanmon/core';
import type { Attempt, Gated, GateEvent, RejectionReason, RunGateOptions } from '@kanmon/core/gate';
import type { RenderOptions } from '../render/render-options.ts';
import type { ReportPurpose } from '../rules/report-context.ts';

/** What a run needs besides its input. */
export interface ProposalRunOptions {
  readonly client: LlmClient;
  /** @default { maxAttempts: 3 } */
  readonly budget?: Budget;
  /** Of prompts and messages. @default 'ja' */
  readonly locale?: Locale;
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
  /** How `rendered` is written; `false` leaves it out. */
  readonly render?: RenderOptions | false;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly signal?: AbortSignal;
  /** @default false */
  readonly stream?: boolean;
  readonly price?: Price;
  readonly onEvent?: (event: GateEvent) => void;
  readonly request?: RunGateOptions<unknown>['request'];
}

/** What a run came to: a report that passed, or the best attempt and what is wrong with it. */
export type RunResult<T> = {
  /** Musts of the best attempt, or one line with the reason; empty when `ok`. */
  readonly errors: string[];
  readonly warnings: string[];
  readonly findings: readonly Finding[];
  readonly attempts: readonly Attempt[];
  readonly usage: UsageTotal;
  readonly events: readonly GateEvent[];
} & (
  | { readonly ok: true; readonly report: Gated<T>; readonly rendered?: string }
  | {
      readonly ok: false;
      readonly report: JsonValue | null;
      readonly reason: RejectionReason;
      /** What the client threw. */
      readonly cause?: unknown;
    }
);
