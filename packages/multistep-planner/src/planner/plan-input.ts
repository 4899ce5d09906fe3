import type { LlmUsage } from '@kanmon/core';
import type { MultiStepQueryPlan, SlotKind } from '../plan/multi-step-query-plan.ts';
import type { DialogMessage, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/reason.ts';

/** A question that was asked and not yet answered, with what waits for the answer. */
export interface PendingClarification {
  /** The message that could not be searched as it was. */
  readonly message: string;
  readonly questions: readonly string[];
  readonly about: readonly SlotKind[];
  /** Searches that a plan held beside its question; they resume with the answer. */
  readonly searches: readonly string[];
}

/** One message and what is known of its dialog. */
export interface PlanInput {
  readonly message: string;
  /** Oldest first. Messages of role `system` are never used. */
  readonly history?: readonly DialogMessage[];
  /** @default 'auto' */
  readonly language?: 'ja' | 'en' | 'auto';
  /** @default 8 */
  readonly topK?: number;
  readonly pending?: PendingClarification;
  /** Slots that were asked for earlier in the dialog: never asked again. */
  readonly asked?: readonly SlotKind[];
}

/** A plan, who made it and why. */
export interface PlanOutcome {
  readonly plan: MultiStepQueryPlan;
  readonly source: PlanSource;
  readonly reasons: readonly Reason[];
  /** 0 to 1. */
  readonly scores: { readonly clarify: number; readonly followup: number };
  /** One entry per attempt of a model, failed ones included. */
  readonly usage: readonly LlmUsage[];
  readonly route?: string;
  /**
   * Lower-case hex SHA-256 of the last text that a model gave for this plan, refused or not; of a
   * crew's plan, of its canonical JSON.
   */
  readonly rawHash?: string;
}
