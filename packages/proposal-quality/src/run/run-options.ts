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
import { checkNames } from '@kanmon/core/kit';
import { checkRenderOptions, type RenderOptions } from '../render/writer.ts';
import type { ReportPurpose } from '../rules/report-context.ts';
import { checkLocale } from '../text/locale-of.ts';

/** Options of a run. */
export interface ProposalRunOptions {
  readonly client: LlmClient;
  /** @default { maxAttempts: 3 } */
  readonly budget?: Budget;
  /**
   * Language of prompts, rendering and messages. @default prompts and rendering follow the language of
   * the input; `errors` and `warnings` are English
   */
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

/** Throws `InvalidArgumentError` for an unknown option or locale, before any call of the model. */
export function checkRunOptions(options: ProposalRunOptions, where: string): void {
  checkNames(
    options,
    'client budget locale purpose render logger clock ids signal stream price onEvent request',
    where,
  );
  checkLocale(options.locale);
  if (options.render !== undefined && options.render !== false) {
    checkRenderOptions(options.render, `render of ${where}`);
  }
}

/** The result of a run: a report that passed, or the best attempt and its findings. */
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
      /** The error that the client threw. */
      readonly cause?: unknown;
    }
);
