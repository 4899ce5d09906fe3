const AccessDeniedError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type AccessDeniedError = InstanceType<typeof AccessDeniedError>;
interface Actor {
    readonly id: string;
    readonly admin?: boolean;
}
interface Anchor {
    readonly range: TextRange;
    readonly checksum: string;
    readonly roll32: number;
    readonly length: number;
    readonly prefix_grams: readonly number[];
    readonly suffix_grams: readonly number[];
    readonly unit: 'utf16';
}
interface AnchorOptions {
    readonly contextChars?: number;
    readonly salt?: string;
}
interface AppliedFix {
    readonly applied_fix_description: string;
    readonly applied_by: string;
    readonly tool_used?: string;
    readonly diff_ref?: string | null;
    readonly manuscript_hash?: string;
}
interface AppliedText {
    readonly text: string;
    readonly description: string;
    readonly applied_by: string;
}
type Assigned = 'issue_id' | 'session_id' | 'state' | 'state_reason' | 'defer_reason' | 'created_at' | 'updated_at';
type Assigned = 'session_id' | 'completed_at';
interface Attempt {
    readonly strategy: Strategy;
    readonly result: 'hit' | 'miss' | 'ambiguous' | 'skipped';
    readonly confidence: number;
    readonly candidates?: readonly TextRange[] | undefined;
    readonly steps: number;
}
interface AvailableTool {
    readonly tool_id: string;
    readonly requires_user_confirmation: boolean;
    readonly is_fallback: boolean;
    readonly notes: string | null;
}
interface CategoryTool {
    readonly tool_id: string;
    readonly min_severity: IssueSeverity;
    readonly requires_user_confirmation: boolean;
    readonly fallback_tool_id: string | null;
    readonly notes: string | null;
}
type CategoryToolInput = Pick<CategoryTool, 'tool_id'> & Partial<CategoryTool>;
type CategoryToolMap = Readonly<Record<string, CategoryToolInput | readonly CategoryToolInput[]>>;
interface CheckFinding {
    readonly category: string;
    readonly severity: IssueSeverity;
    readonly text_range: Span | null;
    readonly scope?: IssueScope;
    readonly description: string;
    readonly suggested_fixes?: readonly SuggestedFix[];
}
interface CheckerRule {
    readonly pattern: string;
    readonly category: string;
    readonly severity?: CheckFinding['severity'];
    readonly description?: string;
    readonly step_id?: string;
}
interface Decision {
    readonly issue_id: string;
    readonly decision: 'approve' | 'reject' | 'defer';
    readonly range?: Span | undefined;
    readonly by: string;
}
interface ExcerptMeta {
    readonly text_range: TextRange;
    readonly excerpt_hash: string;
    readonly length: number;
    readonly manuscript_hash: string;
    readonly source_key: string;
}
interface ExcerptOptions {
    readonly margin?: number;
    readonly maxChars?: number;
    readonly sourceKey?: string;
}
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
type FetchAttempt = NewFetchLog & {
    readonly at: string;
};
type FetchResult = (typeof fetchResults)[number];
interface FixDiff {
    readonly diff_ref: string;
    readonly text: string;
}
interface FixLoopGraph {
    invoke(input: unknown, config?: {
        readonly configurable?: Readonly<Record<string, unknown>>;
    }): Promise<FixLoopState>;
}
interface FixLoopGraphOptions extends FixLoopSettings {
    readonly checkpointer?: LangGraph.BaseCheckpointSaver;
}
type FixLoopNode = (state: FixLoopState) => Promise<FixLoopState>;
interface FixLoopNodes {
    readonly check: FixLoopNode;
    readonly plan: FixLoopNode;
    readonly confirm: FixLoopNode;
    readonly apply: FixLoopNode;
    readonly recheck: FixLoopNode;
}
interface FixLoopOptions extends FixLoopSettings {
    readonly manuscript_hash: string;
}
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
        readonly effect_key: string;
        readonly signal: AbortSignal;
    }): Promise<AppliedText | null>;
    readonly manuscripts: {
        read(hash: string): Promise<string | null>;
        write(text: string): Promise<{
            readonly manuscript_hash: string;
            readonly manuscript_version_id: string;
        }>;
    };
    readonly artifacts?: {
        write(hash: string, text: string): Promise<void>;
    };
    isToolAvailable?(toolId: string): boolean | Promise<boolean>;
}
type FixLoopReason = StopReason | 'confirmation' | 'findings_rejected';
interface FixLoopResult {
    readonly status: 'passed' | 'stopped' | 'waiting_for_user';
    readonly reason: FixLoopReason | null;
    readonly iterations: number;
    readonly manuscript_hash: string;
    readonly pending: readonly PendingConfirmation[];
    readonly deferred: readonly string[];
}
interface FixLoopSettings {
    readonly workflow: WorkflowStateStore;
    readonly session: SessionHandle;
    readonly ports: FixLoopPorts;
    readonly step_ids: readonly string[];
    readonly category_tool_map: CategoryToolMap;
    readonly remap?: RemapOptions;
    readonly clock?: Clock;
    readonly signal?: AbortSignal;
    readonly run_id?: string;
}
interface FixLoopState {
    readonly manuscript_hash: string;
    readonly start_hash: string;
    readonly iteration: number;
    readonly status: 'running' | 'passed' | 'stopped' | 'waiting_for_user';
    readonly reason: FixLoopReason | null;
    readonly pending: readonly PendingConfirmation[];
}
interface FixPlan {
    readonly tool_id: string;
    readonly description: string;
    readonly planned_by: string;
    readonly available_tools?: readonly AvailableTool[];
}
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
type Given = 'step_id' | 'input_snapshot_hash';
type Given = 'step_id' | 'manuscript_version_id' | 'manuscript_hash' | 'category' | 'severity' | 'text_range' | 'range_checksum' | 'description';
const IllegalTransitionError: import("@kanmon/core/kit").DefinedErrorClass<{
    state?: string;
    trigger?: string;
}>;
type IllegalTransitionError = InstanceType<typeof IllegalTransitionError>;
type Interrupt = (question: {
    readonly pending: readonly PendingConfirmation[];
    readonly problem?: string;
}) => readonly Decision[];
const InvalidInputError: import("@kanmon/core/kit").DefinedErrorClass<{
    path: string;
}>;
type InvalidInputError = InstanceType<typeof InvalidInputError>;
const InvalidRangeError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type InvalidRangeError = InstanceType<typeof InvalidRangeError>;
interface Issue {
    readonly issue_id: string;
    readonly session_id: string;
    readonly step_id: string;
    readonly manuscript_version_id: string;
    readonly manuscript_hash: string;
    readonly category: string;
    readonly severity: IssueSeverity;
    readonly text_range: TextRange | null;
    readonly range_checksum: string | null;
    readonly description: string;
    readonly suggested_fixes: readonly SuggestedFix[];
    readonly related_issue_ids: readonly string[];
    readonly adjustment_method: Method | null;
    readonly confidence_score: number;
    readonly adjustment_attempts: readonly Attempt[];
    readonly adjustment_delta: number | null;
    readonly anchor: Anchor | null;
    readonly scope: IssueScope;
    readonly state: IssueState;
    readonly state_reason: string | null;
    readonly defer_reason: string | null;
    readonly recurrence_depth: number;
    readonly created_at: string;
    readonly updated_at: string;
}
const IssueExistsError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type IssueExistsError = InstanceType<typeof IssueExistsError>;
interface IssueResolution {
    readonly issue_id: string;
    readonly resolution_attempt: number;
    readonly applied_fix_description: string | null;
    readonly applied_by: string | null;
    readonly applied_at: string | null;
    readonly tool_used: string | null;
    readonly diff_ref: string | null;
    readonly verification_status: (typeof statuses)[number];
    readonly verification_snapshot_id: string | null;
    readonly recurrence_score: number | null;
    readonly recurrence_flag: boolean | null;
    readonly planned_tool: string | null;
    readonly plan_description: string | null;
    readonly planned_by: string | null;
    readonly planned_at: string | null;
    readonly verification_votes: VerificationVotes | null;
}
type IssueScope = (typeof scopes)[number];
type IssueSeverity = (typeof severities)[number];
type IssueState = (typeof states)[number];
type IssueTrigger = 'fix-planned' | 'fix-applied' | 'verified-resolved' | 'verified-partial' | 'verified-recurrence' | 'deferred' | 'resumed';
const IterationBudgetExceededError: import("@kanmon/core/kit").DefinedErrorClass<{
    reason?: string;
}>;
type IterationBudgetExceededError = InstanceType<typeof IterationBudgetExceededError>;
interface IterationMeter {
    record(round: {
        readonly open_issues: number;
    }): IterationVerdict;
}
interface IterationPolicy {
    readonly count: number;
    readonly until_pass: boolean;
    readonly time_budget_sec: number | null;
    readonly min_improvement: number;
}
type IterationPolicyInput = Partial<IterationPolicy> & {
    readonly time_budget_s?: number | null;
};
interface IterationVerdict {
    readonly stop: boolean;
    readonly reason: StopReason | null;
    readonly iteration: number;
    readonly improvement: number;
}
type LangGraphModule = Pick<typeof LangGraph, 'StateGraph' | 'Annotation' | 'START' | 'END' | 'interrupt'>;
const ManualAlignmentRequired: import("@kanmon/core/kit").DefinedErrorClass<{
    issueId?: string;
}>;
type ManualAlignmentRequired = InstanceType<typeof ManualAlignmentRequired>;
interface ManualSleep extends Timer {
    readonly waits: readonly number[];
    wake(): boolean;
}
const ManuscriptCacheMissError: import("@kanmon/core/kit").DefinedErrorClass<OfManuscript>;
type ManuscriptCacheMissError = InstanceType<typeof ManuscriptCacheMissError>;
interface ManuscriptFetchLog {
    readonly fetch_id: string;
    readonly session_id: string;
    readonly manuscript_hash: string;
    readonly tool_id: string;
    readonly result: FetchResult;
    readonly latency_ms: number;
    readonly attempt_index: number;
    readonly qc_code: string | null;
    readonly at: string;
}
const ManuscriptHashMismatchError: import("@kanmon/core/kit").DefinedErrorClass<OfManuscript>;
type ManuscriptHashMismatchError = InstanceType<typeof ManuscriptHashMismatchError>;
interface ManuscriptReader {
    fetch(hash: string, options?: {
        readonly signal?: AbortSignal;
    }): Promise<FetchAnswer>;
}
interface ManuscriptReaderOptions {
    readonly sources: ManuscriptSources;
    readonly timer?: Timer;
    readonly clock?: Clock;
    readonly policy?: Pick<IterationPolicy, 'time_budget_sec'>;
    readonly preferred?: string;
    readonly timeoutMs?: number;
    readonly qcCodes?: QcCodeMap;
    readonly onLog?: (attempt: FetchAttempt) => void;
}
type ManuscriptSource = (hash: string, options: {
    readonly signal: AbortSignal;
}) => Promise<string | null>;
interface ManuscriptSources {
    readonly fetch_artifact?: ManuscriptSource;
    readonly read_snapshot?: ManuscriptSource;
    readonly request_manual_upload?: ManuscriptSource;
    readonly [toolId: string]: ManuscriptSource | undefined;
}
const ManuscriptStorageError: import("@kanmon/core/kit").DefinedErrorClass<OfManuscript>;
type ManuscriptStorageError = InstanceType<typeof ManuscriptStorageError>;
const ManuscriptUploadPendingError: import("@kanmon/core/kit").DefinedErrorClass<OfManuscript>;
type ManuscriptUploadPendingError = InstanceType<typeof ManuscriptUploadPendingError>;
type Method = Strategy;
type NewFetchLog = Omit<ManuscriptFetchLog, 'session_id' | 'fetch_id' | 'at'> & Partial<Pick<ManuscriptFetchLog, 'fetch_id' | 'at'>>;
type NewIssue = Pick<Issue, Given> & Partial<Omit<Issue, Given | Assigned>>;
type NewStepExecution = Pick<StepExecution, Given> & Partial<Omit<StepExecution, Given | Assigned>>;
type OfManuscript = {
    manuscriptHash?: string;
};
interface OpenConfirmation {
    readonly issue_id: string;
    readonly kind: 'tool' | 'alignment';
    readonly resolution_attempt: number;
}
interface PendingConfirmation {
    readonly issue_id: string;
    readonly kind: 'tool' | 'alignment';
    readonly tool_id: string | null;
    readonly candidates: readonly TextRange[];
}
interface PlannedFix {
    readonly tool_id: string;
    readonly description: string;
    readonly planned_by: string;
}
interface PocRow {
    readonly metric: 'session_resume' | 'recheck_agreement' | 'store_answer' | 'store_save' | 'qc_mapping';
    readonly value: number | null;
    readonly n: number;
    readonly goal: number;
    readonly holds: boolean;
}
interface PocSamples {
    readonly resumeMs: readonly number[];
    readonly storeMs: readonly number[];
    readonly rechecks: readonly {
        readonly expected: string;
        readonly actual: string;
    }[];
    readonly qc: readonly {
        readonly error: unknown;
        readonly expected: string | undefined;
    }[];
}
const PromptExecutionError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type PromptExecutionError = InstanceType<typeof PromptExecutionError>;
type QcCodeMap = Readonly<Record<string, string>>;
interface RecheckInput {
    readonly recurrence_score: number;
    readonly checksum_changed: boolean;
    readonly same_category_found: boolean;
    readonly confidence_score: number;
    readonly text_removed: boolean;
}
type RecheckReason = 'text_removed' | 'low_confidence' | 'unchanged' | 'score' | 'unverified_unchanged';
interface RecheckRecord extends RecheckInput {
    readonly verification_snapshot_id: string;
    readonly successor?: NewIssue;
    readonly verification_votes?: VerificationVotes;
}
interface RecheckTexts {
    readonly oldText: string | null;
    readonly newText: string;
}
interface RecheckVerdict {
    readonly state: IssueState & ('Resolved' | 'Partial' | 'Recurrence');
    readonly reason: RecheckReason;
}
interface RecurrenceContext extends RecheckTexts {
    readonly weights?: RecurrenceWeights;
    readonly repeatedFindings?: readonly (readonly CheckFinding[])[];
}
interface RecurrenceReport {
    readonly results: readonly RecurrenceResult[];
    readonly newFindings: readonly number[];
}
interface RecurrenceResult extends RecheckVerdict {
    readonly issue_id: string;
    readonly recurrence_score: number;
    readonly recurrence_flag: boolean;
    readonly finding: number | null;
    readonly parts: {
        readonly text: number;
        readonly place: number;
        readonly context: number;
    };
    readonly checksum_changed: boolean;
    readonly same_category_found: boolean;
    readonly text_removed: boolean;
    readonly confidence_score: number;
    readonly verification_votes: {
        readonly for: number;
        readonly of: number;
    } | null;
}
interface RecurrenceWeights {
    readonly text: number;
    readonly place: number;
    readonly context: number;
}
type Relocation = Pick<Issue, 'text_range' | 'range_checksum' | 'anchor' | 'manuscript_hash' | 'manuscript_version_id' | 'adjustment_method' | 'adjustment_delta' | 'confidence_score' | 'adjustment_attempts'>;
type Remap = {
    readonly status: 'mapped';
    readonly range: TextRange;
    readonly method: Method;
    readonly confidence: number;
    readonly delta: number;
    readonly similarity: number;
    readonly moved: boolean;
    readonly attempts: readonly Attempt[];
} | {
    readonly status: 'ambiguous';
    readonly candidates: readonly {
        readonly range: TextRange;
        readonly confidence: number;
    }[];
    readonly attempts: readonly Attempt[];
} | {
    readonly status: 'lost';
    readonly reason: 'deleted' | 'rewritten' | 'no_source';
    readonly attempts: readonly Attempt[];
};
interface RemapOptions {
    readonly strategies?: readonly StrategyName[];
    readonly maxSteps?: number;
    readonly salt?: string;
}
interface Remapper {
    remap(anchor: Anchor): Remap;
    remapAll(anchors: readonly Anchor[]): Remap[];
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
interface SarifOptions {
    readonly tool?: {
        readonly name: string;
        readonly version?: string;
        readonly informationUri?: string;
    };
    readonly baseline?: SessionView;
    readonly artifactUri?: (manuscriptHash: string) => string;
    readonly include_resolved?: boolean;
}
interface Session {
    readonly session_id: string;
    readonly episode_number: number | string;
    readonly initiator: string;
    readonly created_at: string;
    readonly current_status: (typeof statuses)[number];
    readonly iteration_policy: IterationPolicy;
    readonly lock_status: {
        readonly state: 'held' | 'released';
        readonly resource: string;
        readonly owner: string;
        readonly token: number;
    };
    readonly state_version: number;
    readonly template_hashes: Readonly<Record<string, string>>;
    readonly updated_at: string;
}
type SessionAction = 'read' | 'resume' | 'audit';
type SessionEvent = NewEvent & Pick<StoredEvent, 'at' | 'version'>;
interface SessionHandle {
    readonly sessionId: string;
    readonly actor: Actor;
    readonly lease: Lease;
    readonly version: number;
    readonly lost: AbortSignal;
}
interface SessionInit {
    readonly episode_number: number | string;
    readonly initiator: string;
    readonly iteration_policy?: IterationPolicyInput;
    readonly template_hashes?: Readonly<Record<string, string>>;
    readonly session_id?: string;
}
const SessionLockedError: import("@kanmon/core/kit").DefinedErrorClass<{
    resource?: string;
}>;
type SessionLockedError = InstanceType<typeof SessionLockedError>;
interface SessionMetrics {
    readonly issues: number;
    readonly by_state: Readonly<Record<IssueState, number>>;
    readonly steps: number;
    readonly fixes_planned: number;
    readonly fixes_applied: number;
    readonly resolved_share: number | null;
    readonly recurrence_share: number | null;
    readonly moved_by: Readonly<Record<string, number>>;
    readonly fetches: number;
    readonly failed_fetches: number;
}
interface SessionView {
    readonly session: Session;
    readonly steps: readonly StepExecution[];
    readonly issues: readonly Issue[];
    readonly resolutions: readonly IssueResolution[];
    readonly fetch_logs: readonly ManuscriptFetchLog[];
    readonly confirmations: readonly OpenConfirmation[];
    readonly version: number;
    readonly unknown_events: number;
}
interface Span {
    readonly start: number;
    readonly end: number;
}
const StatePersistenceError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type StatePersistenceError = InstanceType<typeof StatePersistenceError>;
interface StepExecution {
    readonly session_id: string;
    readonly step_id: string;
    readonly attempt: number;
    readonly input_snapshot_hash: string;
    readonly output_snapshot_hash: string | null;
    readonly issues_detected: readonly string[];
    readonly duration_ms: number;
    readonly fallback_reason: string | null;
    readonly available_tools: readonly AvailableTool[];
    readonly tool_selection_status: (typeof selections)[number];
    readonly manuscript_hash_refs: readonly string[];
    readonly qc_code: string | null;
    readonly completed_at: string;
}
type StopReason = 'passed' | 'time' | 'count' | 'no_improvement';
type Strategy = (typeof strategies)[number];
type StrategyName = Strategy | 'diff3';
interface SuggestedFix {
    readonly kind: string;
    readonly description: string;
    readonly text_hash?: string | undefined;
    readonly text_length?: number | undefined;
}
type SyntheticLanguage = 'ja' | 'en';
interface SyntheticOptions {
    readonly seed: number;
    readonly count: number;
    readonly language?: SyntheticLanguage;
    readonly lines?: number;
    readonly editedShare?: number;
}
interface SyntheticRevision {
    readonly oldText: string;
    readonly newText: string;
    readonly places: readonly {
        readonly start: number;
        readonly end: number;
        readonly truth: SyntheticTruth;
    }[];
}
type SyntheticTruth = {
    readonly kind: 'kept' | 'edited';
    readonly start: number;
    readonly end: number;
} | {
    readonly kind: 'deleted';
    readonly nearCopy: boolean;
    readonly samePhrase: boolean;
} | {
    readonly kind: 'unclear';
};
const TemplateMismatchError: import("@kanmon/core/kit").DefinedErrorClass<{
    stepId?: string;
}>;
type TemplateMismatchError = InstanceType<typeof TemplateMismatchError>;
interface TextRange {
    readonly start: number;
    readonly end: number;
    readonly unit: 'utf16';
    readonly start_line?: number | undefined;
    readonly end_line?: number | undefined;
}
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
interface ToolOffer {
    readonly available_tools: readonly AvailableTool[];
    readonly status: 'offered';
    readonly fallback_reason: string | null;
}
const ToolUnavailableError: import("@kanmon/core/kit").DefinedErrorClass<{
    toolId?: string;
}>;
type ToolUnavailableError = InstanceType<typeof ToolUnavailableError>;
interface TrackedIssue {
    readonly issue_id: string;
    readonly category: string;
    readonly severity: IssueSeverity;
    readonly scope: IssueScope;
    readonly text_range: Span | null;
    readonly remap: Remap;
    readonly old_text?: string | null;
}
interface Transaction {
    readonly view: SessionView;
    readonly session: Session;
    issue(issueId: string): Issue;
    resolutions(issueId: string): readonly IssueResolution[];
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
    addDisclosure(meta: ExcerptMeta, purpose: string): void;
    recordError(error: unknown, stepId?: string): string | undefined;
    setStatus(status: Session['current_status']): void;
}
const TransactionClosedError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type TransactionClosedError = InstanceType<typeof TransactionClosedError>;
const TransactionOpenError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type TransactionOpenError = InstanceType<typeof TransactionOpenError>;
const UnknownIssueError: import("@kanmon/core/kit").DefinedErrorClass<object>;
type UnknownIssueError = InstanceType<typeof UnknownIssueError>;
interface UnresolvedQuery {
    readonly actor: Actor;
    readonly session_id?: string;
    readonly episode_number?: number | string;
    readonly category?: string;
    readonly min_severity?: IssueSeverity;
    readonly states?: readonly IssueState[];
    readonly include_deferred?: boolean;
}
interface VerificationVotes {
    readonly for: number;
    readonly of: number;
}
interface WaitOptions {
    readonly signal?: AbortSignal;
    readonly waitMs?: number;
}
interface WorkflowStateStore {
    readonly clock: Clock;
    beginSession(init: SessionInit, options?: WaitOptions): Promise<SessionHandle>;
    resumeSession(sessionId: string, options: WaitOptions & {
        readonly actor: Actor;
    }): Promise<SessionHandle>;
    endSession(handle: SessionHandle, status?: 'completed' | 'aborted' | 'failed'): Promise<void>;
    leaveSession(handle: SessionHandle): Promise<void>;
    unlock(handle: SessionHandle): Promise<void>;
    beginTransaction(handle: SessionHandle): Promise<Transaction>;
    commit(transaction: Transaction): Promise<{
        readonly version: number;
    }>;
    rollback(transaction: Transaction): Promise<void>;
    transaction<T>(handle: SessionHandle, body: (transaction: Transaction) => T | Promise<T>, options?: {
        readonly idempotencyKey?: string;
    }): Promise<T>;
    once<T extends JsonValue>(handle: SessionHandle, key: string, body: (transaction: Transaction) => T | Promise<T>): Promise<T>;
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
interface WorkflowStateStoreOptions {
    readonly store: EventStore;
    readonly clock?: Clock;
    readonly random?: () => number;
    readonly audit?: EventStore;
    readonly authorize?: (actor: Actor, action: SessionAction, session: Session) => boolean;
    readonly qcCodes?: QcCodeMap;
    readonly maxSessions?: number;
    readonly leaseTtlMs?: number;
    readonly timer?: Timer;
}
function applyFixDiff(before: string, text: string): string | null;
const categoryToolMapSchema: z.ZodType<Readonly<Record<string, readonly CategoryTool[]>>>;
function confirmAlignment(anchor: Anchor, text: string, range: Span, by: string, options?: Pick<RemapOptions, 'salt'>): Remap;
function createAnchor(text: string, range: Span, options?: AnchorOptions): Anchor;
function createFixDiff(before: string, after: string): FixDiff;
function createFixLoopGraph(langgraph: LangGraphModule, options: FixLoopGraphOptions): FixLoopGraph;
function createFixLoopNodes(settings: FixLoopSettings, interrupt: Interrupt): FixLoopNodes;
function createIssueId(clock: Clock, random: () => number): string;
function createIterationMeter(policy: IterationPolicyInput, options?: {
    readonly clock?: Clock;
}): IterationMeter;
function createManuscriptReader(options: ManuscriptReaderOptions): ManuscriptReader;
function createRemapper(oldText: string | null, newText: string, options?: RemapOptions): Remapper;
function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore;
const defaultQcCodes: QcCodeMap;
const fetchResults: readonly [
    'success',
    'miss',
    'storage_error',
    'pending_upload',
    'hash_mismatch',
    'timeout'
];
function foldSession(events: Iterable<SessionEvent>): SessionView;
const issueIdPattern: RegExp;
const issueResolutionSchema: z.ZodType<IssueResolution>;
const issueSchema: z.ZodType<Issue>;
const issueTransitions: {
    readonly [S in IssueState]: {
        readonly [T in IssueTrigger]?: IssueState;
    };
};
const iterationPolicySchema: z.ZodType<IterationPolicy>;
function judgeRecheck(input: RecheckInput): RecheckVerdict;
function manualSleep(options?: {
    readonly auto?: boolean;
}): ManualSleep;
const manuscriptFetchLogSchema: z.ZodType<ManuscriptFetchLog>;
function mergePolicy(session: IterationPolicyInput, commandLine: IterationPolicyInput): IterationPolicy;
function metrics(source: SessionView | Iterable<SessionEvent>): SessionMetrics;
function nextIssueState(state: IssueState, trigger: IssueTrigger): IssueState;
function pocReport(samples: PocSamples): PocRow[];
function redactExcerpts(freeText: string, manuscriptText: string | readonly string[]): string;
function renderToolPrompt(availableTools: readonly AvailableTool[], locale?: Locale): string;
function runFixLoop(options: FixLoopOptions): Promise<FixLoopResult>;
const scopes: readonly [
    'range',
    'section',
    'document'
];
function scoreRecurrence(issues: readonly TrackedIssue[], findings: readonly CheckFinding[], context: RecurrenceContext): RecurrenceReport;
function scriptedChecker(rules: readonly CheckerRule[]): FixLoopPorts['check'];
function selectTools(issue: Pick<Issue, 'category' | 'severity'>, map: CategoryToolMap, isAvailable?: (toolId: string) => boolean): ToolOffer;
const selections: readonly [
    'not_offered',
    'offered',
    'selected',
    'rejected',
    'unavailable'
];
function sequentialRandom(seed?: number): () => number;
const sessionSchema: z.ZodType<Session>;
const severities: readonly [
    'low',
    'medium',
    'high',
    'critical'
];
const states: readonly [
    'New',
    'InProgress',
    'Partial',
    'Deferred',
    'Resolved',
    'Recurrence'
];
const statuses: readonly [
    'pending',
    'resolved',
    'recurrence',
    'partial',
    'unverified'
];
const statuses: readonly [
    'running',
    'waiting_for_user',
    'completed',
    'aborted',
    'failed'
];
const stepExecutionSchema: z.ZodType<StepExecution>;
const strategies: readonly [
    'exact_match',
    'diff',
    'fuzzy',
    'semantic_search',
    'manual_confirmation'
];
function syntheticRevisions(options: SyntheticOptions): SyntheticRevision[];
function takeExcerpt(text: string, range: Span, options?: ExcerptOptions): {
    readonly excerpt: string;
    readonly meta: ExcerptMeta;
};
function toQcCode(error: unknown, map?: QcCodeMap): string | undefined;
function toSarif(view: SessionView, options?: SarifOptions): JsonValue;
