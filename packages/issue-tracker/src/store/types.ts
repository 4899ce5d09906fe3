import type { Clock, EventStore, JsonValue, Lease, StoredEvent, Timer } from '@kanmon/core';
import type { IssueSeverity } from '../entities/fields.ts';
import type {
  Issue,
  IssueResolution,
  IssueState,
  NewIssue,
  VerificationVotes,
} from '../entities/issue.ts';
import type { IterationPolicyInput, Session } from '../entities/session.ts';
import type {
  AvailableTool,
  ManuscriptFetchLog,
  NewFetchLog,
  NewStepExecution,
  StepExecution,
} from '../entities/step-log.ts';
import type { QcCodeMap } from '../errors/qc-codes.ts';
import type { SessionView } from '../history/session-state.ts';
import type { RecheckInput } from '../life-cycle/judge-recheck.ts';
import type { ExcerptMeta } from '../manuscript/take-excerpt.ts';

/** The person or program that acts. */
export interface Actor {
  readonly id: string;
  readonly admin?: boolean;
}

/** Use of a session that an actor asks for. */
export type SessionAction = 'read' | 'resume' | 'audit';

/** Options of `createWorkflowStateStore`. */
export interface WorkflowStateStoreOptions {
  readonly store: EventStore;
  readonly clock?: Clock;
  /** Numbers in [0, 1). @default the platform's secure source */
  readonly random?: () => number;
  /** Store of the audit log. @default `store` */
  readonly audit?: EventStore;
  /** Replaces the rule "the initiator, or an admin". Anything but true or false, such as a promise, is refused. */
  readonly authorize?: (actor: Actor, action: SessionAction, session: Session) => boolean;
  /** @default `defaultQcCodes` */
  readonly qcCodes?: QcCodeMap;
  /**
   * Sessions open at once in all processes that share `store`; more wait, in order of arrival within a process. Each
   * session holds a lease `session-place/{n}`; those of a process that died are free after `leaseTtlMs`. @default 10
   */
  readonly maxSessions?: number;
  /** Milliseconds a lock or a place lives without being renewed. @default 30_000 */
  readonly leaseTtlMs?: number;
  /** @default the platform's timers; waiting to renew a lock does not keep a Node process alive */
  readonly timer?: Timer;
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

/** The new place of an issue. */
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

/** A fix that is planned. */
export interface FixPlan {
  readonly tool_id: string;
  readonly description: string;
  readonly planned_by: string;
  /** When given, `tool_id` must be among them. */
  readonly available_tools?: readonly AvailableTool[];
}

/** A fix that was applied. */
export interface AppliedFix {
  readonly applied_fix_description: string;
  readonly applied_by: string;
  /** @default the planned tool */
  readonly tool_used?: string;
  readonly diff_ref?: string | null;
  /** Of the manuscript after the fix. */
  readonly manuscript_hash?: string;
}

/** Result of a recheck, and the snapshot it was made against. */
export interface RecheckRecord extends RecheckInput {
  readonly verification_snapshot_id: string;
  /** The finding that is this issue again; used only when it recurred. @default a copy of the issue */
  readonly successor?: NewIssue;
  readonly verification_votes?: VerificationVotes;
}

/** Changes that are written together or not at all. Nothing is written before the commit. */
export interface Transaction {
  /** The session with the changes so far. Each read copies the lists of the session. */
  readonly view: SessionView;
  /** The session's own fields with the changes so far. */
  readonly session: Session;
  /** Returns an issue with the changes so far, without copying the session as `view` does. */
  issue(issueId: string): Issue;
  /** Returns the attempts to fix an issue, in order. */
  resolutions(issueId: string): readonly IssueResolution[];
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
  /** Records which part of a manuscript went into a prompt: offsets and hashes, no text. */
  addDisclosure(meta: ExcerptMeta, purpose: string): void;
  /** Returns the quality-check code, if the error has one. The message must not quote a manuscript. */
  recordError(error: unknown, stepId?: string): string | undefined;
  setStatus(status: Session['current_status']): void;
}

/** The first values of a session. */
export interface SessionInit {
  readonly episode_number: number | string;
  readonly initiator: string;
  readonly iteration_policy?: IterationPolicyInput;
  readonly template_hashes?: Readonly<Record<string, string>>;
  readonly session_id?: string;
}

/** Bounds of the wait for a place and for the episode's lock. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the lock. @default 0 */
  readonly waitMs?: number;
}

/** One line of a session's history. */
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

/** The fix proposed for an issue, and the fix that was applied. */
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

/** Filter of `unresolved`. */
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
   * Releases the lock and the place in the queue and does not change the status: for a session that waits
   * for a person, or that another process continues.
   */
  leaveSession(handle: SessionHandle): Promise<void>;
  /**
   * Releases the lock and keeps the handle open. The next write through the handle acquires the lock again,
   * or throws `SessionLockedError` if another session holds it.
   */
  unlock(handle: SessionHandle): Promise<void>;
  beginTransaction(handle: SessionHandle): Promise<Transaction>;
  commit(transaction: Transaction): Promise<{ readonly version: number }>;
  rollback(transaction: Transaction): Promise<void>;
  /**
   * Runs `body` and writes its changes in one append; an exception discards them. With a key that is
   * recorded already, `body` does not run and the recorded output is returned. The first call returns a copy of what
   * it recorded: undefined members are left out, undefined is null. A key must always be used with one type of output.
   *
   * @throws {InvalidInputError} With a key: the output is not JSON. Nothing is written.
   */
  transaction<T>(
    handle: SessionHandle,
    body: (transaction: Transaction) => T | Promise<T>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<T>;
  /** As `transaction` with a key: records the output of `body` together with its changes. */
  once<T extends JsonValue>(
    handle: SessionHandle,
    key: string,
    body: (transaction: Transaction) => T | Promise<T>,
  ): Promise<T>;
  /** Returns the output that `once` recorded under a key, as far as this handle has read the history. */
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
  /** Sessions of this process: with a place, and waiting for one. */
  readonly queue: { readonly active: number; readonly waiting: number };
  close(): Promise<void>;
}
