import type { Budget, UsageTotal } from '../../budget/budget.ts';
import type { ExtractRefusal, Repair } from '../../json/extract/types.ts';
import type { JsonPatchOperation, PatchProblem } from '../../json/patch/types.ts';
import type { LlmFinish, LlmUsage } from '../../ports/llm-client.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonPointer } from '../../vocabulary/json-value.ts';
import type { ReviewReport } from '../review/reviews.ts';

/** The kind of an attempt. */
export type AttemptMode = 'initial' | 'patch' | 'full' | 'continue';

/** Why a run ended without a value. The first five are limits of the budget; `time` is also the `deadline`. */
export type RejectionReason =
  | 'attempts'
  | 'output-tokens'
  | 'total-tokens'
  | 'cost'
  | 'time'
  | 'no-progress'
  | 'refused'
  | 'aborted'
  | 'generate-failed'
  | 'unreviewed';

/** A text, or its hash where the log is a digest. */
export type LoggedText = { readonly text: string } | { readonly textHash: string };

/** A patch operation whose value a digest replaced by its hash. */
export type DigestedOperation = {
  readonly op: string;
  readonly path: JsonPointer;
  readonly valueHash?: string;
};

/** An event of a run, without its run, attempt and time. */
export type GateEventBody =
  | { readonly type: 'run-started'; readonly gate: string; readonly budget: Budget }
  | {
      readonly type: 'attempt-started';
      readonly mode: AttemptMode;
      readonly editable?: readonly string[];
    }
  | ({
      readonly type: 'response-received';
      readonly finish: LlmFinish;
      /** As the provider reported it. */
      readonly usage: LlmUsage;
      /** Counts that the provider did not report, estimated from the texts and charged to the budget. */
      readonly estimate?: LlmUsage;
    } & LoggedText)
  | {
      readonly type: 'value-extracted';
      readonly complete: boolean;
      readonly repairs: readonly Repair[];
      readonly valueHash: string;
    }
  | {
      readonly type: 'extraction-refused';
      /** `no-join`: the rest of a cut answer fits nowhere. */
      readonly reason: ExtractRefusal | 'no-join';
    }
  /** Follows a value that the rules have passed, in runs with reviews. */
  | { readonly type: 'value-reviewed'; readonly reviews: readonly ReviewReport[] }
  | { readonly type: 'findings-reported'; readonly findings: readonly Finding[] }
  | {
      readonly type: 'patch-applied';
      readonly operations: readonly (JsonPatchOperation | DigestedOperation)[];
      /** Of the patched value. */
      readonly valueHash: string;
    }
  | { readonly type: 'patch-refused'; readonly problem: PatchProblem }
  | ({
      readonly type: 'attempt-aborted';
      /** Place of the first Must. */
      readonly path: JsonPointer;
      readonly usage: LlmUsage;
    } & LoggedText)
  | {
      readonly type: 'attempt-finished';
      readonly musts: number;
      readonly shoulds: number;
      /** Set when there is no response: the call failed or was aborted. */
      readonly usage?: LlmUsage;
      /** Counts that were not reported for the text that had arrived by then, estimated and charged to the budget. */
      readonly estimate?: LlmUsage;
    }
  | {
      readonly type: 'run-finished';
      readonly status: 'passed' | 'rejected';
      readonly reason?: RejectionReason;
      readonly usage: UsageTotal;
    };

/** One thing that happened in a run, in order. `attempt` is 0 before the first. */
export type GateEvent = {
  readonly runId: string;
  readonly attempt: number;
  /** ISO 8601, from the injected clock. */
  readonly at: string;
} & GateEventBody;
