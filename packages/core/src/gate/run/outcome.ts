import type { UsageTotal } from '../../budget/budget.ts';
import type { Repair } from '../../json/extract/types.ts';
import type { LlmFinish, LlmUsage } from '../../ports/llm-client.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { Gated } from '../gated.ts';
import type { AttemptMode, GateEvent, RejectionReason } from './gate-event.ts';

/** One call to the model and what became of it. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly mode: AttemptMode;
  /** Absent when the call failed or was aborted. */
  readonly finish?: LlmFinish;
  /** True when a value was found in the answer. */
  readonly extracted: boolean;
  readonly complete: boolean;
  readonly findings: readonly Finding[];
  readonly repairs: readonly Repair[];
  readonly usage: LlmUsage;
}

/** The rejected attempt that came nearest, as plain JSON. It has passed nothing. */
export interface BestAttempt {
  readonly attempt: number;
  readonly value: JsonValue;
  readonly findings: readonly Finding[];
}

/** The attempts, usage and events of a run. */
export interface Run {
  readonly attempts: readonly Attempt[];
  readonly usage: UsageTotal;
  readonly events: readonly GateEvent[];
}

/** The gated value, or the reason for the rejection. */
export type GateOutcome<T> =
  | ({
      readonly status: 'passed';
      readonly value: Gated<T>;
      /** The JSON that passed, before defaults and transforms of the schema. */
      readonly accepted: JsonValue;
      readonly warnings: readonly Finding[];
    } & Run)
  | ({
      readonly status: 'rejected';
      readonly reason: RejectionReason;
      readonly best?: BestAttempt;
      /** The error that the client, a rule or a review threw. */
      readonly cause?: unknown;
    } & Run);
