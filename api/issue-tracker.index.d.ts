export { Anchor, AnchorOptions, Attempt, Candidate, FetchResult, Issue, IssueResolution, IssueScope, IssueSeverity, IterationPolicyInput, LockStatus, LostPlace, ManuscriptFetchLog, MappedPlace, Method, NewIssue, NewStepExecution, OpenConfirmation, Remap, Session, SessionStatus, Span, StepExecution, Strategy, SuggestedFix, TextRange, ToolSelectionStatus, UnsurePlace, VerificationStatus, VerificationVotes, createAnchor, issueResolutionSchema, issueSchema, iterationPolicySchema, manuscriptFetchLogSchema, sessionSchema, stepExecutionSchema } from './session-view';
import { NewEvent, StoredEvent, Clock, KanmonError, Locale } from '@kanmon/core';
export { Actor, AppliedFix, CategoryTool, CategoryToolInput, CategoryToolMap, Decision, ExcerptMeta, ExcerptOptions, FixLoopPorts, FixLoopSettings, FixLoopState, FixPlan, FixTrace, IterationMeter, IterationVerdict, PendingConfirmation, PlannedFix, RecheckInput, RecheckReason, RecheckRecord, RecheckVerdict, Relocation, RemapOptions, Remapper, SessionAction, SessionHandle, SessionInit, StopReason, StrategyName, TimelineEntry, ToolOffer, Transaction, UnresolvedQuery, WaitOptions, categoryToolMapSchema, confirmAlignment, createIterationMeter, createRemapper, defaultQcCodes, judgeRecheck, mergePolicy, selectTools, takeExcerpt, $ as toQcCode } from './types';
import 'zod';

/** An event of a session stream, stored or about to be. */
type SessionEvent = NewEvent & Pick<StoredEvent, 'at' | 'version'>;
/**
 * Folds the events of one session. Pure, total and linear: what it does not know is counted, what an
 * older version did not write gets its default.
 */
declare function foldSession(events: Iterable<SessionEvent>): SessionView;

/** What an issue id looks like: `ISSUE-{epoch_ms}-{10 characters of Crockford base 32}`. */
declare const issueIdPattern: RegExp;
/** A fresh issue id (seed section 2). */
declare function createIssueId(clock: Clock, random: () => number): string;

/** What can happen to an issue. */
type IssueTrigger = 'fix-planned' | 'fix-applied' | 'verified-resolved' | 'verified-partial' | 'verified-recurrence' | 'deferred' | 'resumed';
/** The life cycle as data: what is not in the table is not allowed (seed section 2). */
declare const issueTransitions: {
    readonly [S in IssueState]: {
        readonly [T in IssueTrigger]?: IssueState;
    };
};
/** The state after a trigger. Throws `IllegalTransitionError`, which carries both. */
declare function nextIssueState(state: IssueState, trigger: IssueTrigger): IssueState;

/**
 * The facade over sessions: locks, a waiting queue, transactions, access rules and views. It keeps
 * nothing itself; all state is a fold over the streams `session/{session_id}` of the event store.
 */
declare function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore;

/** Old and new text of a recheck; the old one may be gone. */
interface RecheckTexts {
    readonly oldText: string | null;
    readonly newText: string;
}

/** What `scoreRecurrence` is told about the recheck. */
interface RecurrenceContext extends RecheckTexts {
    readonly weights?: RecurrenceWeights;
    /** Findings of further runs of a checker that varies. */
    readonly repeatedFindings?: readonly (readonly CheckFinding[])[];
}
/** Verdicts in the order of the issues, and the findings that are none of them. */
interface RecurrenceReport {
    readonly results: readonly RecurrenceResult[];
    /** Indexes into the findings. */
    readonly newFindings: readonly number[];
}
/**
 * Decides which findings of a recheck are old issues again. Pairs are taken by descending score, each
 * finding explains one issue. O(issues * findings of the same category near them).
 */
declare function scoreRecurrence(issues: readonly TrackedIssue[], findings: readonly CheckFinding[], context: RecurrenceContext): RecurrenceReport;

/** A fix as a patch; the text goes to the artifact store, `diff_ref` is its hash. */
interface FixDiff {
    readonly diff_ref: string;
    readonly text: string;
}
/** The difference of two texts in the patch format of diff-match-patch, with a header line. */
declare function createFixDiff(before: string, after: string): FixDiff;
/** The text after the fix; null unless the diff was made from exactly this text and is undamaged. */
declare function applyFixDiff(before: string, text: string): string | null;

/** Gives the text with this hash, or null when it has none. */
type ManuscriptSource = (hash: string, options: {
    readonly signal: AbortSignal;
}) => Promise<string | null>;
/** Sources by tool id; the three of the seed come first, whatever the order of writing. */
interface ManuscriptSources {
    readonly fetch_artifact?: ManuscriptSource;
    readonly read_snapshot?: ManuscriptSource;
    readonly request_manual_upload?: ManuscriptSource;
    readonly [toolId: string]: ManuscriptSource | undefined;
}
/** One try, as it is logged. */
type FetchAttempt = NewFetchLog & {
    readonly at: string;
};
/** What came of a fetch. */
type FetchAnswer = {
    readonly ok: true;
    readonly text: string;
    readonly tool_id: string;
    readonly log: readonly FetchAttempt[];
} | {
    readonly ok: false;
    readonly error: KanmonError;
    readonly qc_code: string;
    readonly log: readonly FetchAttempt[];
};
/** Options of `createManuscriptReader`. */
interface ManuscriptReaderOptions {
    readonly sources: ManuscriptSources;
    readonly sleep?: Sleep;
    readonly clock?: Clock;
    /** Its time budget cuts repeats short. */
    readonly policy?: Pick<IterationPolicy, 'time_budget_sec'>;
    /** Tool that goes first, from the session's history. */
    readonly preferred?: string;
    /** Milliseconds one try may take. @default 10_000 */
    readonly timeoutMs?: number;
    readonly qcCodes?: QcCodeMap;
    readonly onLog?: (attempt: FetchAttempt) => void;
}
/** Gets manuscripts by their hash. */
interface ManuscriptReader {
    /** Rejects only when `signal` is aborted. */
    fetch(hash: string, options?: {
        readonly signal?: AbortSignal;
    }): Promise<FetchAnswer>;
}
/** A reader that tries its sources in order, checks every hash and remembers which tool worked. */
declare function createManuscriptReader(options: ManuscriptReaderOptions): ManuscriptReader;

/**
 * Replaces every run of 16 or more UTF-16 units that `freeText` shares with a manuscript by
 * `[excerpt <12 hex digits of its hash> <length>]`. Linear in both texts.
 */
declare function redactExcerpts(freeText: string, manuscriptText: string | readonly string[]): string;

/** The offer as a block for a prompt: one sentence and the JSON array `available_tools` (seed section 4). */
declare function renderToolPrompt(availableTools: readonly AvailableTool[], locale?: Locale): string;

/**
 * Check, then plan, confirm, apply and recheck until the session's policy says stop. Every effect is
 * recorded once: run again after a crash, or with answers to open questions, it goes on where it was.
 * Errors of a port are recorded and thrown on; the caller ends the session.
 */
declare function runFixLoop(options: FixLoopOptions): Promise<FixLoopResult>;

/** Numbers about one session. */
interface SessionMetrics {
    readonly issues: number;
    readonly by_state: Readonly<Record<IssueState, number>>;
    readonly steps: number;
    readonly fixes_planned: number;
    readonly fixes_applied: number;
    /** Verified attempts that ended resolved; null when none was verified. */
    readonly resolved_share: number | null;
    /** Verified attempts that recurred; null when none was verified. */
    readonly recurrence_share: number | null;
    /** Places that were moved, by method. */
    readonly moved_by: Readonly<Record<string, number>>;
    readonly fetches: number;
    readonly failed_fetches: number;
}
/** Counts over a view, or over the events of one session. */
declare function metrics(source: SessionView | Iterable<SessionEvent>): SessionMetrics;

/** Measurements of the trial (seed section 5). */
interface PocSamples {
    /** Milliseconds from asking to resume a session until it can be written to. */
    readonly resumeMs: readonly number[];
    /** Milliseconds of one answer of the state store. */
    readonly storeMs: readonly number[];
    /** Verdicts of rechecks against those of a person. */
    readonly rechecks: readonly {
        readonly expected: string;
        readonly actual: string;
    }[];
    readonly qc: readonly {
        readonly error: unknown;
        readonly expected: string | undefined;
    }[];
}
/** One row of the seed's table. */
interface PocRow {
    readonly metric: 'session_resume' | 'recheck_agreement' | 'store_answer' | 'store_save' | 'qc_mapping';
    /** Milliseconds or a share; null for an empty sample. */
    readonly value: number | null;
    readonly n: number;
    readonly goal: number;
    /** False for an empty sample: nothing was shown. */
    readonly holds: boolean;
}
/** The seed's table of success: medians for times, shares for verdicts and codes. */
declare function pocReport({ resumeMs, storeMs, rechecks, qc }: PocSamples): PocRow[];

/** Options every error of this package takes. */
interface IssueErrorOptions {
    readonly cause?: unknown;
}
/** A range lies outside its text, is reversed, not whole, or cuts a surrogate pair. */
declare class InvalidRangeError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** A field does not fit the wire format; `path` is its JSON Pointer. */
declare class InvalidInputError extends KanmonError {
    readonly name: string;
    readonly path: string;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly path?: string;
    });
}
/** The issue is not known in this session. */
declare class UnknownIssueError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** An issue with this id was opened before; ids are never used twice. */
declare class IssueExistsError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** The life cycle has no such step. */
declare class IllegalTransitionError extends KanmonError {
    readonly name: string;
    readonly state: string | undefined;
    readonly trigger: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly state?: string;
        readonly trigger?: string;
    });
}
/** The actor may not see or continue this session, or there is none; the two look the same. */
declare class AccessDeniedError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** A handle has one transaction at a time. */
declare class TransactionOpenError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** The transaction was committed or rolled back before. */
declare class TransactionClosedError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}

/** Which manuscript could not be had. */
interface ManuscriptErrorOptions extends IssueErrorOptions {
    readonly manuscriptHash?: string;
}
/** No source knows the hash. QC-015. */
declare class ManuscriptCacheMissError extends KanmonError {
    readonly name: string;
    readonly manuscriptHash: string | undefined;
    constructor(message: string, options?: ManuscriptErrorOptions);
}
/** A source failed or did not answer in time. QC-016. */
declare class ManuscriptStorageError extends KanmonError {
    readonly name: string;
    readonly manuscriptHash: string | undefined;
    constructor(message: string, options?: ManuscriptErrorOptions);
}
/** The user was asked to upload the manuscript and has not yet. QC-017. */
declare class ManuscriptUploadPendingError extends KanmonError {
    readonly name: string;
    readonly manuscriptHash: string | undefined;
    constructor(message: string, options?: ManuscriptErrorOptions);
}
/** A source gave another text than the one asked for. QC-018. */
declare class ManuscriptHashMismatchError extends KanmonError {
    readonly name: string;
    readonly manuscriptHash: string | undefined;
    constructor(message: string, options?: ManuscriptErrorOptions);
}

/** A prompt could not be run to an answer. QC-004. */
declare class PromptExecutionError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** A template is not the one the session was started with. QC-006. */
declare class TemplateMismatchError extends KanmonError {
    readonly name: string;
    readonly stepId: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly stepId?: string;
    });
}
/** The iteration policy allows no further round. QC-007. */
declare class IterationBudgetExceededError extends KanmonError {
    readonly name: string;
    readonly reason: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly reason?: string;
    });
}
/** Somebody else works on the episode. QC-008. */
declare class SessionLockedError extends KanmonError {
    readonly name: string;
    readonly resource: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly resource?: string;
    });
}
/** The event store could not keep what happened; `cause` is its error. QC-009. */
declare class StatePersistenceError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: IssueErrorOptions);
}
/** No tool can be offered, or one was named that was not offered. QC-012. */
declare class ToolUnavailableError extends KanmonError {
    readonly name: string;
    readonly toolId: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly toolId?: string;
    });
}
/** A person must show where the place is now. QC-013. */
declare class ManualAlignmentRequired extends KanmonError {
    readonly name: string;
    readonly issueId: string | undefined;
    constructor(message: string, options?: IssueErrorOptions & {
        readonly issueId?: string;
    });
}

export { AccessDeniedError, AvailableTool, CheckFinding, FixLoopOptions, FixLoopResult, IllegalTransitionError, InvalidInputError, InvalidRangeError, IssueExistsError, IssueState, IterationBudgetExceededError, IterationPolicy, ManualAlignmentRequired, ManuscriptCacheMissError, ManuscriptHashMismatchError, ManuscriptStorageError, ManuscriptUploadPendingError, NewFetchLog, PromptExecutionError, QcCodeMap, RecurrenceResult, RecurrenceWeights, SessionLockedError, SessionView, Sleep, StatePersistenceError, TemplateMismatchError, ToolUnavailableError, TrackedIssue, TransactionClosedError, TransactionOpenError, UnknownIssueError, WorkflowStateStore, WorkflowStateStoreOptions, applyFixDiff, createFixDiff, createIssueId, createManuscriptReader, createWorkflowStateStore, foldSession, issueIdPattern, issueTransitions, metrics, nextIssueState, pocReport, redactExcerpts, renderToolPrompt, runFixLoop, scoreRecurrence };
export type { FetchAnswer, FetchAttempt, FixDiff, IssueErrorOptions, IssueTrigger, ManuscriptErrorOptions, ManuscriptReader, ManuscriptReaderOptions, ManuscriptSource, ManuscriptSources, PocRow, PocSamples, RecurrenceContext, RecurrenceReport, SessionEvent, SessionMetrics };

import { Lease, JsonValue, StoredEvent, EventStore, Clock, Embedder } from '@kanmon/core';
import { z } from 'zod';

/** What a recheck found out about one issue. */
interface RecheckInput {
    /** 0-1, from `scoreRecurrence`. */
    readonly recurrence_score: number;
    /** The text at the remapped place is another one. */
    readonly checksum_changed: boolean;
    /** A finding of the same category stands at the remapped place. */
    readonly same_category_found: boolean;
    /** Of the remapping, 0-1. */
    readonly confidence_score: number;
    /** The place is gone. */
    readonly text_removed: boolean;
}
/** Why a recheck was judged as it was. */
type RecheckReason = 'text_removed' | 'low_confidence' | 'unchanged' | 'score' | 'unverified_unchanged';
/** The verdict over one issue. */
interface RecheckVerdict {
    readonly state: IssueState & ('Resolved' | 'Partial' | 'Recurrence');
    readonly reason: RecheckReason;
}
/** Judges a recheck: the first rule that fits. Throws `InvalidInputError` for a score outside 0-1. */
declare function judgeRecheck(input: RecheckInput): RecheckVerdict;

/** Error code of ours to quality-check code of the project (seed section 6). */
type QcCodeMap = Readonly<Record<string, string>>;
/** The seed's numbering. A project that numbers differently passes its own map. */
declare const defaultQcCodes: QcCodeMap;
/**
 * The quality-check code of an error, by its `code` and then along `cause`; undefined when there is
 * none. An `LlmError` of core counts as a prompt that could not be run, a store's own error as lost state.
 */
declare function toQcCode(error: unknown, map?: QcCodeMap): string | undefined;

/** What an audit says about an excerpt: where it came from and what it hashes to, not what it says. */
interface ExcerptMeta {
    readonly text_range: TextRange;
    readonly excerpt_hash: string;
    readonly length: number;
    readonly manuscript_hash: string;
    /** Where the manuscript is kept under its hash. */
    readonly source_key: string;
}
/** Options of `takeExcerpt`. */
interface ExcerptOptions {
    /** Characters on each side of the range. @default 40 */
    readonly margin?: number;
    /** @default 400 */
    readonly maxChars?: number;
    /** @default the manuscript's hash */
    readonly sourceKey?: string;
}
/**
 * The part of a manuscript that goes into a prompt, and what is recorded of it (seed section 3). A range
 * longer than `maxChars` is cut at its end. Throws `InvalidRangeError`.
 */
declare function takeExcerpt(text: string, range: Span, options?: ExcerptOptions): {
    readonly excerpt: string;
    readonly meta: ExcerptMeta;
};

/** Who acts. */
interface Actor {
    readonly id: string;
    readonly admin?: boolean;
}
/** What an actor may want to do with a session. */
type SessionAction = 'read' | 'resume' | 'audit';
/** Waits; rejects when the signal is aborted first. */
type Sleep = (ms: number, options?: {
    readonly signal?: AbortSignal;
}) => Promise<void>;
/** Options of `createWorkflowStateStore`. */
interface WorkflowStateStoreOptions {
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
    readonly sleep?: Sleep;
}
/** The right to write to one session. */
interface SessionHandle {
    readonly sessionId: string;
    readonly actor: Actor;
    readonly lease: Lease;
    /** Version of the session's stream after the last commit of this handle. */
    readonly version: number;
    /** Aborted when the lock was lost; every write throws `FencedError` from then on. */
    readonly lost: AbortSignal;
}
/** Where an issue went. */
type Relocation = Pick<Issue, 'text_range' | 'range_checksum' | 'anchor' | 'manuscript_hash' | 'manuscript_version_id' | 'adjustment_method' | 'adjustment_delta' | 'confidence_score' | 'adjustment_attempts'>;
/** A fix that is going to be made. */
interface FixPlan {
    readonly tool_id: string;
    readonly description: string;
    readonly planned_by: string;
    /** When given, `tool_id` must be among them. */
    readonly available_tools?: readonly AvailableTool[];
}
/** A fix that was made. */
interface AppliedFix {
    readonly applied_fix_description: string;
    readonly applied_by: string;
    /** @default the planned tool */
    readonly tool_used?: string;
    readonly diff_ref?: string | null;
    /** Of the manuscript after the fix. */
    readonly manuscript_hash?: string;
}
/** What a recheck found, and against which snapshot. */
interface RecheckRecord extends RecheckInput {
    readonly verification_snapshot_id: string;
    /** The finding that is this issue again. @default a copy of the issue; only used when it recurred */
    readonly successor?: NewIssue;
    readonly verification_votes?: VerificationVotes;
}
/** Changes that are written all or none. Nothing is written before commit. */
interface Transaction {
    /** With the changes made so far. */
    readonly view: SessionView;
    addStep(step: NewStepExecution): StepExecution;
    addIssue(issue: NewIssue): Issue;
    relocateIssue(issueId: string, relocation: Relocation): Issue;
    planFix(issueId: string, plan: FixPlan): IssueResolution;
    applyFix(issueId: string, fix: AppliedFix): IssueResolution;
    recordRecheck(issueId: string, recheck: RecheckRecord): {
        readonly issue: Issue;
        readonly successor: Issue | null;
    };
    deferIssue(issueId: string, reason: string): Issue;
    resumeIssue(issueId: string): Issue;
    requestConfirmation(issueId: string, kind: 'tool' | 'alignment'): void;
    giveConfirmation(issueId: string, kind: 'tool' | 'alignment', decision: {
        readonly decision: 'approve' | 'reject' | 'defer';
        readonly by: string;
    }): void;
    addFetchLog(log: NewFetchLog): ManuscriptFetchLog;
    /** Records what part of a manuscript went into a prompt: offsets and hashes, no text. */
    addDisclosure(meta: ExcerptMeta, purpose: string): void;
    /** Gives the quality-check code, when the error has one. The message must not quote a manuscript. */
    recordError(error: unknown, stepId?: string): string | undefined;
    setStatus(status: SessionStatus): void;
}
/** What a new session starts with. */
interface SessionInit {
    readonly episode_number: number | string;
    readonly initiator: string;
    readonly iteration_policy?: IterationPolicyInput;
    readonly template_hashes?: Readonly<Record<string, string>>;
    readonly session_id?: string;
}
/** How long to wait for a place and for the episode's lock. */
interface WaitOptions {
    readonly signal?: AbortSignal;
    /** Milliseconds to wait for the lock. @default 0 */
    readonly waitMs?: number;
}
/** One line of what happened. */
interface TimelineEntry {
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
interface FixTrace {
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
    readonly verified: {
        readonly status: string;
        readonly recurrence_score: number | null;
    } | null;
    readonly match: 'as_planned' | 'other_tool' | 'unplanned' | 'not_applied';
}
/** Which issues to look for. */
interface UnresolvedQuery {
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
interface WorkflowStateStore {
    beginSession(init: SessionInit, options?: WaitOptions): Promise<SessionHandle>;
    resumeSession(sessionId: string, options: WaitOptions & {
        readonly actor: Actor;
    }): Promise<SessionHandle>;
    /** Writes the status, releases the lock and the place in the queue. @default status 'completed' */
    endSession(handle: SessionHandle, status?: 'completed' | 'aborted' | 'failed'): Promise<void>;
    beginTransaction(handle: SessionHandle): Promise<Transaction>;
    commit(transaction: Transaction): Promise<{
        readonly version: number;
    }>;
    rollback(transaction: Transaction): Promise<void>;
    transaction<T>(handle: SessionHandle, body: (transaction: Transaction) => T | Promise<T>, options?: {
        readonly idempotencyKey?: string;
    }): Promise<T>;
    once<T extends JsonValue>(handle: SessionHandle, key: string, body: (transaction: Transaction) => T | Promise<T>): Promise<T>;
    /** What `once` recorded under this key, as far as this handle has read the history. */
    recall(handle: SessionHandle, key: string): JsonValue | undefined;
    view(sessionId: string, options: {
        readonly actor: Actor;
    }): Promise<SessionView>;
    at(sessionId: string, point: {
        readonly version: number;
    } | {
        readonly time: Date;
    }, options: {
        readonly actor: Actor;
    }): Promise<SessionView>;
    timeline(sessionId: string, options: {
        readonly actor: Actor;
        readonly issue_id?: string;
    }): Promise<TimelineEntry[]>;
    unresolved(query: UnresolvedQuery): Promise<Issue[]>;
    fixTrace(sessionId: string, options: {
        readonly actor: Actor;
    }): Promise<FixTrace[]>;
    audit(query: {
        readonly actor: Actor;
        readonly month?: string;
    }): AsyncIterable<StoredEvent>;
    readonly queue: {
        readonly active: number;
        readonly waiting: number;
    };
    close(): Promise<void>;
}

/** A strategy as options and seeds write it; `diff3` is `diff`, for there is no third text. */
type StrategyName = Strategy | 'diff3';

/** Options of `createRemapper`. */
interface RemapOptions {
    /** What may be tried; the order of trying is fixed. `diff3` is the seed's name of `diff`. @default all */
    readonly strategies?: readonly StrategyName[];
    /** Work after which everything left is `lost` with attempt `skipped`. @default 50_000_000 */
    readonly maxSteps?: number;
    /** The salt the anchors were made with. */
    readonly salt?: string;
}
/** Follows places from one text to the next. Pure: same texts, anchors and options, same answers. */
interface Remapper {
    remap(anchor: Anchor): Remap;
    /** The same as `remap` one by one. */
    remapAll(anchors: readonly Anchor[]): Remap[];
    /** As `remapAll`, and what stays lost is compared by meaning; an embedder that fails is a `skipped` attempt. */
    remapSemantic(anchors: readonly Anchor[], options: {
        readonly embedder: Embedder;
        readonly signal?: AbortSignal;
    }): Promise<Remap[]>;
    readonly stats: {
        readonly steps: number;
        readonly equalChars: number;
        readonly capped: boolean;
    };
}
/**
 * A remapper from the text the anchors were made in to a later one. Without the old text (`null`), or
 * for an anchor that was not made in it, places are found by hash alone.
 */
declare function createRemapper(oldText: string | null, newText: string, options?: RemapOptions): Remapper;
/**
 * The answer after a person has shown the place. `by` must name who it was; it belongs into the event's
 * actor, not into the answer. Throws `InvalidRangeError`.
 */
declare function confirmAlignment(anchor: Anchor, text: string, range: Span, by: string): Remap;

/** What a checker says. A model may have written it, so nothing of it is believed. */
interface CheckFinding {
    readonly category: string;
    readonly severity: IssueSeverity;
    /** Null for a finding about a section or the whole document. */
    readonly text_range: Span | null;
    /** @default 'range' with a range, else 'document' */
    readonly scope?: IssueScope;
    readonly description: string;
    readonly suggested_fixes?: readonly SuggestedFix[];
}
/** An earlier finding, with where its place is now. */
interface TrackedIssue {
    readonly issue_id: string;
    readonly category: string;
    readonly severity: IssueSeverity;
    readonly scope: IssueScope;
    /** In the old text. */
    readonly text_range: Span | null;
    readonly remap: Remap;
    /** Text the range lies in, when it is another one than that of the other issues. */
    readonly old_text?: string | null;
}
/** How much each part of the evidence counts; the three should add up to 1. */
interface RecurrenceWeights {
    /** @default 0.45 */
    readonly text: number;
    /** @default 0.35 */
    readonly place: number;
    /** @default 0.2 */
    readonly context: number;
}
/** The verdict over one earlier finding. */
interface RecurrenceResult extends RecheckVerdict {
    readonly issue_id: string;
    /** 0-1: how surely a finding is this one again. */
    readonly recurrence_score: number;
    readonly recurrence_flag: boolean;
    /** Index of the finding that was matched. */
    readonly finding: number | null;
    readonly parts: {
        readonly text: number;
        readonly place: number;
        readonly context: number;
    };
    readonly checksum_changed: boolean;
    readonly same_category_found: boolean;
    readonly text_removed: boolean;
    /** Of the place, 0-1. */
    readonly confidence_score: number;
    /** How many of the checker's runs had the finding, when it was run several times. */
    readonly verification_votes: {
        readonly for: number;
        readonly of: number;
    } | null;
}

/** Why a loop stops. */
type StopReason = 'passed' | 'time' | 'count' | 'no_improvement';
/** What the meter says after a round. */
interface IterationVerdict {
    readonly stop: boolean;
    readonly reason: StopReason | null;
    /** Records so far. */
    readonly iteration: number;
    /** Share of issues settled since the record before; 0 at the first. */
    readonly improvement: number;
}
/** Decides when the check-fix-recheck loop ends. */
interface IterationMeter {
    record(round: {
        readonly open_issues: number;
    }): IterationVerdict;
}
/** A meter for one loop (seed section 6). Reasons in the order: passed, time, count, no_improvement. */
declare function createIterationMeter(policy: IterationPolicyInput, options?: {
    readonly clock?: Clock;
}): IterationMeter;
/** The session's policy with what the command line says instead; validated as a whole. */
declare function mergePolicy(session: IterationPolicyInput, commandLine: IterationPolicyInput): IterationPolicy;

/** A tool for a category of issues (seed section 4). */
interface CategoryTool {
    readonly tool_id: string;
    readonly min_severity: IssueSeverity;
    readonly requires_user_confirmation: boolean;
    readonly fallback_tool_id: string | null;
    readonly notes: string | null;
}
/** A tool as a map is written. */
type CategoryToolInput = Pick<CategoryTool, 'tool_id'> & Partial<CategoryTool>;
/** Category to its tools, one or several; `*` = any other category. */
type CategoryToolMap = Readonly<Record<string, CategoryToolInput | readonly CategoryToolInput[]>>;
/** Category to array of tools; one tool alone is accepted. */
declare const categoryToolMapSchema: z.ZodType<Readonly<Record<string, readonly CategoryTool[]>>>;
/** What is offered for an issue. */
interface ToolOffer {
    readonly available_tools: readonly AvailableTool[];
    readonly status: Extract<ToolSelectionStatus, 'offered'>;
    /** `tool_unavailable:<tool_id>` when a fallback stands in. */
    readonly fallback_reason: string | null;
}
/**
 * The tools to offer: those whose `min_severity` the issue reaches; one that is not available gives way
 * to its fallback. Throws `ToolUnavailableError` when nothing is left.
 */
declare function selectTools(issue: Pick<Issue, 'category' | 'severity'>, map: CategoryToolMap, isAvailable?: (toolId: string) => boolean): ToolOffer;

/** A plan as a planner gives it; null leaves the issue alone. */
interface PlannedFix {
    readonly tool_id: string;
    readonly description: string;
    readonly planned_by: string;
}
/** A question to a person: may this tool be used, or where is this place now. */
interface PendingConfirmation {
    readonly issue_id: string;
    readonly kind: 'tool' | 'alignment';
    /** The planned tool of a tool question. */
    readonly tool_id: string | null;
    /** Possible places of an alignment question. */
    readonly candidates: readonly TextRange[];
}
/** A person's answer. */
interface Decision {
    readonly issue_id: string;
    readonly decision: 'approve' | 'reject' | 'defer';
    /** Where the place is now, for an alignment. @default the first candidate */
    readonly range?: Span | undefined;
    readonly by: string;
}
/** What the loop needs from outside: a checker, a planner, a fixer, people, and a place for texts. */
interface FixLoopPorts {
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
    apply(input: {
        readonly issue: Issue;
        readonly plan: PlannedFix;
        readonly text: string;
        /** The same for a repeated call; lets the port see that it has done this before. */
        readonly effect_key: string;
        readonly signal: AbortSignal;
    }): Promise<{
        readonly text: string;
        readonly description: string;
        readonly applied_by: string;
    }>;
    readonly manuscripts: {
        read(hash: string): Promise<string | null>;
        write(text: string): Promise<{
            readonly manuscript_hash: string;
            readonly manuscript_version_id: string;
        }>;
    };
    /** Keeps fix diffs; without it they can be made again from the two manuscripts. */
    readonly artifacts?: {
        write(hash: string, text: string): Promise<void>;
    };
    isToolAvailable?(toolId: string): boolean | Promise<boolean>;
}
/** What both engines are started with. */
interface FixLoopSettings {
    readonly workflow: WorkflowStateStore;
    readonly session: SessionHandle;
    readonly ports: FixLoopPorts;
    readonly step_ids: readonly string[];
    readonly category_tool_map: CategoryToolMap;
    readonly remap?: RemapOptions;
    readonly clock?: {
        now(): Date;
    };
    readonly signal?: AbortSignal;
}
/** Options of `runFixLoop`. */
interface FixLoopOptions extends FixLoopSettings {
    readonly manuscript_hash: string;
}
/** Between two nodes: ids, hashes and offsets only. */
interface FixLoopState {
    /** Of the manuscript as it is now. */
    readonly manuscript_hash: string;
    /** Of the manuscript the loop began with; part of every effect's key. */
    readonly start_hash: string;
    /** Round the next node belongs to, from 1. */
    readonly iteration: number;
    readonly status: 'running' | 'passed' | 'stopped' | 'waiting_for_user';
    readonly reason: StopReason | 'confirmation' | null;
    readonly pending: readonly PendingConfirmation[];
}
/** How a loop ended, or what it waits for. */
interface FixLoopResult {
    readonly status: 'passed' | 'stopped' | 'waiting_for_user';
    readonly reason: StopReason | 'confirmation' | null;
    /** Rounds finished. */
    readonly iterations: number;
    readonly manuscript_hash: string;
    readonly pending: readonly PendingConfirmation[];
}


export type { Actor as A, StrategyName as B, CheckFinding as C, Decision as D, ExcerptMeta as E, FixLoopOptions as F, TimelineEntry as G, ToolOffer as H, IterationMeter as I, Transaction as J, WaitOptions as K, PendingConfirmation as P, QcCodeMap as Q, RecurrenceWeights as R, Sleep as S, TrackedIssue as T, UnresolvedQuery as U, WorkflowStateStoreOptions as W, WorkflowStateStore as a, RecurrenceResult as b, FixLoopResult as c, AppliedFix as d, CategoryTool as e, CategoryToolInput as f, CategoryToolMap as g, ExcerptOptions as h, FixLoopPorts as i, FixLoopSettings as j, FixLoopState as k, FixPlan as l, FixTrace as m, IterationVerdict as n, PlannedFix as o, RecheckInput as p, RecheckReason as q, RecheckRecord as r, RecheckVerdict as s, Relocation as t, RemapOptions as u, Remapper as v, SessionAction as w, SessionHandle as x, SessionInit as y, StopReason as z };

import { z } from 'zod';

/** A place in a text: half-open, in UTF-16 code units. */
interface TextRange {
    readonly start: number;
    readonly end: number;
    readonly unit: 'utf16';
    /** Lines from 1, for people; never used for finding the place again. */
    readonly start_line?: number | undefined;
    readonly end_line?: number | undefined;
}
/** A range as callers write it; the unit is always UTF-16. */
interface Span {
    readonly start: number;
    readonly end: number;
}

/** What is kept of a place so that it can be found again: offsets and hashes, no text. */
interface Anchor {
    readonly range: TextRange;
    /** SHA-256 of the slice (with the salt before it, when there is one). */
    readonly checksum: string;
    /** Rolling hash of the slice: finds windows to verify when the old text is gone. */
    readonly roll32: number;
    readonly length: number;
    readonly prefix_grams: readonly number[];
    readonly suffix_grams: readonly number[];
    readonly unit: 'utf16';
}
/** Options of `createAnchor`. */
interface AnchorOptions {
    /** Characters of context on each side. @default 64 */
    readonly contextChars?: number;
    /** Makes the hashes useless to who does not know it; the remapper needs the same one. */
    readonly salt?: string;
}
/**
 * The anchor of a place. Hashes of short slices can be guessed by trying; give a `salt` where an
 * anchor may be seen by people who must not know the text. Throws `InvalidRangeError`.
 */
declare function createAnchor(text: string, range: Span, options?: AnchorOptions): Anchor;

/** How a place was found again; also what `adjustment_method` says on the wire. */
type Method = 'exact_match' | 'diff' | 'fuzzy' | 'semantic_search' | 'manual_confirmation';
/** What may be tried. */
type Strategy = Method;
/** One thing that was tried for one place. Offsets and numbers only, no text. */
interface Attempt {
    readonly strategy: Strategy;
    readonly result: 'hit' | 'miss' | 'ambiguous' | 'skipped';
    readonly confidence: number;
    readonly candidates?: readonly TextRange[] | undefined;
    readonly steps: number;
}
/** A possible place with the share of such answers that proved right. */
interface Candidate {
    readonly range: TextRange;
    readonly confidence: number;
}
/** Where a place is now. */
interface MappedPlace {
    readonly status: 'mapped';
    readonly range: TextRange;
    readonly method: Method;
    /** Measured share of right answers of this kind, 0-1. */
    readonly confidence: number;
    /** New start - old start. */
    readonly delta: number;
    /** 1 - edit distance / longer length, between the old and the new slice. */
    readonly similarity: number;
    /** True when the place left the order of its neighbours. */
    readonly moved: boolean;
    readonly attempts: readonly Attempt[];
}
/** Several places fit, or one does not fit well enough: a person must choose. */
interface UnsurePlace {
    readonly status: 'ambiguous';
    readonly candidates: readonly Candidate[];
    readonly attempts: readonly Attempt[];
}
/** The place is gone. */
interface LostPlace {
    readonly status: 'lost';
    /** `deleted`: nothing left; `rewritten`: other text stands there; `no_source`: the old text is gone too. */
    readonly reason: 'deleted' | 'rewritten' | 'no_source';
    readonly attempts: readonly Attempt[];
}
/** The answer for one place. */
type Remap = MappedPlace | UnsurePlace | LostPlace;

declare const severities: readonly ["low", "medium", "high", "critical"];
/** How bad an issue is. */
type IssueSeverity = (typeof severities)[number];

declare const states: readonly ["New", "InProgress", "Partial", "Deferred", "Resolved", "Recurrence"];
declare const scopes: readonly ["range", "section", "document"];
/** Where an issue stands. */
type IssueState = (typeof states)[number];
/** What a finding is about: a place, a section, or the whole document. */
type IssueScope = (typeof scopes)[number];
/** A proposed fix; its replacement text lies in the artifact store, under its hash. */
interface SuggestedFix {
    readonly kind: string;
    readonly description: string;
    readonly text_hash?: string | undefined;
    readonly text_length?: number | undefined;
}
/** One finding with its identity (seed section 1). */
interface Issue {
    /** `ISSUE-{epoch_ms}-{suffix}`, never changed. */
    readonly issue_id: string;
    readonly session_id: string;
    readonly step_id: string;
    readonly manuscript_version_id: string;
    readonly manuscript_hash: string;
    readonly category: string;
    readonly severity: IssueSeverity;
    /** Null when the scope is no range, or the place is lost. */
    readonly text_range: TextRange | null;
    /** Hash of the slice; null together with `text_range`. */
    readonly range_checksum: string | null;
    readonly description: string;
    readonly suggested_fixes: readonly SuggestedFix[];
    readonly related_issue_ids: readonly string[];
    /** How the place was last found again; null when it never moved. */
    readonly adjustment_method: Method | null;
    /** 0-1; 1 when it never moved. */
    readonly confidence_score: number;
    readonly adjustment_attempts: readonly Attempt[];
    /** New start - old start of the last move. */
    readonly adjustment_delta: number | null;
    readonly anchor: Anchor | null;
    readonly scope: IssueScope;
    readonly state: IssueState;
    readonly state_reason: string | null;
    readonly defer_reason: string | null;
    /** How often this finding has come back after a fix. */
    readonly recurrence_depth: number;
    readonly created_at: string;
    readonly updated_at: string;
}
type Given$1 = 'step_id' | 'manuscript_version_id' | 'manuscript_hash' | 'category' | 'severity' | 'text_range' | 'range_checksum' | 'description';
type Assigned$1 = 'issue_id' | 'session_id' | 'state' | 'state_reason' | 'defer_reason' | 'created_at' | 'updated_at';
/** A finding before the store has given it an id; only the first eight fields must be given. */
type NewIssue = Pick<Issue, Given$1> & Partial<Omit<Issue, Given$1 | Assigned$1>>;
/** One finding with its identity. Unknown fields are kept, missing newer ones get their defaults. */
declare const issueSchema: z.ZodType<Issue>;

declare const statuses$1: readonly ["pending", "resolved", "recurrence", "partial", "unverified"];
/** What a recheck said about a fix. */
type VerificationStatus = (typeof statuses$1)[number];
/** How many of several checker runs had the finding again. */
interface VerificationVotes {
    readonly for: number;
    readonly of: number;
}
/** One attempt to settle one issue: planned, applied, verified (seed section 1). */
interface IssueResolution {
    readonly issue_id: string;
    readonly resolution_attempt: number;
    /** The `applied_*` fields and `tool_used` are null until the fix is applied. */
    readonly applied_fix_description: string | null;
    readonly applied_by: string | null;
    readonly applied_at: string | null;
    readonly tool_used: string | null;
    readonly diff_ref: string | null;
    readonly verification_status: VerificationStatus;
    /** This and the next two are null until rechecked. */
    readonly verification_snapshot_id: string | null;
    readonly recurrence_score: number | null;
    readonly recurrence_flag: boolean | null;
    readonly planned_tool: string | null;
    readonly plan_description: string | null;
    readonly planned_by: string | null;
    readonly planned_at: string | null;
    readonly verification_votes: VerificationVotes | null;
}
/** One attempt to settle one issue. Unknown fields are kept. */
declare const issueResolutionSchema: z.ZodType<IssueResolution>;

/** Bounds of the check-fix-recheck loop (seed section 6). */
interface IterationPolicy {
    /** Rounds at most, 1-100. @default 3 */
    readonly count: number;
    /** Stop as soon as no issue is open; false runs all rounds. @default true */
    readonly until_pass: boolean;
    /** Seconds after which no further round begins; null = no bound. @default null */
    readonly time_budget_sec: number | null;
    /** Least share of issues a round must settle, 0-1; 0 = do not ask. @default 0 */
    readonly min_improvement: number;
}
/** A policy as callers write it; `time_budget_s` is another name of `time_budget_sec`. */
type IterationPolicyInput = Partial<IterationPolicy> & {
    readonly time_budget_s?: number | null;
};
/** Fills in the defaults; `time_budget_s` is accepted for `time_budget_sec`. */
declare const iterationPolicySchema: z.ZodType<IterationPolicy>;

declare const results: readonly ["success", "miss", "storage_error", "pending_upload", "hash_mismatch", "timeout"];
/** How one try to get a manuscript ended. */
type FetchResult = (typeof results)[number];
/** One try to get a manuscript by its hash (seed section 3). */
interface ManuscriptFetchLog {
    readonly fetch_id: string;
    readonly session_id: string;
    readonly manuscript_hash: string;
    readonly tool_id: string;
    readonly result: FetchResult;
    readonly latency_ms: number;
    /** 1, 2 ... within one fetch. */
    readonly attempt_index: number;
    readonly qc_code: string | null;
    readonly at: string;
}
/** A try before the store has placed it in its session. */
type NewFetchLog = Omit<ManuscriptFetchLog, 'session_id' | 'fetch_id' | 'at'> & Partial<Pick<ManuscriptFetchLog, 'fetch_id' | 'at'>>;
/** One try to get a manuscript by its hash. Unknown fields are kept. */
declare const manuscriptFetchLogSchema: z.ZodType<ManuscriptFetchLog>;

declare const statuses: readonly ["running", "waiting_for_user", "completed", "aborted", "failed"];
/** Where a session stands. */
type SessionStatus = (typeof statuses)[number];
/** The episode lock as the history knows it. */
interface LockStatus {
    readonly state: 'held' | 'released';
    readonly resource: string;
    readonly owner: string;
    readonly token: number;
}
/** One run of checks and fixes over one episode (seed section 1). */
interface Session {
    readonly session_id: string;
    readonly episode_number: number | string;
    readonly initiator: string;
    readonly created_at: string;
    readonly current_status: SessionStatus;
    readonly iteration_policy: IterationPolicy;
    readonly lock_status: LockStatus;
    /** Version of the session's stream. */
    readonly state_version: number;
    /** Step id to hash of its template. */
    readonly template_hashes: Readonly<Record<string, string>>;
    readonly updated_at: string;
}
/** One run of checks and fixes over one episode. Unknown fields are kept. */
declare const sessionSchema: z.ZodType<Session>;

declare const selectionStatuses: readonly ["not_offered", "offered", "selected", "rejected", "unavailable"];
/** What became of an offer of tools. */
type ToolSelectionStatus = (typeof selectionStatuses)[number];
/** A tool as it is offered to a model or a person. */
interface AvailableTool {
    readonly tool_id: string;
    readonly requires_user_confirmation: boolean;
    readonly is_fallback: boolean;
    readonly notes: string | null;
}
/** One attempt at one step (seed section 1). */
interface StepExecution {
    readonly session_id: string;
    readonly step_id: string;
    /** 1, 2 ... within the step. */
    readonly attempt: number;
    readonly input_snapshot_hash: string;
    readonly output_snapshot_hash: string | null;
    readonly issues_detected: readonly string[];
    readonly duration_ms: number;
    readonly fallback_reason: string | null;
    readonly available_tools: readonly AvailableTool[];
    readonly tool_selection_status: ToolSelectionStatus;
    readonly manuscript_hash_refs: readonly string[];
    readonly qc_code: string | null;
    readonly completed_at: string;
}
type Given = 'step_id' | 'input_snapshot_hash';
type Assigned = 'session_id' | 'completed_at';
/** A step before the store has placed it; `attempt` counts up by itself. */
type NewStepExecution = Pick<StepExecution, Given> & Partial<Omit<StepExecution, Given | Assigned>>;
/** One attempt at one step. Unknown fields are kept. */
declare const stepExecutionSchema: z.ZodType<StepExecution>;

/** A question that waits for a person. */
interface OpenConfirmation {
    readonly issue_id: string;
    readonly kind: 'tool' | 'alignment';
    readonly resolution_attempt: number;
}
/** The five entities of one session at one moment. */
interface SessionView {
    readonly session: Session;
    readonly steps: readonly StepExecution[];
    /** In the order they were opened. */
    readonly issues: readonly Issue[];
    readonly resolutions: readonly IssueResolution[];
    readonly fetch_logs: readonly ManuscriptFetchLog[];
    /** Questions that wait for a person. */
    readonly confirmations: readonly OpenConfirmation[];
    /** Version of the last event folded. */
    readonly version: number;
    /** Events whose type or shape this version does not know. */
    readonly unknown_events: number;
}


export type { AvailableTool as A, Candidate as C, FetchResult as F, IssueState as I, LockStatus as L, ManuscriptFetchLog as M, NewFetchLog as N, OpenConfirmation as O, Remap as R, SessionView as S, TextRange as T, UnsurePlace as U, VerificationStatus as V, IterationPolicy as a, Anchor as b, AnchorOptions as c, Attempt as d, Issue as e, IssueResolution as f, IssueScope as g, IssueSeverity as h, IterationPolicyInput as i, LostPlace as j, MappedPlace as k, Method as l, NewIssue as m, NewStepExecution as n, Session as o, SessionStatus as p, Span as q, StepExecution as r, Strategy as s, SuggestedFix as t, ToolSelectionStatus as u, VerificationVotes as v };
