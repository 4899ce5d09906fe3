import type { Clock } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { AvailableTool } from '../entities/step-log.ts';
import type { CheckFinding } from '../recurrence/types.ts';
import type { RemapOptions } from '../remap/remapper.ts';
import type { SessionHandle, WorkflowStateStore } from '../store/types.ts';
import type { Span, TextRange } from '../text/text-range.ts';
import type { StopReason } from '../tools/iteration-meter.ts';
import type { CategoryToolMap } from '../tools/select-tools.ts';

/** A plan as a planner returns it. */
export interface PlannedFix {
  readonly tool_id: string;
  readonly description: string;
  readonly planned_by: string;
}

/** A question to a person: about the use of a tool, or about a place. */
export interface PendingConfirmation {
  readonly issue_id: string;
  readonly kind: 'tool' | 'alignment';
  /** The planned tool of a tool question. */
  readonly tool_id: string | null;
  /** Possible places of an alignment question. */
  readonly candidates: readonly TextRange[];
}

/** A person's answer. */
export interface Decision {
  readonly issue_id: string;
  readonly decision: 'approve' | 'reject' | 'defer';
  /** The confirmed place, for an alignment. @default the first candidate */
  readonly range?: Span | undefined;
  readonly by: string;
}

/** The result of a fix: the whole new text (an empty one is no fix), what was done, and who or what did it. */
export interface AppliedText {
  readonly text: string;
  readonly description: string;
  readonly applied_by: string;
}

/** The functions that the loop calls: a checker, a planner, a fixer, people, and a store of texts. */
export interface FixLoopPorts {
  check(input: {
    readonly step_id: string;
    readonly attempt: number;
    readonly text: string;
    readonly manuscript_hash: string;
    readonly signal: AbortSignal;
  }): Promise<readonly CheckFinding[]>;
  plan(input: {
    readonly issue: Issue;
    readonly available_tools: readonly AvailableTool[];
    readonly excerpt: string;
    readonly signal: AbortSignal;
  }): Promise<PlannedFix | null>;
  confirm?(pending: readonly PendingConfirmation[]): Promise<readonly Decision[]>;
  /** Returns null when there is no fix. A text that equals the input counts as no fix. */
  apply(input: {
    readonly issue: Issue;
    readonly plan: PlannedFix;
    readonly text: string;
    /** Equal in a repeated call, so that the port can detect it. */
    readonly effect_key: string;
    readonly signal: AbortSignal;
  }): Promise<AppliedText | null>;
  readonly manuscripts: {
    read(hash: string): Promise<string | null>;
    write(
      text: string,
    ): Promise<{ readonly manuscript_hash: string; readonly manuscript_version_id: string }>;
  };
  /** Stores fix diffs; without it they can be created again from the two manuscripts. */
  readonly artifacts?: { write(hash: string, text: string): Promise<void> };
  isToolAvailable?(toolId: string): boolean | Promise<boolean>;
}

/** Options of both engines. */
export interface FixLoopSettings {
  readonly workflow: WorkflowStateStore;
  readonly session: SessionHandle;
  readonly ports: FixLoopPorts;
  readonly step_ids: readonly string[];
  readonly category_tool_map: CategoryToolMap;
  readonly remap?: RemapOptions;
  /** @default the clock of `workflow` */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /**
   * Separates runs over one manuscript: a run with the id of an earlier one continues it, another id begins a
   * new run. @default one run for each manuscript
   */
  readonly run_id?: string;
}

/** Options of `runFixLoop`. */
export interface FixLoopOptions extends FixLoopSettings {
  readonly manuscript_hash: string;
}

/**
 * The reason of an end or a wait. `findings_rejected`: no issue is open, but findings of the last check
 * could not be used, so the text has not passed. The reason is in the `error-recorded` events, which `timeline` shows.
 * `no_improvement` needs a policy with `min_improvement` above its default 0.
 */
export type FixLoopReason = StopReason | 'confirmation' | 'findings_rejected';

/** Between two nodes: ids, hashes and offsets only. */
export interface FixLoopState {
  /** Of the manuscript as it is now. */
  readonly manuscript_hash: string;
  /** Of the manuscript the loop began with; part of every effect's key. */
  readonly start_hash: string;
  /** Round the next node belongs to, from 1. */
  readonly iteration: number;
  readonly status: 'running' | 'passed' | 'stopped' | 'waiting_for_user';
  readonly reason: FixLoopReason | null;
  readonly pending: readonly PendingConfirmation[];
}

/** The end of a loop, or the questions it waits for. */
export interface FixLoopResult {
  readonly status: 'passed' | 'stopped' | 'waiting_for_user';
  readonly reason: FixLoopReason | null;
  /** Rounds finished. */
  readonly iterations: number;
  readonly manuscript_hash: string;
  readonly pending: readonly PendingConfirmation[];
  /** Ids of issues that a person refused to fix or put off: they are not open, and the text still has them. */
  readonly deferred: readonly string[];
}
