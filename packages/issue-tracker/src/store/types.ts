import type { Clock, EventStore, JsonValue, Lease, StoredEvent } from '@kanmon/core';
import type { Issue, IssueState, NewIssue } from '../entities/issue.ts';
import type { IssueResolution, VerificationVotes } from '../entities/issue-resolution.ts';
import type { IterationPolicyInput } from '../entities/iteration-policy.ts';
import type { ManuscriptFetchLog, NewFetchLog } from '../entities/manuscript-fetch-log.ts';
import type { Session, SessionStatus } from '../entities/session.ts';
import type { IssueSeverity } from '../entities/shared-schemas.ts';
import type { AvailableTool, NewStepExecution, StepExecution } from '../entities/step-execution.ts';
import type { QcCodeMap } from '../errors/qc-codes.ts';
import type { SessionView } from '../history/session-view.ts';
import type { RecheckInput } from '../life-cycle/judge-recheck.ts';
import type { ExcerptMeta } from '../manuscript/take-excerpt.ts';

/** Who acts. */
export interface Actor {
  readonly id: string;
  readonly admin?: boolean;
}

/** What an actor may want to do with a session. */
export type SessionAction = 'read' | 'resume' | 'audit';

/** Waits; rejects when the signal is aborted first. */
export type Sleep = (ms: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/** Options of `createWorkflowStateStore`. */
export interface WorkflowStateStoreOptions {
  readonly store: EventStore;
  readonly clock?: Clock;
  /** Numbers in [0, 1). @default the platform's secure source */
  readonly random?: () => number;
  /** Where the audit log goes. @default `store` */
  readonly audit?: EventStore;
  /** Replaces the rule "the initiator, or an admin". */
  readonly authorize?: (actor: Actor, action: SessionAction, session: Session) => boolean;
  /** @default `defaultQcCodes` */
  readonly qcCodes?: QcCodeMap;
  /** Sessions open at once; more wait in order of arrival. @default 10 */
  readonly maxSessions?: number;
  /** Milliseconds a lock lives without being renewed. @default 30_000 */
  readonly leaseTtlMs?: number;
  /** @default the platform's timers; waiting to renew a lock does not keep a Node process alive */
  readonly sleep?: Sleep;
}

/** The right to write to one session. */
export interface SessionHandle {
  readonly sessionId: string;
  readonly actor: Actor;
  readonly lease: Lease;
  /** Version of the session's stream after the last commit of this handle. */
  readonly version: number;
  /** Aborted when the lock was lost; every write throws `FencedError` from then on. */
  readonly lost: AbortSignal;
}

/** Where an issue went. */
export type Relocation = Pick<
  Issue,
  | 'text_range'
  | 'range_checksum'
  | 'anchor'
  | 'manuscript_hash'
  | 'manuscript_version_id'
  | 'adjustment_method'
  | 'adjustment_delta'
  | 'confidence_score'
  | 'adjustment_attempts'
>;

/** A fix that is going to be made. */
export interface FixPlan {
  readonly tool_id: string;
  readonly description: string;
  readonly planned_by: string;
  /** When given, `tool_id` must be among them. */
  readonly available_tools?: readonly AvailableTool[];
}

/** A fix that was made. */
export interface AppliedFix {
  readonly applied_fix_description: string;
  readonly applied_by: string;
  /** @default the planned tool */
  readonly tool_used?: string;
  readonly diff_ref?: string | null;
  /** Of the manuscript after the fix. */
  readonly manuscript_hash?: string;
}

/** What a recheck found, and against which snapshot. */
export interface RecheckRecord extends RecheckInput {
  readonly verification_snapshot_id: string;
  /** The finding that is this issue again. @default a copy of the issue; only used when it recurred */
  readonly successor?: NewIssue;
  readonly verification_votes?: VerificationVotes;
}

/** Changes that are written all or none. Nothing is written before commit. */
export interface Transaction {
  /** With the changes made so far. */
  readonly view: SessionView;
  addStep(step: NewStepExecution): StepExecution;
  addIssue(issue: NewIssue): Issue;
  relocateIssue(issueId: string, relocation: Relocation): Issue;
  planFix(issueId: string, plan: FixPlan): IssueResolution;
  applyFix(issueId: string, fix: AppliedFix): IssueResolution;
  recordRecheck(
    issueId: string,
    recheck: RecheckRecord,
  ): { readonly issue: Issue; readonly successor: Issue | null };
  deferIssue(issueId: string, reason: string): Issue;
  resumeIssue(issueId: string): Issue;
  requestConfirmation(issueId: string, kind: 'tool' | 'alignment'): void;
  giveConfirmation(
    issueId: string,
    kind: 'tool' | 'alignment',
    decision: { readonly decision: 'approve' | 'reject' | 'defer'; readonly by: string },
  ): void;
  addFetchLog(log: NewFetchLog): ManuscriptFetchLog;
  /** Records what part of a manuscript went into a prompt: offsets and hashes, no text. */
  addDisclosure(meta: ExcerptMeta, purpose: string): void;
  /** Gives the quality-check code, when the error has one. The message must not quote a manuscript. */
  recordError(error: unknown, stepId?: string): string | undefined;
  setStatus(status: SessionStatus): void;
}

/** What a new session starts with. */
export interface SessionInit {
  readonly episode_number: number | string;
  readonly initiator: string;
  readonly iteration_policy?: IterationPolicyInput;
  readonly template_hashes?: Readonly<Record<string, string>>;
  readonly session_id?: string;
}

/** How long to wait for a place and for the episode's lock. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the lock. @default 0 */
  readonly waitMs?: number;
}

/** One line of what happened. */
export interface TimelineEntry {
  readonly version: number;
  readonly at: string;
  readonly actor: string | null;
  readonly type: string;
  readonly issue_id: string | null;
  readonly state_before: IssueState | null;
  readonly state_after: IssueState | null;
  readonly summary: string;
}

/** What was proposed for an issue against what was done. */
export interface FixTrace {
  readonly issue_id: string;
  readonly resolution_attempt: number;
  readonly proposed: {
    readonly tool_id: string;
    readonly description: string;
    readonly at: string;
  } | null;
  readonly applied: {
    readonly tool_used: string | null;
    readonly description: string;
    readonly diff_ref: string | null;
    readonly at: string;
  } | null;
  readonly verified: { readonly status: string; readonly recurrence_score: number | null } | null;
  readonly match: 'as_planned' | 'other_tool' | 'unplanned' | 'not_applied';
}

/** Which issues to look for. */
export interface UnresolvedQuery {
  readonly actor: Actor;
  readonly session_id?: string;
  readonly episode_number?: number | string;
  readonly category?: string;
  readonly min_severity?: IssueSeverity;
  /** @default New, InProgress, Partial */
  readonly states?: readonly IssueState[];
  /** @default false */
  readonly include_deferred?: boolean;
}

/** Sessions, issues and their histories over an event store. */
export interface WorkflowStateStore {
  /** The clock of the sessions; the fix loop measures its time budget with it. */
  readonly clock: Clock;
  beginSession(init: SessionInit, options?: WaitOptions): Promise<SessionHandle>;
  resumeSession(
    sessionId: string,
    options: WaitOptions & { readonly actor: Actor },
  ): Promise<SessionHandle>;
  /**
   * Writes the status, releases the lock and the place in the queue.
   *
   * @param status Default: `'failed'` when the last run of the loop failed, else `'completed'`.
   */
  endSession(handle: SessionHandle, status?: 'completed' | 'aborted' | 'failed'): Promise<void>;
  /**
   * Releases the lock and the place in the queue and leaves the status as it is: for a session that waits
   * for a person, or that another process is to go on with.
   */
  leaveSession(handle: SessionHandle): Promise<void>;
  /**
   * Releases the lock and keeps the handle open: its next write takes the lock again, or throws
   * `SessionLockedError` when another session holds it by then.
   */
  unlock(handle: SessionHandle): Promise<void>;
  beginTransaction(handle: SessionHandle): Promise<Transaction>;
  commit(transaction: Transaction): Promise<{ readonly version: number }>;
  rollback(transaction: Transaction): Promise<void>;
  transaction<T>(
    handle: SessionHandle,
    body: (transaction: Transaction) => T | Promise<T>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<T>;
  once<T extends JsonValue>(
    handle: SessionHandle,
    key: string,
    body: (transaction: Transaction) => T | Promise<T>,
  ): Promise<T>;
  /** What `once` recorded under this key, as far as this handle has read the history. */
  recall(handle: SessionHandle, key: string): JsonValue | undefined;
  view(sessionId: string, options: { readonly actor: Actor }): Promise<SessionView>;
  at(
    sessionId: string,
    point: { readonly version: number } | { readonly time: Date },
    options: { readonly actor: Actor },
  ): Promise<SessionView>;
  timeline(
    sessionId: string,
    options: { readonly actor: Actor; readonly issue_id?: string },
  ): Promise<TimelineEntry[]>;
  unresolved(query: UnresolvedQuery): Promise<Issue[]>;
  fixTrace(sessionId: string, options: { readonly actor: Actor }): Promise<FixTrace[]>;
  audit(query: { readonly actor: Actor; readonly month?: string }): AsyncIterable<StoredEvent>;
  readonly queue: { readonly active: number; readonly waiting: number };
  close(): Promise<void>;
}
