import type { Clock } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { AvailableTool } from '../entities/step-log.ts';
import type { CheckFinding } from '../recurrence/types.ts';
import type { RemapOptions } from '../remap/remapper.ts';
import type { SessionHandle, WorkflowStateStore } from '../store/types.ts';
import type { Span, TextRange } from '../text/text-range.ts';
import type { StopReason } from '../tools/iteration-meter.ts';
import type { CategoryToolMap } from '../tools/select-tools.ts';

/** A plan as a planner gives it; null leaves the issue alone. */
export interface PlannedFix {
  readonly tool_id: string;
  readonly description: string;
  readonly planned_by: string;
}

/** A question to a person: may this tool be used, or where is this place now. */
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
  /** Where the place is now, for an alignment. @default the first candidate */
  readonly range?: Span | undefined;
  readonly by: string;
}

/** The result of a fix: the whole new text, what was done, and who or what did it. */
export interface AppliedText {
  readonly text: string;
  readonly description: string;
  readonly applied_by: string;
}

/** What the loop needs from outside: a checker, a planner, a fixer, people, and a place for texts. */
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
    /** The same for a repeated call; lets the port see that it has done this before. */
    readonly effect_key: string;
    readonly signal: AbortSignal;
  }): Promise<AppliedText | null>;
  readonly manuscripts: {
    read(hash: string): Promise<string | null>;
    write(
      text: string,
    ): Promise<{ readonly manuscript_hash: string; readonly manuscript_version_id: string }>;
  };
  /** Keeps fix diffs; without it they can be made again from the two manuscripts. */
  readonly artifacts?: { write(hash: string, text: string): Promise<void> };
  isToolAvailable?(toolId: string): boolean | Promise<boolean>;
}

/** What both engines are started with. */
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
   * Tells a new run over a manuscript that this session has seen before from one that goes on where it
   * stopped: the same id goes on, another one begins anew. @default one run for each manuscript
   */
  readonly run_id?: string;
}

/** Options of `runFixLoop`. */
export interface FixLoopOptions extends FixLoopSettings {
  readonly manuscript_hash: string;
}

/**
 * Why the loop ended or waits. `findings_rejected`: no issue is open, but findings of the last check
 * could not be used, so the text has not passed. The `error-recorded` events say why.
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

/** How a loop ended, or what it waits for. */
export interface FixLoopResult {
  readonly status: 'passed' | 'stopped' | 'waiting_for_user';
  readonly reason: FixLoopReason | null;
  /** Rounds finished. */
  readonly iterations: number;
  readonly manuscript_hash: string;
  readonly pending: readonly PendingConfirmation[];
}
