import type { Language, LlmUsage } from '@kanmon/core';
import * as z from 'zod';
import type { Analysis, Term } from '../language/reading.ts';
import type { PlanLimits } from '../plan/plan-limits.ts';
import { type MultiStepQueryPlan, type SlotKind, slotKindSchema } from '../plan/plan.ts';
import type { DialogMessage, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import type { Slots, Thresholds } from './rule-options.ts';

/** A question that was asked and not yet answered, with what waits for the answer. */
export interface PendingClarification {
  /** The message that could not be searched as it was. */
  readonly message: string;
  readonly questions: readonly string[];
  readonly about: readonly SlotKind[];
  /** Searches that a plan held beside its question; they resume with the answer. */
  readonly searches: readonly string[];
}

/** Schema of `PendingClarification`. */
export const pendingSchema: z.ZodType<PendingClarification> = z.object({
  message: z.string(),
  questions: z.array(z.string()),
  about: z.array(slotKindSchema),
  searches: z.array(z.string()),
});

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

/** A plan, the planner that wrote it, and the reasons. */
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

/** A message with the dialog before it, as the decisions work on it. */
export interface ReadMessage {
  readonly input: PlanInput;
  readonly language: Language;
  readonly topK: number;
  /** The question that is still open; its message is without instructions to the assistant. */
  readonly pending?: PendingClarification;
  readonly message: Analysis;
  /** Terms that the message takes back; absent where it corrects nothing. */
  readonly rejected?: readonly Term[];
  /** The latest messages, cleaned, oldest first, without system messages. */
  readonly history: readonly DialogMessage[];
  readonly reasons: readonly Reason[];
  /** Reads a text in the language of the turn, or in another one. Each text is analysed once. */
  readonly analyse: (text: string, options?: { readonly in: Language }) => Analysis;
  /** Reads a text in its own language: `no idea` may answer a Japanese question. */
  readonly analyseAlone: (text: string) => Analysis;
  /** Reads an earlier message; null where its words are useless in a search of this turn. */
  readonly analyseEarlier: (text: string) => Analysis | null;
  readonly limits: PlanLimits;
  readonly slots: Slots;
  readonly thresholds: Thresholds;
}

/** A message as the reply to a question that is still open. A dropped question leaves no queries. */
export interface Reply {
  /** `unnamed`: neither the question that opened the dialog nor the reply names a matter. */
  readonly kind: 'dropped' | 'unnamed' | 'refused' | 'value' | 'picked';
  readonly queries: readonly string[];
}

/** The request of a message: without a reaction to the last answer, and with what a correction puts in place. */
export interface ReadRequest extends ReadMessage {
  /** The message without the words that announce another topic; then the history is empty. */
  readonly body: string;
  /** Null where no question is open. */
  readonly reply: Reply | null;
}

/** An input, cleaned and read once; every planner works on it. The message is without instructions to the assistant. */
export interface ReadTurn extends ReadMessage {
  readonly request: ReadRequest;
}
