type AdvisorPayload = Payload<'advisor', AdvisorReport>;
interface AdvisorPromptOptions extends PromptOptions {
    readonly purpose?: ReportPurpose;
}
type AdvisorReport = z.infer<typeof advisorReportSchema>;
interface AppliedDiff {
    readonly applied: true;
    readonly diff: Diff;
    readonly version: number;
    readonly replayed: boolean;
}
interface BoardState {
    readonly nodes: readonly DashboardNode[];
    readonly children?: Readonly<Record<string, readonly string[]>>;
    readonly relations?: readonly {
        readonly from: string;
        readonly to: string;
        readonly relation_type: string;
    }[];
    readonly groups?: readonly {
        readonly group_label: string;
        readonly node_ids: readonly string[];
    }[];
}
interface BrokenReport {
    readonly name: string;
    readonly report: JsonValue;
    readonly code: string;
}
interface Confirmation {
    readonly id: string;
    readonly diff_id: string;
    readonly content_hash: string;
    readonly base_hash: string;
    readonly confirmed_by: string;
    readonly confirmed_at: string;
    readonly expires_at: string;
    readonly consumed: boolean;
    readonly consumed_at?: string;
}
interface CorrectionPromptOptions {
    readonly locale?: Locale;
    readonly maxIds?: number;
}
interface Dashboard {
    readonly trays: Readonly<Record<string, readonly DashboardNode[]>>;
}
interface DashboardNode {
    readonly id: string;
    readonly title: string;
    readonly status?: string;
    readonly [key: string]: JsonValue | undefined;
}
interface DecompositionChange {
    readonly parent_node_id: string;
    readonly add_children: readonly {
        readonly title: string;
        readonly context: string;
        readonly suggested_status?: string;
    }[];
}
interface Diff {
    readonly diff_id: string;
    readonly type: 'decomposition' | 'grouping' | 'relation';
    readonly target_node_id: string;
    readonly change: DiffChange;
    readonly reason: string;
    readonly risk?: string;
    readonly generated_from: {
        readonly organizer_run_id: string;
        readonly source_proposal: JsonPointer;
    };
    readonly created_at: string;
}
type DiffChange = DecompositionChange | GroupingChange | RelationChange;
interface DiffContext {
    readonly runId: string;
    readonly validNodeIds: readonly string[];
    readonly clock?: Clock;
}
type DiffVerdict = ValidationResult & {
    readonly result: 'VALID' | 'NEEDS_REVIEW' | 'INVALID';
};
interface DiffVerdictOptions {
    readonly locale?: Locale;
}
interface DiffView {
    readonly diff: Diff;
    readonly content_hash: string;
    readonly state: 'proposed' | 'confirmed' | 'applied';
    readonly confirmation?: Confirmation;
}
interface ForbiddenPhrase {
    readonly id: string;
    readonly phrase: string;
    readonly matched: string;
    readonly start: number;
    readonly end: number;
}
interface GroupingChange {
    readonly group_label: string;
    readonly node_ids: readonly string[];
}
type NodeStatus = (typeof statuses)[number];
type OrganizerPayload = Payload<'organizer', OrganizerReport>;
type OrganizerReport = z.infer<typeof organizerReportSchema>;
interface Payload<Kind, Report> {
    readonly kind: Kind;
    readonly schema_version: 1;
    readonly content_hash: string;
    readonly report: Gated<Report>;
}
interface PhraseDefinition {
    readonly id: string;
    readonly phrase: string;
    readonly pattern: RegExp | string;
    readonly except?: RegExp | readonly RegExp[];
}
interface PhraseMatch {
    readonly start: number;
    readonly end: number;
}
interface PhraseRule {
    readonly id: string;
    readonly phrase: string;
    find(text: string): Iterable<PhraseMatch>;
}
interface PhraseRuleOptions<Context> {
    readonly id: string;
    readonly severity?: Severity;
    readonly phrases: readonly PhraseRule[] | ((context: Context) => readonly PhraseRule[]);
    readonly select: readonly JsonPointer[];
    readonly quotable?: (context: Context) => ReadonlySet<string>;
    readonly messages?: RuleMessages;
}
interface PromptOptions {
    readonly locale?: Locale;
    readonly maxNodes?: number;
    readonly includeSchema?: boolean;
}
class ProposalApplyError extends KanmonError {
    static readonly errorName: string;
    readonly code: ProposalApplyErrorCode;
    constructor(message: string, { code }: {
        readonly code: ProposalApplyErrorCode;
    });
}
type ProposalApplyErrorCode = keyof typeof messages;
class ProposalInputError extends KanmonError {
    static readonly errorName: string;
    readonly path: JsonPointer;
    readonly issue: FieldIssueCode;
    constructor(message: string, { path, issue }: {
        readonly path: JsonPointer;
        readonly issue: FieldIssueCode;
    });
}
interface ProposalLedger {
    propose(diffs: readonly Diff[], options?: {
        readonly proposedBy?: string;
    }): Promise<readonly DiffView[]>;
    diff(diffId: string): Promise<DiffView | null>;
    list(): Promise<readonly DiffView[]>;
    confirm(input: {
        readonly diffId: string;
        readonly contentHash: string;
        readonly confirmedBy: string;
        readonly uiAction?: string;
        readonly state: BoardState;
    }): Promise<Confirmation>;
    withdraw(confirmationId: string, by: string): Promise<void>;
    apply(input: {
        readonly confirmationId: string;
        readonly state: BoardState;
        readonly appliedBy?: string;
    }): Promise<AppliedDiff>;
}
interface ProposalLedgerOptions {
    readonly store: EventStore;
    readonly boardId: string;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly confirmationTtlMs?: number;
}
interface ProposalQualityAppOptions {
    readonly client?: LlmClient | (() => LlmClient | Promise<LlmClient>);
    readonly store?: EventStore;
    readonly budget?: Budget;
    readonly price?: Price;
    readonly locale?: Locale;
    readonly logger?: Logger;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly maxBodyBytes?: number;
    readonly server?: string;
    readonly identify?: (request: Request) => HttpCaller | null | Promise<HttpCaller | null>;
    readonly loadState?: (request: Request, boardId: string) => Promise<BoardState>;
    readonly onRun?: (events: readonly GateEvent[], caller: HttpCaller | undefined) => Promise<void>;
}
interface ProposalRunOptions {
    readonly client: LlmClient;
    readonly budget?: Budget;
    readonly locale?: Locale;
    readonly purpose?: ReportPurpose;
    readonly render?: RenderOptions | false;
    readonly logger?: Logger;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly signal?: AbortSignal;
    readonly stream?: boolean;
    readonly price?: Price;
    readonly onEvent?: (event: GateEvent) => void;
    readonly request?: RunGateOptions<unknown>['request'];
}
interface RelationChange {
    readonly action: 'add';
    readonly from: string;
    readonly to: string;
    readonly relation_type: string;
}
interface RenderOptions {
    readonly format?: 'markdown' | 'text';
    readonly locale?: Locale;
    readonly titles?: Readonly<Record<string, string>>;
}
interface ReportContext extends Omit<ReportOptions, 'locale' | 'catalog'> {
    readonly validNodeIds: readonly string[];
}
interface ReportOptions {
    readonly locale?: Locale;
    readonly catalog?: Catalog;
    readonly purpose?: ReportPurpose;
    readonly focusNodeId?: string;
    readonly nodes?: readonly DashboardNode[];
    readonly phrases?: {
        readonly organizer?: readonly PhraseRule[];
        readonly advisor?: readonly PhraseRule[];
    };
    readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}
type ReportPurpose = 'choices' | 'texts';
interface RunInput {
    readonly dashboard: Dashboard;
    readonly focusNodeId?: string;
    readonly userIntent?: string;
    readonly constraints?: string | readonly string[];
}
type RunResult<T> = {
    readonly errors: string[];
    readonly warnings: string[];
    readonly findings: readonly Finding[];
    readonly attempts: readonly Attempt[];
    readonly usage: UsageTotal;
    readonly events: readonly GateEvent[];
} & ({
    readonly ok: true;
    readonly report: Gated<T>;
    readonly rendered?: string;
} | {
    readonly ok: false;
    readonly report: JsonValue | null;
    readonly reason: RejectionReason;
    readonly cause?: unknown;
});
interface Sample {
    readonly id: string;
    readonly role: 'organizer' | 'advisor';
    readonly nodes: readonly DashboardNode[];
    readonly input: RunInput;
    readonly context: ReportContext;
    readonly valid: JsonValue;
    readonly broken: readonly BrokenReport[];
}
const advisorGate: Gate<AdvisorReport, ReportContext>;
const advisorJsonSchema: JsonSchema;
const advisorPhrases: readonly PhraseRule[];
const advisorReportSchema: z.ZodObject<{
    target_node_id: z.ZodString;
    target_title: z.ZodString;
    current_status: z.ZodString;
    options: z.ZodArray<z.ZodObject<{
        label: z.ZodString;
        description: z.ZodOptional<z.ZodString>;
        pros: z.ZodOptional<z.ZodArray<z.ZodString>>;
        cons: z.ZodOptional<z.ZodArray<z.ZodString>>;
        next_action: z.ZodString;
        necessary_info: z.ZodString;
        criteria_note: z.ZodString;
        risks: z.ZodArray<z.ZodString>;
        suggested_status: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    criteria: z.ZodOptional<z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodString;
    }, z.core.$strip>>>;
    next_decision: z.ZodString;
    summary: z.ZodString;
}, z.core.$strip>;
function buildAdvisorPrompt(input: RunInput, options?: AdvisorPromptOptions): readonly LlmMessage[];
function buildCorrectionPrompt(errors: readonly string[], validNodeIds?: readonly string[], options?: CorrectionPromptOptions): string;
function buildOrganizerPrompt(input: RunInput, options?: PromptOptions): readonly LlmMessage[];
function canTransition(from: string, to: string): boolean;
function createProposalLedger(options: ProposalLedgerOptions): ProposalLedger;
function createProposalQualityApp(options?: ProposalQualityAppOptions): Hono<HttpEnv>;
function definePhrase(definition: PhraseDefinition): PhraseRule;
function findForbidden(text: string, rules: readonly PhraseRule[]): readonly ForbiddenPhrase[];
function isActive(status: string): boolean;
const messages: {
    'confirmation-unknown': string;
    'confirmation-withdrawn': string;
    'confirmation-consumed': string;
    'confirmation-expired': string;
    'diff-unknown': string;
    'diff-changed': string;
    'diff-confirmed': string;
    'diff-invalid': string;
    'diff-already-applied': string;
    'base-changed': string;
};
function nextStatuses(from: string): readonly NodeStatus[];
const nodeStatuses: readonly NodeStatus[];
function nodesOf(dashboard: unknown): readonly DashboardNode[];
function openApiDocument(): JsonObject;
const organizerGate: Gate<OrganizerReport, ReportContext>;
const organizerJsonSchema: JsonSchema;
const organizerPhrases: readonly PhraseRule[];
const organizerReportSchema: z.ZodObject<{
    decomposition_proposals: z.ZodArray<z.ZodObject<{
        target_node_id: z.ZodString;
        target_title: z.ZodString;
        reason: z.ZodString;
        suggested_children: z.ZodArray<z.ZodObject<{
            title: z.ZodString;
            context: z.ZodString;
            suggested_status: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    grouping_proposals: z.ZodArray<z.ZodObject<{
        group_label: z.ZodString;
        reason: z.ZodString;
        node_ids: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    relation_proposals: z.ZodArray<z.ZodObject<{
        from_node_id: z.ZodString;
        to_node_id: z.ZodString;
        relation_type: z.ZodString;
        reason: z.ZodString;
    }, z.core.$strip>>;
    summary: z.ZodString;
}, z.core.$strip>;
function phraseRule<Context>(options: PhraseRuleOptions<Context>): Rule<string, Context>;
const proposalCatalog: Catalog;
function renderAdvisor(report: Gated<AdvisorReport>, options?: RenderOptions): string;
function renderOrganizer(report: Gated<OrganizerReport>, options?: RenderOptions): string;
const ruleSet: {
    readonly organizer: readonly Rule<never, ReportContext>[];
    readonly advisor: readonly Rule<never, ReportContext>[];
};
function runAdvisor(input: RunInput, options: ProposalRunOptions): Promise<RunResult<AdvisorReport>>;
function runOrganizer(input: RunInput, options: ProposalRunOptions): Promise<RunResult<OrganizerReport>>;
const samples: readonly Sample[];
const seedCatalog: Catalog;
const statuses: readonly [
    'CAPTURED',
    'CLARIFYING',
    'READY',
    'IN_PROGRESS',
    'DELEGATED',
    'WAITING_EXTERNAL',
    'SCHEDULED',
    'BLOCKED',
    'NEEDS_DECISION',
    'NEEDS_REVIEW',
    'COOLING',
    'DORMANT',
    'REACTIVATED',
    'DONE',
    'CANCELLED'
];
function toDiffs(report: Gated<OrganizerReport>, context: DiffContext): {
    readonly diffs: readonly Diff[];
    readonly skipped: readonly Finding[];
};
function toPayload(report: Gated<AdvisorReport>): AdvisorPayload;
function toPayload(report: Gated<OrganizerReport>): OrganizerPayload;
function validateAdvisorReport(report: unknown, validNodeIds: readonly string[], options?: ReportOptions): ValidationResult;
function validateDiff(diff: unknown, state: BoardState, options?: DiffVerdictOptions): DiffVerdict;
function validateOrganizerReport(report: unknown, validNodeIds: readonly string[], options?: ReportOptions): ValidationResult;
